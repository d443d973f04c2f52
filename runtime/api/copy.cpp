// SPDX-License-Identifier: Apache-2.0
/// Copies. CUDA Runtime API reference, "Memory Management" and "API synchronization behavior",
/// which says for each pair of memories what a call waits for. Where the reference leaves a choice,
/// a call returns as early as it may.
#include "runtime/api/copy.h"

#include <cstring>

#include "runtime/api/stream.h"

namespace simt {
namespace {

/// Synchronous copies of so many bytes from pageable memory to the device may return before they
/// arrive.
constexpr std::size_t kSmallCopy = 64 * 1024;

struct Side {
  const std::byte* start;
  Pitch pitch;
  MemoryPlace place;

  bool device_accessible() const { return place.bytes != 0; }
  bool pageable() const { return place.kind == MemoryKind::kUnregistered; }
};

std::size_t volume(const Box& box) { return box.width * box.height * box.depth; }

/// Whether the box lies within the allocation that its first byte is in. Pageable memory is the
/// program's own business, and so is what lies behind a registered part of it.
bool fits(const Side& side, const Box& box) {
  if (side.pageable() || side.place.kind == MemoryKind::kRegistered) return true;
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(side.start) - side.place.base;
  const std::size_t last_row =
      (box.depth - 1) * side.pitch.slice + (box.height - 1) * side.pitch.row;
  return offset <= side.place.bytes && last_row <= side.place.bytes - offset &&
         box.width <= side.place.bytes - offset - last_row;
}

cudaError_t check(const Side& destination, const Side& source, const Box& box,
                  cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (destination.start == nullptr || source.start == nullptr) return cudaErrorInvalidValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  // Only the sides that the kind calls the device's are held to it, as hardware does.
  if ((to_device && !destination.device_accessible()) ||
      (from_device && !source.device_accessible()))
    return cudaErrorInvalidValue;
  return fits(destination, box) && fits(source, box) ? cudaSuccess : cudaErrorInvalidValue;
}

/// Takes the source's bytes now.
void stage(Copy& copy) {
  const Box& box = copy.box;
  copy.staged.resize(volume(box));
  const auto* const from = static_cast<const std::byte*>(copy.source);
  std::byte* to = copy.staged.data();
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y, to += box.width)
      std::memcpy(to, from + z * copy.source_pitch.slice + y * copy.source_pitch.row, box.width);
  copy.source_pitch = {box.width, box.width * box.height};
}

}  // namespace

cudaError_t copy(Runtime& state, Stream& stream, Copy copy, cudaMemcpyKind kind, Wait wait) {
  if (volume(copy.box) == 0) return cudaSuccess;
  const Side destination{static_cast<const std::byte*>(copy.destination), copy.destination_pitch,
                         state.backend->find(copy.destination)};
  const Side source{static_cast<const std::byte*>(copy.source), copy.source_pitch,
                    state.backend->find(copy.source)};
  if (const auto error = check(destination, source, copy.box, kind); error != cudaSuccess)
    return error;

  bool blocks = wait == Wait::kForCompletion;
  if (source.pageable() && !destination.pageable()) {
    const bool small = volume(copy.box) <= kSmallCopy;
    if (blocks && small) state.backend->synchronize(stream);
    if (!blocks || small) stage(copy);
    blocks &= !small;
  } else if (destination.pageable()) {
    blocks = true;
  } else if (destination.place.kind == MemoryKind::kDevice &&
             source.place.kind == MemoryKind::kDevice) {
    blocks = false;
  }
  state.backend->submit(stream, std::move(copy));
  if (blocks) state.backend->synchronize(stream);
  return state.backend->error();
}

}  // namespace simt

