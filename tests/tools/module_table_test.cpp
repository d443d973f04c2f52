// SPDX-License-Identifier: Apache-2.0
/// Modules with two images.
#include "backends/emulator/module_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace simt {
namespace {

constexpr std::size_t kMemoryBytes = std::size_t{1} << 20;

/// One image of a module with a kernel, linked shared memory, and two variables: a word, and a
/// pointer to that word.
struct Image {
  explicit Image(simt_image_kind kind, const std::uint64_t& initial_word) {
    kernel.name = "kernel";
    variables[0].name = "word";
    variables[0].initial_value = &initial_word;
    variables[1].name = "pointer";
    variables[1].relocations = &relocation;
    variables[1].relocation_count = 1;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      variables[i].cell = &cells[i];
      variables[i].size = sizeof(std::uint64_t);
      variables[i].alignment = alignof(std::uint64_t);
    }
    record = {.abi_version = SIMT_ABI_VERSION,
              .kind = kind,
              .module_id = "module",
              .source = "module.cu",
              .kernels = &kernel,
              .kernel_count = 1,
              .variables = variables.data(),
              .variable_count = variables.size(),
              .linked_shared_begin = &linked_shared_begin,
              .linked_shared_bytes = 64,
              .linked_shared_alignment = 8};
  }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  std::uint64_t& word() { return *static_cast<std::uint64_t*>(cells[0]); }

  std::array<void*, 2> cells{};
  std::uint64_t linked_shared_begin = ~std::uint64_t{0};
  simt_kernel_record kernel{};
  simt_relocation_record relocation{.offset = 0, .target_cell = &cells[0], .addend = 0};
  std::array<simt_variable_record, 2> variables{};
  simt_image_record record{};
};

class ModuleTableTest : public testing::Test {
 protected:
  std::uint64_t fast_word = 1;
  std::uint64_t checked_word = 2;
  Image fast{SIMT_IMAGE_FAST, fast_word};
  Image checked{SIMT_IMAGE_CHECKED, checked_word};
  MemoryMap memory{kMemoryBytes, 1};
};

TEST_F(ModuleTableTest, ImagesShareVariables) {
  for (const bool use_checked : {false, true}) {
    for (const bool fast_first : {false, true}) {
      ModuleTable table(memory, 0, use_checked);
      EXPECT_EQ(table.load(fast_first ? fast.record : checked.record), cudaSuccess);
      EXPECT_EQ(table.load(fast_first ? checked.record : fast.record), cudaSuccess);
      EXPECT_EQ(fast.cells, checked.cells);
      EXPECT_EQ(fast.linked_shared_begin, 0u);
      EXPECT_EQ(checked.linked_shared_begin, 0u);
      EXPECT_EQ(table.variable_addresses().size(), 2u);
      EXPECT_EQ(fast.word(), use_checked ? checked_word : fast_word);
      EXPECT_EQ(*static_cast<void**>(fast.cells[1]), fast.cells[0]);
      fast.word() = 9;
      table.reinitialise();
      EXPECT_EQ(fast.word(), use_checked ? checked_word : fast_word);
      EXPECT_EQ(table.find_kernel("module", "kernel"),
                use_checked ? &checked.kernel : &fast.kernel);
      table.unload(fast.record);
      EXPECT_TRUE(table.has_module("module"));
      EXPECT_EQ(table.find_kernel("module", "kernel"), &checked.kernel);
      EXPECT_EQ(table.variable_addresses().size(), 2u);
      table.unload(checked.record);
      EXPECT_FALSE(table.has_module("module"));
      EXPECT_TRUE(table.variable_addresses().empty());
    }
  }
}

TEST_F(ModuleTableTest, TheFastImageRunsWhereThereIsNoOther) {
  ModuleTable table(memory, 0, /*checked=*/true);
  EXPECT_EQ(table.load(fast.record), cudaSuccess);
  EXPECT_EQ(table.find_kernel("module", "kernel"), &fast.kernel);
  EXPECT_EQ(fast.word(), fast_word);
  table.unload(fast.record);
}

TEST_F(ModuleTableTest, RefusesImagesThatDiffer) {
  checked.variables[0].size = 4;
  ModuleTable table(memory, 0);
  EXPECT_EQ(table.load(fast.record), cudaSuccess);
  testing::internal::CaptureStderr();
  EXPECT_EQ(table.load(checked.record), cudaErrorInvalidKernelImage);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "simt: error: module.cu: its images have different variables; compile it again\n");
  table.unload(fast.record);
}

TEST_F(ModuleTableTest, ComplainsOnceOfBothImages) {
  fast.record.abi_version = checked.record.abi_version = SIMT_ABI_VERSION + 1;
  ModuleTable table(memory, 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(table.load(fast.record), cudaErrorInvalidKernelImage);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  EXPECT_EQ(table.load(checked.record), cudaErrorInvalidKernelImage);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace simt
