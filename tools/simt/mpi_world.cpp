// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/mpi_world.h"

#ifdef SIMT_HAS_MPI
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "tools/simt/explored_program.h"

namespace simt {
namespace {

/// What launchers tell the processes that they start: Open MPI's, those of MPICH's family, and
/// those that speak PMIx.
constexpr std::array kLauncherVariables = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};

bool launched_by_mpi() {
  return std::ranges::any_of(kLauncherVariables,
                             [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace

#ifdef SIMT_HAS_MPI

std::unique_ptr<MpiWorld> MpiWorld::join() {
  return launched_by_mpi() ? std::unique_ptr<MpiWorld>(new MpiWorld) : nullptr;
}

MpiWorld::MpiWorld() {
  MPI_Init(nullptr, nullptr);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  shard_ = {static_cast<std::uint64_t>(rank) + 1, static_cast<std::uint64_t>(size)};
}

MpiWorld::~MpiWorld() {
  wait_for_all();
  if (interruption() == 0) MPI_Finalize();
}

void MpiWorld::wait_for_all() {
  if (waited_) return;
  waited_ = true;
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  // MPI waits by spinning, and the processor belongs to those that still work.
  for (int all = 0; interruption() == 0;) {
    MPI_Test(&request, &all, MPI_STATUS_IGNORE);
    if (all != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

#else

std::unique_ptr<MpiWorld> MpiWorld::join() {
  if (launched_by_mpi())
    throw std::invalid_argument(
        "an MPI launcher started this process, and simt was built without MPI: give each process "
        "a part with --shard, or build simt where CMake finds MPI");
  return nullptr;
}

MpiWorld::MpiWorld() = default;
MpiWorld::~MpiWorld() = default;
void MpiWorld::wait_for_all() {}

#endif

}  // namespace simt
