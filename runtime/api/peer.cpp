// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Peer Device Memory Access". A device is no peer of itself, and
/// there is no other one.
#include "runtime/api/runtime.h"

cudaError_t cudaDeviceCanAccessPeer(int* canAccess, int device, int peer) {
  return simt::on_device([=](simt::Runtime&) {
    if (canAccess == nullptr) return cudaErrorInvalidValue;
    if (device != 0 || peer != 0) return cudaErrorInvalidDevice;
    *canAccess = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return simt::on_device([=](simt::Runtime&) {
    if (flags != 0) return cudaErrorInvalidValue;
    return peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return simt::on_device([=](simt::Runtime&) {
    return peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
  return simt::on_device([=](simt::Runtime&) {
    if (value == nullptr || attribute < cudaDevP2PAttrPerformanceRank ||
        attribute > cudaDevP2PAttrCudaArrayAccessSupported)
      return cudaErrorInvalidValue;
    // Both have to exist and to be different ones.
    static_cast<void>(source);
    static_cast<void>(destination);
    return cudaErrorInvalidDevice;
  });
}
