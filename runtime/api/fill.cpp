// SPDX-License-Identifier: Apache-2.0
/// Fills. CUDA Runtime API reference, "cudaMemset" and its like: asynchronous to the host, except
/// where the host can see the memory.
#include "driver_functions.h"
#include "runtime/api/copy.h"
#include "runtime/api/stream.h"

namespace {

using simt::Wait;

bool fits(const simt::Fill& fill, const simt::MemoryPlace& place) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(fill.destination) - place.base;
  const std::size_t last_row =
      (fill.box.depth - 1) * fill.pitch.slice + (fill.box.height - 1) * fill.pitch.row;
  return offset <= place.bytes && last_row <= place.bytes - offset &&
         fill.box.width <= place.bytes - offset - last_row;
}

cudaError_t fill(cudaPitchedPtr memory, int value, cudaExtent extent, cudaStream_t handle,
                 Wait wait) {
  return simt::on_stream(handle, [=](simt::Runtime& state, simt::Stream& stream) {
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return cudaSuccess;
    if ((extent.height > 1 || extent.depth > 1) && extent.width > memory.pitch)
      return cudaErrorInvalidValue;
    const simt::Fill command{
        .destination = memory.ptr,
        .pitch = {.row = memory.pitch, .slice = memory.pitch * memory.ysize},
        .box = {.width = extent.width, .height = extent.height, .depth = extent.depth},
        .value = static_cast<unsigned char>(value)};
    const simt::MemoryPlace place = state.backend->find(memory.ptr);
    if (place.bytes == 0 || !fits(command, place)) return cudaErrorInvalidValue;
    state.backend->submit(stream, command);
    if (wait == Wait::kForCompletion && place.kind != simt::MemoryKind::kDevice)
      state.backend->synchronize(stream);
    return state.backend->error();
  });
}

}  // namespace

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return fill(make_cudaPitchedPtr(pointer, bytes, bytes, 1), value, make_cudaExtent(bytes, 1, 1),
              nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return fill(make_cudaPitchedPtr(pointer, bytes, bytes, 1), value, make_cudaExtent(bytes, 1, 1),
              stream, Wait::kNotAtAll);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill(make_cudaPitchedPtr(pointer, pitch, width, height), value,
              make_cudaExtent(width, height, 1), nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill(make_cudaPitchedPtr(pointer, pitch, width, height), value,
              make_cudaExtent(width, height, 1), stream, Wait::kNotAtAll);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return fill(pointer, value, extent, nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill(pointer, value, extent, stream, Wait::kNotAtAll);
}
