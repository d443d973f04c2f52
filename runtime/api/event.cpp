// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Event Management".
#include "runtime/api/event.h"

#include "runtime/api/handle_table.h"
#include "runtime/api/stream.h"

namespace simt {
namespace {

constexpr unsigned kKnownFlags =
    cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

HandleTable<CUevent_st>& events() {
  static auto* table = new HandleTable<CUevent_st>;
  return *table;
}

/// on_device() with what the handle stands for.
template <class Body>
cudaError_t on_event(cudaEvent_t handle, Body&& body) {
  return on_device([&](Runtime& state) -> cudaError_t {
    const auto found = find_event(handle);
    return found ? body(state, *found->event) : cudaErrorInvalidResourceHandle;
  });
}

bool has_time(const Runtime& state, const CUevent_st& event) {
  return (event.flags & cudaEventDisableTiming) == 0 && state.backend->recorded(*event.event);
}

}  // namespace

std::shared_ptr<CUevent_st> find_event(cudaEvent_t handle) { return events().find(handle); }

void forget_events() { events().clear(); }

}  // namespace simt

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return simt::on_device([=](simt::Runtime& state) {
    if (event == nullptr || (flags & ~simt::kKnownFlags) != 0) return cudaErrorInvalidValue;
    if ((flags & cudaEventInterprocess) != 0) return simt::unsupported("cudaEventInterprocess");
    *event = simt::events().add(
        std::make_shared<CUevent_st>(CUevent_st{state.backend->create_event(), flags}));
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream& queue) {
    const auto found = simt::find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventRecordDefault) return cudaErrorInvalidValue;
    state.backend->record(*found->event, queue);
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return simt::on_event(event, [](simt::Runtime& state, simt::Event& mark) {
    const bool finished = state.backend->finished(mark);
    const cudaError_t error = state.backend->error();
    return error == cudaSuccess && !finished ? cudaErrorNotReady : error;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return simt::on_event(event, [](simt::Runtime& state, simt::Event& mark) {
    state.backend->synchronize(mark);
    return state.backend->error();
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return simt::on_device([=](simt::Runtime&) {
    return simt::events().remove(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return simt::on_device([=](simt::Runtime& state) {
    const auto first = simt::find_event(start);
    const auto last = simt::find_event(end);
    if (!first || !last) return cudaErrorInvalidResourceHandle;
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (!simt::has_time(state, *first) || !simt::has_time(state, *last))
      return cudaErrorInvalidResourceHandle;
    if (!state.backend->finished(*first->event) || !state.backend->finished(*last->event))
      return cudaErrorNotReady;
    *milliseconds = state.backend->elapsed(*first->event, *last->event);
    return cudaSuccess;
  });
}
