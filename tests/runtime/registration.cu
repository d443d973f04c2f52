// SPDX-License-Identifier: Apache-2.0
/// Modules that cannot be used: corrupt, from another version of simtcc, without device code. Each
/// is a message and an error of its own.
#include <cstring>
#include <string>
#include <vector>

#include "expect.h"
#include "simt/abi/fat_binary.h"
#include "simt/abi/kernel_abi.h"

namespace {

std::uint64_t fnv1a(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

/// A module registered as the compiler's host pass would, with one kernel whose stub is `stub`.
class Registered {
 public:
  explicit Registered(std::uint32_t abi_version = SIMT_ABI_VERSION) {
    const std::string contents = std::string("test-module") + '\0' + "9.9" + '\0';
    simt_fat_binary_header header{};
    std::memcpy(header.magic, SIMT_FAT_BINARY_MAGIC, sizeof header.magic);
    header.abi_version = abi_version;
    header.size = static_cast<std::uint32_t>(sizeof header + contents.size());
    header.checksum = fnv1a(contents);
    blob_.resize(header.size);
    std::memcpy(blob_.data(), &header, sizeof header);
    std::memcpy(blob_.data() + sizeof header, contents.data(), contents.size());
  }
  ~Registered() {
    if (module_ != nullptr) __cudaUnregisterFatBinary(module_);
  }

  /// What launching the kernel answers and what is written to stderr on the way.
  cudaError_t launch(std::string& message) {
    testing::internal::CaptureStderr();
    module_ = __cudaRegisterFatBinary(&wrapper_);
    __cudaRegisterFunction(module_, &stub, nullptr, "kernel", -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
    __cudaRegisterFatBinaryEnd(module_);
    wrapper_.data = blob_.data();
    const cudaError_t error =
        cudaLaunchKernel(static_cast<const void*>(&stub), dim3(1), dim3(1), nullptr, 0, nullptr);
    message = testing::internal::GetCapturedStderr();
    EXPECT_EQ(cudaGetLastError(), error);
    return error;
  }

  std::vector<char>& blob() { return blob_; }
  const void* data() { return wrapper_.data = blob_.data(); }

 private:
  static inline char stub = 0;
  std::vector<char> blob_;
  simt_fat_binary_wrapper wrapper_{SIMT_FAT_BINARY_WRAPPER_MAGIC, 1, nullptr, nullptr};
  void** module_ = nullptr;
};

void expect(Registered& module, cudaError_t error, const char* text) {
  module.data();
  std::string message;
  EXPECT_EQ(module.launch(message), error);
  EXPECT_NE(message.find(text), std::string::npos) << message;
}

TEST(Registration, WithoutDeviceCode) {
  Registered module;
  expect(module, cudaErrorNoKernelImageForDevice, "no device code of module test-module");
}

TEST(Registration, CorruptContents) {
  Registered module;
  module.blob().back() ^= 1;
  expect(module, cudaErrorInvalidKernelImage, "corrupt");
}

TEST(Registration, CorruptHeader) {
  Registered module;
  module.blob()[0] ^= 1;
  expect(module, cudaErrorInvalidKernelImage, "corrupt or was not made by simtcc");
}

TEST(Registration, OtherVersion) {
  Registered module(SIMT_ABI_VERSION + 1);
  expect(module, cudaErrorInvalidKernelImage, "another version of simtcc");
}

TEST(Registration, ImageOfAnotherVersion) {
  simt_image_record image{};
  image.abi_version = SIMT_ABI_VERSION + 1;
  image.module_id = "test-module";
  image.source = "test.cu";
  testing::internal::CaptureStderr();
  simt_register_image(&image);
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_NE(message.find("test.cu: compiled by another version of simtcc"), std::string::npos)
      << message;
  Registered module;
  expect(module, cudaErrorNoKernelImageForDevice, "no device code");
}

TEST(Registration, TooManyConstants) {
  void* cell = nullptr;
  simt_variable_record variable{};
  variable.name = "table";
  variable.cell = &cell;
  variable.size = 65537;
  variable.space = SIMT_SPACE_CONSTANT;
  simt_image_record image{};
  image.abi_version = SIMT_ABI_VERSION;
  image.module_id = "test-module";
  image.source = "test.cu";
  image.variables = &variable;
  image.variable_count = 1;
  testing::internal::CaptureStderr();
  simt_register_image(&image);
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_NE(message.find("65537 bytes of __constant__"), std::string::npos) << message;
}

TEST(Registration, VariablesPointToEachOtherAcrossImages) {
  void *first_cell = nullptr, *second_cell = nullptr;
  const int values[2] = {3, 4};
  const simt_relocation_record relocation{0, &second_cell, 4};
  simt_variable_record first{"first",           &first_cell, 8,           8,
                             SIMT_SPACE_GLOBAL, nullptr,     &relocation, 1};
  simt_variable_record second{"second", &second_cell, 8, 4, SIMT_SPACE_GLOBAL, values, nullptr, 0};
  simt_image_record one{SIMT_ABI_VERSION, SIMT_IMAGE_FAST, "one", "one.cu", nullptr, 0, &first, 1};
  simt_image_record two{SIMT_ABI_VERSION, SIMT_IMAGE_FAST, "two", "two.cu", nullptr, 0, &second, 1};
  simt_register_image(&one);
  simt_register_image(&two);
  int* pointer = nullptr;
  int value = 0;
  EXPECT_CUDA_SUCCESS(cudaMemcpy(&pointer, first_cell, 8, cudaMemcpyDeviceToHost));
  EXPECT_EQ(pointer, static_cast<int*>(second_cell) + 1);
  EXPECT_CUDA_SUCCESS(cudaMemcpy(&value, pointer, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 4);
  simt_unregister_image(&two);
  simt_unregister_image(&one);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(&value, pointer, 4, cudaMemcpyDeviceToHost));
}

}  // namespace
