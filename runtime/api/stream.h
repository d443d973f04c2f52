// SPDX-License-Identifier: Apache-2.0
/// Streams by handle. CUDA Programming Guide, "Streams", "Default Stream".
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "runtime/api/runtime.h"

struct CUstream_st {
  std::shared_ptr<simt::Stream> stream;
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  unsigned long long id = 0;
  std::mutex mutex;
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
};

namespace simt {

/// Greatest priority; the least is 0.
inline constexpr int kGreatestPriority = -5;

/// While one lives, the default stream of its thread is the thread's own.
class PerThreadDefaultStream {
 public:
  PerThreadDefaultStream();
  ~PerThreadDefaultStream();
  PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
  PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;
};

/// The stream that a handle means to this thread, default streams included; null for no handle.
std::shared_ptr<CUstream_st> find_stream(cudaStream_t handle);

/// on_device() with the stream, or cudaErrorInvalidResourceHandle: `body(runtime, stream)`.
template <class Body>
cudaError_t on_stream(cudaStream_t handle, Body&& body) {
  return on_device([&](Runtime& state) -> cudaError_t {
    const auto found = find_stream(handle);
    if (!found) return cudaErrorInvalidResourceHandle;
    return body(state, *found->stream);
  });
}

/// Invalidates all handles, for a device reset.
void forget_streams();
void forget_events();

}  // namespace simt
