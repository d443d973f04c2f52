// SPDX-License-Identifier: Apache-2.0
/// Programs that make it hard to explore them: awkward_program MODE, where the launch depends on
/// the schedule and the process forks before it ("forks") or after it ("forks_late"), or is killed
/// in the end ("aborts").
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

/// Who comes last?
__global__ void race(int* last) { *last = threadIdx.x; }

static int run_race() {
  int* last = nullptr;
  if (cudaMalloc(&last, sizeof(int)) != cudaSuccess) return 5;
  race<<<1, 64>>>(last);
  int winner = -1;
  if (cudaMemcpy(&winner, last, sizeof winner, cudaMemcpyDeviceToHost) != cudaSuccess) return 6;
  return winner >= 0 ? 0 : 7;
}

/// What `child` returns in a child process.
template <class Child>
static int in_child(Child child) {
  const pid_t process = fork();
  if (process == 0) std::exit(child());
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 8;
}

int main(int, char** arguments) {
  const std::string_view mode = arguments[1];
  if (mode == "forks") {
    const int of_child = in_child(run_race);
    return of_child != 0 ? of_child : run_race();
  }
  if (const int status = run_race(); status != 0) return status;
  if (mode == "forks_late")
    return in_child([] {
      int* memory = nullptr;
      return cudaMalloc(&memory, 4) == cudaErrorInitializationError ? 0 : 9;
    });
  std::abort();
}
