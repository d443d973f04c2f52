// SPDX-License-Identifier: Apache-2.0
#include "simt/abi/builtin_variables.h"

thread_local simt_index3 threadIdx{};
thread_local simt_index3 blockIdx{};
thread_local simt_index3 blockDim{};
thread_local simt_index3 gridDim{};
thread_local char* simt_shared = nullptr;
thread_local char* simt_linked_shared = nullptr;
thread_local char* simt_dynamic_shared = nullptr;
thread_local std::uint32_t simt_poll_budget = 0;
thread_local std::uint8_t simt_spun = 0;
