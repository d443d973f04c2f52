// SPDX-License-Identifier: Apache-2.0
/// What the checked image announces, seen by functions that stand in for the machine's. All kernels
/// here run from that image.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "simt/abi/kernel_abi.h"

namespace {

/// An access, with `bytes` as the machine would learn them.
struct Event {
  const void* address;
  std::uint64_t bytes;
  const simt_site_record* site;
};

std::mutex mutex;
std::vector<Event>* events = nullptr;
const simt_image_record* fast_image = nullptr;
const simt_image_record* checked_image = nullptr;

void note(const Event& event) {
  const std::lock_guard lock(mutex);
  if (events != nullptr) events->push_back(event);
}

using Registration = void (*)(const simt_image_record*);

Registration machine_function(const char* name) {
  return reinterpret_cast<Registration>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void simt_access(const void* address, const simt_site_record* site) {
  note({address, site->size, site});
}
void simt_access_range(const void* address, std::uint64_t bytes, const simt_site_record* site) {
  note({address, bytes, site});
}
void simt_fence(const simt_site_record* site) { note({nullptr, 0, site}); }

/// Lets the runtime see the checked image only, as if it were the fast one.
void simt_register_image(const simt_image_record* image) {
  if (image->kind == SIMT_IMAGE_FAST) {
    fast_image = image;
    return;
  }
  static simt_image_record disguised;
  disguised = *image;
  disguised.kind = SIMT_IMAGE_FAST;
  checked_image = image;
  machine_function("simt_register_image")(&disguised);
}
void simt_unregister_image(const simt_image_record*) {}

}  // extern "C"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

/// Runs one thread of a kernel; returns what it announced.
template <class... Parameters, class... Arguments>
std::vector<Event> announced(void (*kernel)(Parameters...), Arguments... arguments) {
  std::vector<Event> seen;
  events = &seen;
  kernel<<<1, 1>>>(arguments...);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  events = nullptr;
  return seen;
}

/// Managed memory of 64 words, numbered from 0.
class Accesses : public testing::Test {
 protected:
  Accesses() {
    EXPECT_EQ(cudaMallocManaged(&data, 64 * sizeof(int)), cudaSuccess);
    for (int i = 0; i < 64; ++i) data[i] = i;
  }
  ~Accesses() override { EXPECT_EQ(cudaFree(data), cudaSuccess); }

