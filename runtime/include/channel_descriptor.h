// SPDX-License-Identifier: Apache-2.0
/// Channel descriptors of element types. CUDA Runtime API reference, "cudaCreateChannelDesc [C++
/// API]".
#pragma once

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                            cudaChannelFormatKind kind) {
  return cudaChannelFormatDesc{x, y, z, w, kind};
}

template <class T>
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define SIMT_CHANNELS(type, element, count, kind)                                      \
  template <>                                                                          \
  inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                \
    constexpr int bits = 8 * static_cast<int>(sizeof(element));                        \
    return cudaCreateChannelDesc(bits, (count) > 1 ? bits : 0, (count) > 2 ? bits : 0, \
                                 (count) > 3 ? bits : 0, cudaChannelFormatKind##kind); \
  }
#define SIMT_CHANNELS_OF_VECTORS(name, element, kind) \
  SIMT_CHANNELS(name##1, element, 1, kind)            \
  SIMT_CHANNELS(name##2, element, 2, kind)            \
  SIMT_CHANNELS(name##4, element, 4, kind)
#define SIMT_CHANNELS_OF(name, element, kind) \
  SIMT_CHANNELS(element, element, 1, kind)    \
  SIMT_CHANNELS_OF_VECTORS(name, element, kind)
SIMT_CHANNELS(char, char, 1, Signed)
SIMT_CHANNELS_OF(char, signed char, Signed)
SIMT_CHANNELS_OF(uchar, unsigned char, Unsigned)
SIMT_CHANNELS_OF(short, short, Signed)
SIMT_CHANNELS_OF(ushort, unsigned short, Unsigned)
SIMT_CHANNELS_OF(int, int, Signed)
SIMT_CHANNELS_OF(uint, unsigned int, Unsigned)
SIMT_CHANNELS_OF(float, float, Float)
#undef SIMT_CHANNELS_OF
#undef SIMT_CHANNELS_OF_VECTORS
#undef SIMT_CHANNELS
#endif
