// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/corpus.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "simt/explore/storage_error.h"

namespace simt {
namespace {

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

/// Keeps other processes that do so too out of a directory.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& directory)
      : directory_(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (directory_ >= 0 && flock(directory_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~DirectoryLock() {
    if (directory_ >= 0) close(directory_);
  }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int directory_;
};

/// What would end a field becomes a space.
std::string field(std::string_view text) {
  std::string field(text);
  std::ranges::replace_if(field, [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return field;
}

std::string contents_of(std::FILE* file) {
  std::string contents;
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, file)) != 0;)
    contents.append(buffer, got);
  return contents;
}

bool write_all(const std::string& name, const std::string& contents) {
  File file(std::fopen(name.c_str(), "w"), &std::fclose);
  if (!file) return false;
  if (std::fwrite(contents.data(), 1, contents.size(), file.get()) != contents.size()) return false;
  if (std::fflush(file.get()) != 0 || fsync(fileno(file.get())) != 0) return false;
  return std::fclose(file.release()) == 0;
}

}  // namespace

void Corpus::fail(int error) const {
  throw StorageError(fmt::format("corpus {}: {}", file_, std::strerror(error)));
}

std::vector<Corpus::Line> Corpus::read() const {
  const File file(std::fopen(file_.c_str(), "r"), &std::fclose);
  if (!file && errno == ENOENT) return {};
  if (!file) fail(errno);
  // A device may have no end.
  if (!std::filesystem::is_regular_file(file_))
    throw StorageError(fmt::format("corpus {}: not a regular file", file_));
  const std::string contents = contents_of(file.get());
  if (std::ferror(file.get()) != 0) fail(errno);
  std::vector<Line> lines;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < contents.size();) {
    const std::size_t end = std::min(contents.find('\n', begin), contents.size());
    const std::string line = contents.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    if (second == std::string::npos)
      throw StorageError(
          fmt::format("corpus {}:{}: expected TEST<tab>KERNEL<tab>TOKEN", file_, number));
    try {
      lines.push_back({line.substr(0, first),
                       {.kernel = line.substr(first + 1, second - first - 1),
                        .token = parse_token(std::string_view(line).substr(second + 1))}});
    } catch (const std::invalid_argument& error) {
      throw StorageError(fmt::format("corpus {}:{}: {}", file_, number, error.what()));
    }
  }
  return lines;
}

std::vector<KnownFailure> Corpus::of(std::string_view test) const {
  std::vector<KnownFailure> failures;
  for (Line& line : read())
    if (line.test == field(test)) failures.push_back(std::move(line.failure));
  return failures;
}

void Corpus::add(std::string_view test, const std::vector<KnownFailure>& failures) const {
  const auto directory = std::filesystem::absolute(file_).parent_path();
  const DirectoryLock lock(directory);
  std::vector<Line> lines = read();
  const std::size_t before = lines.size();
  for (const KnownFailure& failure : failures) {
    Line fresh{field(test), {field(failure.kernel), failure.token}};
    const bool known = std::ranges::any_of(lines, [&](const Line& line) {
      return line.test == fresh.test && line.failure.kernel == fresh.failure.kernel &&
             line.failure.token.schedule == fresh.failure.token.schedule;
    });
    if (!known) lines.push_back(std::move(fresh));
  }
  if (lines.size() == before) return;
  std::string contents = "# Schedules that made tests fail: test, kernel, token.\n";
  for (const Line& line : lines)
    contents +=
        fmt::format("{}\t{}\t{}\n", line.test, line.failure.kernel, to_text(line.failure.token));
  const std::string fresh = fmt::format("{}.{}.new", file_, getpid());
  if (write_all(fresh, contents) && std::rename(fresh.c_str(), file_.c_str()) == 0) return;
  const int error = errno;
  std::remove(fresh.c_str());
  fail(error);
}

}  // namespace simt
