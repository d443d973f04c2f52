// SPDX-License-Identifier: Apache-2.0
/// The files of a run: a directory for intermediate ones, and outputs that appear only when
/// complete.
#pragma once

#include <string>

namespace simt::cc {

struct Invocation;

/// Removed when the object dies, unless intermediate files are to be kept. Fails with kOutput.
class Workspace {
 public:
  explicit Workspace(const Invocation& invocation);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Path of an intermediate file.
  std::string file(const std::string& name) const { return directory_ + "/" + name; }

 private:
  std::string directory_;
  bool remove_ = false;
};

/// A file that is written under another name beside it and takes its place in commit(). Fails with
/// kOutput where it cannot be written.
class OutputFile {
 public:
  /// Writes nothing and gives the final path with `dryrun`.
  OutputFile(std::string path, bool dryrun);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  /// Where to write.
  const std::string& temporary_path() const { return temporary_path_; }
  void commit();

 private:
  std::string path_;
  std::string temporary_path_;
  bool pending_ = false;
};

/// Fails with kOutput.
void write_file(const std::string& path, const std::string& contents);
/// Fails with kInput.
std::string read_file(const std::string& path);

}  // namespace simt::cc