namespace {

using simt::Wait;

cudaError_t copy_1d(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
                    cudaStream_t handle, Wait wait) {
  return simt::on_stream(handle, [=](simt::Runtime& state, simt::Stream& stream) {
    return simt::copy(state, stream,
                      {.destination = destination,
                       .destination_pitch = {},
                       .source = source,
                       .source_pitch = {},
                       .box = {.width = bytes},
                       .staged = {}},
                      kind, wait);
  });
}

cudaError_t copy_peer(void* destination, int destinationDevice, const void* source,
                      int sourceDevice, size_t bytes, cudaStream_t handle, Wait wait) {
  if (destinationDevice != 0 || sourceDevice != 0) return simt::remember(cudaErrorInvalidDevice);
  return copy_1d(destination, source, bytes, cudaMemcpyDefault, handle, wait);
}

cudaError_t copy_2d(void* destination, size_t destinationPitch, const void* source,
                    size_t sourcePitch, size_t width, size_t height, cudaMemcpyKind kind,
                    cudaStream_t handle, Wait wait) {
  return simt::on_stream(handle, [=](simt::Runtime& state, simt::Stream& stream) {
    if (width > destinationPitch || width > sourcePitch ||
        destinationPitch > state.profile.largest_pitch || sourcePitch > state.profile.largest_pitch)
      return cudaErrorInvalidPitchValue;
    return simt::copy(state, stream,
                      {.destination = destination,
                       .destination_pitch = {.row = destinationPitch},
                       .source = source,
                       .source_pitch = {.row = sourcePitch},
                       .box = {.width = width, .height = height},
                       .staged = {}},
                      kind, wait);
  });
}

/// The first byte of a box in a pitched allocation.
std::byte* corner(const cudaPitchedPtr& memory, const cudaPos& position) {
  return static_cast<std::byte*>(memory.ptr) +
         (position.z * memory.ysize + position.y) * memory.pitch + position.x;
}

simt::Pitch pitch_of(const cudaPitchedPtr& memory) {
  return {.row = memory.pitch, .slice = memory.pitch * memory.ysize};
}

cudaError_t copy_3d(const cudaMemcpy3DParms* parameters, cudaStream_t handle, Wait wait) {
  return simt::on_stream(handle, [=](simt::Runtime& state, simt::Stream& stream) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    if (parameters->srcArray != nullptr || parameters->dstArray != nullptr)
      return simt::unsupported("cudaMemcpy3D with a cudaArray");
    const cudaExtent& extent = parameters->extent;
    const cudaPitchedPtr &to = parameters->dstPtr, &from = parameters->srcPtr;
    if (extent.width != 0 && extent.height != 0 && extent.depth != 0) {
      const auto too_narrow = [&](const cudaPitchedPtr& memory, const cudaPos& position) {
        return position.x + extent.width > memory.pitch;
      };
      if (to.ptr == nullptr || from.ptr == nullptr) return cudaErrorInvalidValue;
      if (too_narrow(to, parameters->dstPos) || too_narrow(from, parameters->srcPos))
        return cudaErrorInvalidPitchValue;
    }
    return simt::copy(
        state, stream,
        {.destination = corner(to, parameters->dstPos),
         .destination_pitch = pitch_of(to),
         .source = corner(from, parameters->srcPos),
         .source_pitch = pitch_of(from),
         .box = {.width = extent.width, .height = extent.height, .depth = extent.depth},
         .staged = {}},
        parameters->kind, wait);
  });
}

cudaError_t copy_3d_peer(const cudaMemcpy3DPeerParms* parameters, cudaStream_t handle, Wait wait) {
  if (parameters == nullptr) return simt::remember(cudaErrorInvalidValue);
  if (parameters->srcDevice != 0 || parameters->dstDevice != 0)
    return simt::remember(cudaErrorInvalidDevice);
  const cudaMemcpy3DParms on_one_device = {.srcArray = parameters->srcArray,
                                           .srcPos = parameters->srcPos,
                                           .srcPtr = parameters->srcPtr,
                                           .dstArray = parameters->dstArray,
                                           .dstPos = parameters->dstPos,
                                           .dstPtr = parameters->dstPtr,
                                           .extent = parameters->extent,
                                           .kind = cudaMemcpyDefault};
  return copy_3d(&on_one_device, handle, wait);
}

}  // namespace

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
  return copy_1d(destination, source, bytes, kind, nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_1d(destination, source, bytes, kind, stream, Wait::kNotAtAll);
}

cudaError_t cudaMemcpyPeer(void* destination, int destinationDevice, const void* source,
                           int sourceDevice, size_t bytes) {
  return copy_peer(destination, destinationDevice, source, sourceDevice, bytes, nullptr,
                   Wait::kForCompletion);
}

cudaError_t cudaMemcpyPeerAsync(void* destination, int destinationDevice, const void* source,
                                int sourceDevice, size_t bytes, cudaStream_t stream) {
  return copy_peer(destination, destinationDevice, source, sourceDevice, bytes, stream,
                   Wait::kNotAtAll);
}

cudaError_t cudaMemcpy2D(void* destination, size_t destinationPitch, const void* source,
                         size_t sourcePitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_2d(destination, destinationPitch, source, sourcePitch, width, height, kind, nullptr,
                 Wait::kForCompletion);
}

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destinationPitch, const void* source,
                              size_t sourcePitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return copy_2d(destination, destinationPitch, source, sourcePitch, width, height, kind, stream,
                 Wait::kNotAtAll);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_3d(parameters, nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_3d(parameters, stream, Wait::kNotAtAll);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  return copy_3d_peer(parameters, nullptr, Wait::kForCompletion);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  return copy_3d_peer(parameters, stream, Wait::kNotAtAll);
}