  int* data = nullptr;
};

testing::Matcher<Event> access(simt_access_kind kind, const void* address, std::uint64_t bytes) {
  return AllOf(Field("address", &Event::address, address), Field("bytes", &Event::bytes, bytes),
               Field("site", &Event::site, Field("kind", &simt_site_record::kind, kind)));
}

__global__ void add_neighbours(int* data) { data[0] = data[1] + data[2]; }

TEST_F(Accesses, AreAnnouncedInOrder) {
  EXPECT_THAT(announced(add_neighbours, data), ElementsAre(access(SIMT_ACCESS_READ, data + 1, 4),
                                                           access(SIMT_ACCESS_READ, data + 2, 4),
                                                           access(SIMT_ACCESS_WRITE, data, 4)));
  EXPECT_EQ(data[0], 3);
}

__global__ void repeat(int* data) {
  data[0] = 1;
  data[0] = 2;
  const int unused = data[1];
  data[2] = data[1] + data[1];
  for (int i = 0; i < 3; ++i) data[3] = data[1];
}

TEST_F(Accesses, AreThoseOfTheSource) {
  std::map<simt_access_kind, int> counts;
  for (const Event& event : announced(repeat, data)) ++counts[event.site->kind];
  EXPECT_EQ(counts[SIMT_ACCESS_READ], 1 + 2 + 3);
  EXPECT_EQ(counts[SIMT_ACCESS_WRITE], 2 + 1 + 3);
}

constexpr unsigned increment_line = __LINE__ + 1;
__device__ __forceinline__ void increment(int* word) { *word += 1; }
constexpr unsigned twice_line = __LINE__ + 1;
__device__ __forceinline__ void twice(int* word) { increment(word); }
constexpr unsigned inlining_line = __LINE__ + 1;
__global__ void inlining(int* data) { twice(data); }

TEST_F(Accesses, KnowTheirPlace) {
  const std::vector<Event> seen = announced(inlining, data);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_NE(seen[0].site, seen[1].site);
  for (const Event& event : seen) {
    const simt_site_record& site = *event.site;
    EXPECT_THAT(site.file, EndsWith("accesses.cu"));
    EXPECT_THAT(site.function, HasSubstr("9incrementEPi"));
    EXPECT_EQ(site.line, increment_line);
    EXPECT_EQ(site.column, 62u);
    ASSERT_NE(site.inlined_at, nullptr);
    const simt_site_record& outer = *site.inlined_at;
    EXPECT_THAT(outer.function, HasSubstr("5twiceEPi"));
    EXPECT_EQ(outer.line, twice_line);
    ASSERT_NE(outer.inlined_at, nullptr);
    EXPECT_THAT(outer.inlined_at->function, HasSubstr("8inliningEPi"));
    EXPECT_EQ(outer.inlined_at->line, inlining_line);
    EXPECT_EQ(outer.inlined_at->inlined_at, nullptr);
    EXPECT_EQ(site.inlined_at, seen[0].site->inlined_at);
  }
}

struct Parameters {
  int values[8];
  float4 vector;
};

__device__ __forceinline__ void store_through(int& to, int value) { to = value; }

__global__ void locals_only(Parameters parameters, int index) {
  int array[8];
  volatile int sum = 0;
  Parameters copy = parameters;
  parameters.values[index & 7] = 1;
  for (int i = 0; i < 8; ++i) array[(i + index) & 7] = parameters.values[i] + copy.values[i];
  int scalar = 0;
  store_through(scalar, array[index & 7]);
  int& alias = scalar;
  alias += static_cast<int>(copy.vector.x);
  sum = sum + alias;
}

TEST_F(Accesses, LeaveLocalsOut) {
  EXPECT_THAT(announced(locals_only, Parameters{}, 3), IsEmpty());
}

__global__ void copy_vector(const float4* from, float4* to) { to[1] = from[0]; }

__global__ void change_vector(float4* vectors) {
  float4 vector = vectors[0];
  vector.x += 1;
  vectors[1] = vector;
}

TEST_F(Accesses, OfVectorsAreWhole) {
  float4* vectors = reinterpret_cast<float4*>(data);
  const auto read_then_write =
      ElementsAre(access(SIMT_ACCESS_READ, data, 16), access(SIMT_ACCESS_WRITE, data + 4, 16));
  EXPECT_THAT(announced(copy_vector, vectors, vectors), read_then_write);
  EXPECT_THAT(announced(change_vector, vectors), read_then_write);
}

__global__ void copy_and_fill(int* data, unsigned long bytes) {
  memcpy(data, data + 8, bytes);
  memset(data + 16, 0, bytes);
}

TEST_F(Accesses, OfRangesHaveTheirLength) {
  const std::vector<Event> seen = announced(copy_and_fill, data, 28ul);
  EXPECT_THAT(
      seen, ElementsAre(access(SIMT_ACCESS_READ, data + 8, 28), access(SIMT_ACCESS_WRITE, data, 28),
                        access(SIMT_ACCESS_WRITE, data + 16, 28)));
  for (const Event& event : seen) EXPECT_EQ(event.site->size, 0u);
}

constexpr unsigned atomics_line = __LINE__ + 2;
__global__ void atomics(int* data) {
  atomicAdd_block(data, 1);
  atomicAdd(data, 1);
  atomicCAS_system(data, 2, 3);
  __threadfence_block();
  __threadfence();
  __threadfence_system();
}

TEST_F(Accesses, OfAtomicsAndFencesHaveTheirScope) {
  const std::vector<Event> seen = announced(atomics, data);
  ASSERT_EQ(seen.size(), 6u);
  for (unsigned i = 0; i < 6; ++i) {
    const simt_site_record& site = *seen[i].site;
    EXPECT_EQ(site.kind, i < 3 ? SIMT_ACCESS_ATOMIC_UPDATE : SIMT_ACCESS_FENCE);
    EXPECT_EQ(site.scope, i % 3);
    EXPECT_EQ(site.size, i < 3 ? 4u : 0u);
    EXPECT_EQ(site.line, atomics_line + i);
    EXPECT_EQ(site.inlined_at, nullptr);
  }
  EXPECT_EQ(data[0], 3);
}

__global__ void atomic_reads(int* data) {
  __atomic_store_n(data, __atomic_load_n(data + 1, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

TEST_F(Accesses, OfAtomicLoadsAndStores) {
  // What releases is a fence as well.
  EXPECT_THAT(announced(atomic_reads, data),
              ElementsAre(access(SIMT_ACCESS_ATOMIC_READ, data + 1, 4),
                          access(SIMT_ACCESS_FENCE, nullptr, 0),
                          access(SIMT_ACCESS_ATOMIC_WRITE, data, 4)));
}

__global__ void volatile_access(volatile int* data) { data[0] = data[1]; }

TEST_F(Accesses, KnowWhatIsVolatile) {
  for (const Event& event : announced(volatile_access, data))
    EXPECT_EQ(event.site->flags, SIMT_ACCESS_VOLATILE);
  for (const Event& event : announced(add_neighbours, data)) EXPECT_EQ(event.site->flags, 0);
}

__device__ int global_word = 5;
__constant__ int constant_word = 6;

__global__ void spaces(int* data) {
  __shared__ int shared_words[2];
  extern __shared__ int dynamic_words[];
  shared_words[data[1] & 1] = global_word;
  data[0] = constant_word;
  int* either = data[2] != 0 ? shared_words : dynamic_words;
  *either = 1;
}

TEST_F(Accesses, KnowTheirAddressSpace) {
  std::vector<simt_address_space> seen;
  for (const Event& event : announced(spaces, data)) seen.push_back(event.site->space);
  EXPECT_THAT(seen, testing::UnorderedElementsAre(SIMT_ADDRESS_UNKNOWN, SIMT_ADDRESS_GLOBAL,
                                                  SIMT_ADDRESS_SHARED, SIMT_ADDRESS_CONSTANT,
                                                  SIMT_ADDRESS_UNKNOWN, SIMT_ADDRESS_UNKNOWN,
                                                  SIMT_ADDRESS_SHARED));
  EXPECT_EQ(data[0], 6);
}

__device__ void set_word(int* word) { *word = 7; }
__device__ void (*const volatile table[1])(int*) = {set_word};

__global__ void call_through_pointer(int* data) { table[0](data); }

TEST_F(Accesses, OfFunctionsCalledThroughPointers) {
  const std::vector<Event> seen = announced(call_through_pointer, data);
  ASSERT_FALSE(seen.empty());
  EXPECT_THAT(seen.back(), access(SIMT_ACCESS_WRITE, data, 4));
  EXPECT_EQ(data[0], 7);
}

struct Shape {
  __device__ virtual int area() const { return side; }
  int side;
};

__global__ void virtual_call(Shape* shape, int* data) {
  new (shape) Shape;
  shape->side = 3;
  data[63] = shape->area();
}

TEST_F(Accesses, DoNotIncludeVirtualTables) {
  for (const Event& event : announced(virtual_call, reinterpret_cast<Shape*>(data), data)) {
    const auto* address = static_cast<const int*>(event.address);
    EXPECT_TRUE(address >= data && address < data + 64) << event.site->line;
  }
  EXPECT_EQ(data[63], 3);
}

__global__ void pass_on(int* data, int threads) {
  __shared__ int turn;
  const int i = threadIdx.x;
  if (i == 0) turn = 0;
  __syncthreads();
  while (atomicAdd(&turn, 0) != i) {
  }
  data[i] = threads - i;
  __threadfence();
  atomicAdd(&turn, 1);
}

TEST_F(Accesses, LeaveBarriersAndSpinLoopsWorking) {
  pass_on<<<1, 64>>>(data, 64);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(data[i], 64 - i);
}

/// Uses its shared memory through a pointer only that nothing reads.
__global__ void __launch_bounds__(96, 2) attributes(char, double) {
  __shared__ int words[10];
  int* pointer = words;
  if (pointer == nullptr) __trap();
}

TEST(Images, AgreeOnTheirKernels) {
  cudaFuncAttributes unused_memory;
  ASSERT_EQ(cudaFuncGetAttributes(&unused_memory, attributes), cudaSuccess);
  EXPECT_EQ(unused_memory.sharedSizeBytes, 40u);
  ASSERT_NE(fast_image, nullptr);
  ASSERT_NE(checked_image, nullptr);
  EXPECT_EQ(checked_image->kind, SIMT_IMAGE_CHECKED);
  EXPECT_STREQ(fast_image->module_id, checked_image->module_id);
  EXPECT_EQ(fast_image->variable_count, checked_image->variable_count);
  ASSERT_EQ(fast_image->kernel_count, checked_image->kernel_count);
  for (std::uint64_t i = 0; i < fast_image->kernel_count; ++i) {
    const simt_kernel_record& fast = fast_image->kernels[i];
    const simt_kernel_record& checked = checked_image->kernels[i];
    EXPECT_STREQ(fast.name, checked.name);
    EXPECT_EQ(checked.block_entry, nullptr) << fast.name;
    EXPECT_EQ(fast.static_shared_bytes, checked.static_shared_bytes) << fast.name;
    EXPECT_EQ(fast.max_threads_per_block, checked.max_threads_per_block) << fast.name;
    EXPECT_EQ(fast.min_blocks_per_multiprocessor, checked.min_blocks_per_multiprocessor);
    EXPECT_EQ(fast.parameter_bytes, checked.parameter_bytes) << fast.name;
    EXPECT_EQ(fast.parameter_count, checked.parameter_count) << fast.name;
  }
}

}  // namespace
