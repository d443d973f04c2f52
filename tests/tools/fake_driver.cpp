// SPDX-License-Identifier: Apache-2.0
/// Stands in for the CUDA driver: FAKE_RESULT is what initialising answers, FAKE_DEVICES how many
/// devices it counts.
#include <cstdio>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int cuInit(unsigned) { return FAKE_RESULT; }

EXPORT int cuDeviceGetCount(int* count) {
  *count = FAKE_DEVICES;
  return 0;
}

EXPORT int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}

EXPORT int cuDeviceGetName(char* name, int size, int device) {
  std::snprintf(name, static_cast<unsigned>(size), "Fake %d", device);
  return 0;
}

EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device) {
  *value = attribute == 75 ? 9 : device;
  return 0;
}

EXPORT int cuGetErrorName(int, const char** name) {
  *name = "FAKE_ERROR";
  return 0;
}
