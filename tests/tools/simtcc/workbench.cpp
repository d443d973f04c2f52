// SPDX-License-Identifier: Apache-2.0
/// Runs simtcc in directories of its own.
#include "workbench.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace {

fs::path make_directory() {
  std::string name = testing::TempDir() + "simtcc-test-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  return name;
}

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

Workbench::Workbench()
    : directory_(make_directory()), temporary_(make_directory()), cache_(make_directory()) {}

Workbench::~Workbench() {
  fs::remove_all(directory_);
  fs::remove_all(temporary_);
  fs::remove_all(cache_);
}

Outcome Workbench::shell(const std::string& command) const {
  const fs::path output = directory_.string() + ".out";
  const fs::path errors = directory_.string() + ".err";
  const std::string line = "cd '" + directory_.string() + "' && export TMPDIR='" +
                           temporary_.string() + "' XDG_CACHE_HOME='" + cache_.string() +
                           "' && { " + command + "; } >'" + output.string() + "' 2>'" +
                           errors.string() + "'";
  const int status = std::system(line.c_str());
  Outcome outcome = {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                     contents(output), contents(errors)};
  fs::remove(output);
  fs::remove(errors);
  return outcome;
}

Outcome Workbench::simtcc(const std::string& arguments) const {
  return shell("'" SIMTCC "' " + arguments);
}

void Workbench::write(const std::string& name, const std::string& text) const {
  fs::create_directories((directory_ / name).parent_path());
  std::ofstream(directory_ / name) << text;
}

std::string Workbench::read(const std::string& name) const { return contents(directory_ / name); }

bool Workbench::exists(const std::string& name) const { return fs::exists(directory_ / name); }

std::vector<std::string> Workbench::files() const { return names_in(directory_); }

std::vector<std::string> Workbench::leftovers() const { return names_in(temporary_); }

void Workbench::write_fake_clang(const std::string& version, const std::string& script) const {
  write("clang", "#!/bin/sh\nif [ \"$1\" = -dumpversion ]; then echo " + version +
                     "; exit 0; fi\n" + script + "\n");
  fs::permissions(directory_ / "clang", fs::perms::owner_all);
}
