// SPDX-License-Identifier: Apache-2.0
/// What the compiler's host pass calls to launch kernels and to register a module's kernels and
/// variables; defined in runtime/api/registration.cpp and runtime/api/launch.cpp.
#pragma once

#include "driver_types.h"

#pragma GCC visibility push(default)
extern "C" {
/// Keeps the configuration of <<<>>> until the kernel's host stub takes it; 0 means go on. Clang
/// looks it up by this name, so that the second form, for a default stream per thread, is told
/// apart below the language.
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedBytes = 0,
                                     void* stream = nullptr)
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    __asm__("__cudaPushCallConfiguration_ptsz")
#endif
        ;
cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedBytes,
                                       void* stream);

void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** module);
void __cudaUnregisterFatBinary(void** module);
void __cudaRegisterFunction(void** module, const char* hostFunction, char* deviceFunction,
                            const char* deviceName, int threadLimit, uint3* threadId,
                            uint3* blockId, dim3* blockDim, dim3* gridDim, int* warpSize);
void __cudaRegisterVar(void** module, char* hostVariable, char* deviceAddress,
                       const char* deviceName, int isExternal, size_t bytes, int isConstant,
                       int isGlobal);

/// Registers the module of an object compiled with -rdc=true.
void simt_register_linked_binary(void (*register_globals)(void*), void* wrapper, void* module_id,
                                 void (*callback)(void**));
/// Has host code reach a __managed__ variable through `*pointer`.
void simt_register_managed_variable(const char* module_id, const char* name, void** pointer);
}
#pragma GCC visibility pop
