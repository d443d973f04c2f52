// SPDX-License-Identifier: Apache-2.0
/// A directory of its own for each test, and simtcc run in it as a user runs it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

struct Outcome {
  int status;
  std::string output;
  std::string errors;
};

class Workbench : public testing::Test {
 protected:
  Workbench();
  ~Workbench() override;

  /// Runs a command line of the shell in the directory.
  Outcome shell(const std::string& command) const;
  /// Runs simtcc with arguments written for the shell.
  Outcome simtcc(const std::string& arguments) const;

  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  /// Names of the files in the directory, hidden ones included, sorted.
  std::vector<std::string> files() const;
  /// Files that simtcc left in the directory for temporary ones.
  std::vector<std::string> leftovers() const;
  /// A program that answers -dumpversion like Clang, and anything else with `script`.
  void write_fake_clang(const std::string& version, const std::string& script) const;

  const std::filesystem::path& directory() const { return directory_; }
  /// The user's cache directory.
  const std::filesystem::path& cache() const { return cache_; }

 private:
  std::filesystem::path directory_;
  std::filesystem::path temporary_;
  std::filesystem::path cache_;
};
