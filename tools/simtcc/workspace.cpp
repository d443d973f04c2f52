// SPDX-License-Identifier: Apache-2.0
/// Temporary directories and outputs that appear whole.
#include "tools/simtcc/workspace.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>

#include "tools/simtcc/failure.h"
#include "tools/simtcc/invocation.h"

namespace simt::cc {
namespace fs = llvm::sys::fs;

Workspace::Workspace(const Invocation& invocation) {
  const bool keep = invocation.keep || !invocation.keep_directory.empty();
  if (keep) {
    directory_ = invocation.keep_directory.empty() ? "." : invocation.keep_directory;
    if (const std::error_code error = fs::create_directories(directory_)) {
      fail(ExitStatus::kOutput, "cannot create directory '{}': {}", directory_, error.message());
    }
    return;
  }
  if (invocation.dryrun) {
    directory_ = "<temporary>";
    return;
  }
  llvm::SmallString<128> directory;
  if (const std::error_code error = fs::createUniqueDirectory("simtcc", directory)) {
    fail(ExitStatus::kOutput, "cannot create a temporary directory: {}", error.message());
  }
  directory_ = directory.str().str();
  remove_ = true;
}

Workspace::~Workspace() {
  if (remove_) static_cast<void>(fs::remove_directories(directory_));
}

OutputFile::OutputFile(std::string path, bool dryrun) : path_(std::move(path)) {
  temporary_path_ = path_;
  if (dryrun) return;
  if (fs::is_directory(path_)) {
    fail(ExitStatus::kOutput, "cannot write '{}': it is a directory", path_);
  }
  if (fs::exists(path_) && !fs::is_regular_file(path_)) return;  // e.g. /dev/null
  llvm::SmallString<128> temporary;
  // Keeps the extension, which tools look at.
  const std::string model = (llvm::sys::path::parent_path(path_).empty()
                                 ? std::string()
                                 : llvm::sys::path::parent_path(path_).str() + "/") +
                            ".simtcc-%%%%%%%%" + llvm::sys::path::extension(path_).str();
  fs::createUniquePath(model, temporary, /*MakeAbsolute=*/false);
  int descriptor = 0;
  const std::error_code error = fs::openFileForWrite(temporary, descriptor, fs::CD_CreateNew);
  if (error) fail(ExitStatus::kOutput, "cannot write '{}': {}", path_, error.message());
  static_cast<void>(fs::closeFile(descriptor));
  temporary_path_ = temporary.str().str();
  llvm::sys::RemoveFileOnSignal(temporary_path_);
  pending_ = true;
}

OutputFile::~OutputFile() {
  if (!pending_) return;
  static_cast<void>(fs::remove(temporary_path_));
  llvm::sys::DontRemoveFileOnSignal(temporary_path_);
}

void OutputFile::commit() {
  if (!pending_) return;
  if (const std::error_code error = fs::rename(temporary_path_, path_)) {
    fail(ExitStatus::kOutput, "cannot write '{}': {}", path_, error.message());
  }
  llvm::sys::DontRemoveFileOnSignal(temporary_path_);
  pending_ = false;
}

void write_file(const std::string& path, const std::string& contents) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (!error) {
    stream << contents;
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error) fail(ExitStatus::kOutput, "cannot write '{}': {}", path, error.message());
}

std::string read_file(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    fail(ExitStatus::kInput, "cannot read '{}': {}", path, buffer.getError().message());
  }
  return (*buffer)->getBuffer().str();
}

}  // namespace simt::cc
