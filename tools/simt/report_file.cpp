// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/report_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace simt {

ReportFile::ReportFile(const std::string& name)
    : name_(name), file_(name.empty() ? stderr : std::fopen(name.c_str(), "w")) {
  if (file_ == nullptr)
    throw std::invalid_argument(fmt::format("{}: {}", name, std::strerror(errno)));
}

ReportFile::~ReportFile() {
  if (file_ != nullptr && file_ != stderr) std::fclose(file_);
}

void ReportFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0)
    return;
  const std::string why = std::strerror(errno);
  // What was found is not lost with the file.
  if (file_ != stderr) std::fputs(text.c_str(), stderr);
  throw std::runtime_error(fmt::format("{}: {}", name_.empty() ? "standard error" : name_, why));
}

}  // namespace simt
