// SPDX-License-Identifier: Apache-2.0
/// What a process shows from outside: printf output and when it comes, environment variables, the
/// end of a process with work left. The first argument says what to do.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

__global__ void say(int value) { printf("kernel %d\n", value); }
__global__ void store(int* x) { *x = 1; }
__global__ void spin(volatile int* flag) {
  while (*flag == 0) {
  }
}

/// Uses the device in a child process, which ends by exit() as others do.
void use_in_child() {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int* memory = nullptr;
    const cudaError_t allocated = cudaMalloc(&memory, sizeof *memory);
    store<<<64, 64>>>(memory);
    printf("child %d %d ", static_cast<int>(allocated), static_cast<int>(cudaDeviceSynchronize()));
    exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("status %d\n", WEXITSTATUS(status));
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "synchronize") {
    say<<<1, 1>>>(1);
    printf("host 1\n");
    cudaDeviceSynchronize();
    printf("host 2\n");
  } else if (what == "reset") {
    say<<<1, 1>>>(2);
    cudaDeviceReset();
  } else if (what == "leave") {
    say<<<1, 1>>>(3);
  } else if (what == "leave_spinning") {
    int* flag;
    cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
    *flag = 0;
    spin<<<1, 1>>>(flag);
    while (cudaStreamQuery(nullptr) != cudaErrorNotReady) {
    }
  } else if (what == "fork_after_use" || what == "fork_before_use") {
    if (what == "fork_before_use") use_in_child();
    int* memory = nullptr;
    cudaMalloc(&memory, sizeof *memory);
    store<<<64, 64>>>(memory);
    cudaDeviceSynchronize();
    if (what == "fork_after_use") use_in_child();
    store<<<64, 64>>>(memory);
    printf("parent %d\n", static_cast<int>(cudaDeviceSynchronize()));
  } else if (what == "blocking") {
    store<<<1, 1>>>(nullptr);
    printf("launch %d\n", static_cast<int>(cudaGetLastError()));
  } else if (what == "count") {
    int count = -1;
    const cudaError_t error = cudaGetDeviceCount(&count);
    printf("count %d error %d\n", count, static_cast<int>(error));
    void* memory;
    printf("malloc %d\n", static_cast<int>(cudaMalloc(&memory, 4)));
  }
  printf("end\n");
}
