// SPDX-License-Identifier: Apache-2.0
/// Device variables by their host shadows. CUDA Runtime API reference, "cudaMemcpyToSymbol",
/// "cudaGetSymbolAddress".
#include "runtime/api/copy.h"
#include "runtime/api/stream.h"

namespace {

using simt::Wait;

/// One end of a copy to or from a variable; `inside` is where in the variable it begins.
enum class Direction { kToSymbol, kFromSymbol };

bool allows(Direction direction, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault || kind == cudaMemcpyDeviceToDevice) return true;
  return kind ==
         (direction == Direction::kToSymbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

cudaError_t copy_symbol(Direction direction, const void* symbol, void* to, const void* from,
                        size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t handle,
                        Wait wait) {
  return simt::on_stream(handle, [=](simt::Runtime& state, simt::Stream& stream) {
    simt::Variable variable;
    if (const auto error = state.modules.find_variable(*state.backend, symbol, variable);
        error != cudaSuccess)
      return error;
    if (!allows(direction, kind)) return cudaErrorInvalidMemcpyDirection;
    if (offset > variable.bytes || bytes > variable.bytes - offset) return cudaErrorInvalidValue;
    std::byte* const inside = static_cast<std::byte*>(variable.address) + offset;
    return simt::copy(state, stream,
                      {.destination = direction == Direction::kToSymbol ? inside : to,
                       .destination_pitch = {},
                       .source = direction == Direction::kToSymbol ? from : inside,
                       .source_pitch = {},
                       .box = {.width = bytes},
                       .staged = {}},
                      kind, wait);
  });
}

}  // namespace

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return copy_symbol(Direction::kToSymbol, symbol, nullptr, source, bytes, offset, kind, nullptr,
                     Wait::kForCompletion);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol(Direction::kToSymbol, symbol, nullptr, source, bytes, offset, kind, stream,
                     Wait::kNotAtAll);
}

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_symbol(Direction::kFromSymbol, symbol, destination, nullptr, bytes, offset, kind,
                     nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes,
                                      size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol(Direction::kFromSymbol, symbol, destination, nullptr, bytes, offset, kind,
                     stream, Wait::kNotAtAll);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    simt::Variable variable;
    const auto error = state.modules.find_variable(*state.backend, symbol, variable);
    if (error == cudaSuccess) *pointer = variable.address;
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return simt::on_device([=](simt::Runtime& state) {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    simt::Variable variable;
    const auto error = state.modules.find_variable(*state.backend, symbol, variable);
    if (error == cudaSuccess) *bytes = variable.bytes;
    return error;
  });
}
