// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Stream Management".
#include "runtime/api/stream.h"

#include <algorithm>
#include <atomic>

#include "runtime/api/event.h"
#include "runtime/api/handle_table.h"

namespace simt {
namespace {

constexpr unsigned long long kLegacyId = 1;
constexpr unsigned long long kFirstOwnId = 2;

thread_local int per_thread_depth = 0;

HandleTable<CUstream_st>& streams() {
  static auto* table = new HandleTable<CUstream_st>;
  return *table;
}

std::shared_ptr<CUstream_st> make_stream(unsigned flags, int priority) {
  static std::atomic<unsigned long long> next_id{kFirstOwnId};
  auto stream = std::make_shared<CUstream_st>();
  stream->stream = runtime().backend->create_stream(
      {.blocking = (flags & cudaStreamNonBlocking) == 0, .priority = priority});
  stream->flags = flags;
  stream->priority = priority;
  stream->id = next_id++;
  return stream;
}

const std::shared_ptr<CUstream_st>& legacy_stream() {
  static auto* stream = [] {
    auto made = std::make_shared<CUstream_st>();
    made->stream = runtime().backend->legacy_stream();
    made->id = kLegacyId;
    return new std::shared_ptr<CUstream_st>(std::move(made));
  }();
  return *stream;
}

const std::shared_ptr<CUstream_st>& own_stream() {
  thread_local const auto stream = make_stream(cudaStreamDefault, 0);
  return stream;
}

cudaError_t create(cudaStream_t* handle, unsigned flags, int priority) {
  return on_device([&](Runtime&) {
    if (handle == nullptr || (flags & ~unsigned{cudaStreamNonBlocking}) != 0)
      return cudaErrorInvalidValue;
    *handle = streams().add(make_stream(flags, std::clamp(priority, kGreatestPriority, 0)));
    return cudaSuccess;
  });
}

/// on_device() with what the handle stands for.
template <class Body>
cudaError_t on_handle(cudaStream_t handle, Body&& body) {
  return on_device([&](Runtime&) -> cudaError_t {
    const auto found = find_stream(handle);
    return found ? body(*found) : cudaErrorInvalidResourceHandle;
  });
}

bool is_stream_attribute(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeAccessPolicyWindow ||
         attribute == cudaLaunchAttributeSynchronizationPolicy ||
         attribute == cudaLaunchAttributePriority ||
         attribute == cudaLaunchAttributeMemSyncDomainMap ||
         attribute == cudaLaunchAttributeMemSyncDomain;
}

}  // namespace

PerThreadDefaultStream::PerThreadDefaultStream() { ++per_thread_depth; }
PerThreadDefaultStream::~PerThreadDefaultStream() { --per_thread_depth; }

std::shared_ptr<CUstream_st> find_stream(cudaStream_t handle) {
  if (handle == cudaStreamLegacy || (handle == nullptr && per_thread_depth == 0))
    return legacy_stream();
  if (handle == cudaStreamPerThread || handle == nullptr) return own_stream();
  return streams().find(handle);
}

void forget_streams() { streams().clear(); }

}  // namespace simt

using simt::on_handle;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return simt::create(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return simt::create(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return simt::create(stream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return simt::on_device([=](simt::Runtime&) {
    return simt::streams().remove(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return simt::on_stream(stream, [](simt::Runtime& state, simt::Stream& queue) {
    state.backend->synchronize(queue);
    return state.backend->error();
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return simt::on_stream(stream, [](simt::Runtime& state, simt::Stream& queue) {
    const bool finished = state.backend->finished(queue);
    const cudaError_t error = state.backend->error();
    return error == cudaSuccess && !finished ? cudaErrorNotReady : error;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream& queue) {
    const auto found = simt::find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventWaitDefault) return cudaErrorInvalidValue;
    state.backend->wait_for(queue, *found->event);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return on_handle(stream, [=](const CUstream_st& found) {
    if (priority == nullptr) return cudaErrorInvalidValue;
    *priority = found.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return on_handle(stream, [=](const CUstream_st& found) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = found.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return on_handle(stream, [=](const CUstream_st& found) {
    if (id == nullptr) return cudaErrorInvalidValue;
    *id = found.id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return on_handle(stream, [=](const CUstream_st&) {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return on_handle(stream, [=](CUstream_st& found) {
    if (value == nullptr || !simt::is_stream_attribute(attribute)) return cudaErrorInvalidValue;
    const std::lock_guard lock(found.mutex);
    const auto known = found.attributes.find(attribute);
    *value = known == found.attributes.end() ? cudaStreamAttrValue{} : known->second;
    if (attribute == cudaLaunchAttributePriority) value->priority = found.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return on_handle(stream, [=](CUstream_st& found) {
    if (value == nullptr || !simt::is_stream_attribute(attribute)) return cudaErrorInvalidValue;
    const std::lock_guard lock(found.mutex);
    if (attribute == cudaLaunchAttributePriority)
      found.priority = std::clamp(value->priority, simt::kGreatestPriority, 0);
    else
      found.attributes[attribute] = *value;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
  return on_handle(destination, [=](CUstream_st& to) {
    const auto from = simt::find_stream(source);
    if (!from) return cudaErrorInvalidResourceHandle;
    if (from.get() == &to) return cudaSuccess;
    const std::scoped_lock lock(to.mutex, from->mutex);
    to.attributes = from->attributes;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return on_handle(stream, [=](const CUstream_st&) {
    if (status == nullptr) return cudaErrorInvalidValue;
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes,
                                     unsigned int flags) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream&) {
    const simt::MemoryPlace place = state.backend->find(pointer);
    const bool whole = bytes == 0 || bytes == place.bytes;
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    if (place.kind != simt::MemoryKind::kManaged || place.bytes == 0 || !whole || !known)
      return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}
