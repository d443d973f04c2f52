// SPDX-License-Identifier: Apache-2.0
/// The precompiled prelude saves time and changes nothing else.
#include <gmock/gmock.h>

#include <fstream>

#include "workbench.h"

namespace fs = std::filesystem;

namespace {

using testing::HasSubstr;
using testing::Not;

class PrecompiledPrelude : public Workbench {
 protected:
  PrecompiledPrelude() { write("a.cu", "__global__ void kernel(int* p) { *p = 1; }\n"); }

  /// The commands of a run that must succeed.
  std::string commands(const std::string& arguments) const {
    const Outcome outcome = simtcc("-v -c a.cu " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    return outcome.errors;
  }

  std::vector<fs::path> cached(const std::string& extension) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(cache() / "simt")) {
      if (entry.path().extension() == extension) found.push_back(entry.path());
    }
    return found;
  }
};

TEST_F(PrecompiledPrelude, IsMadeOnSecondSightAndGivesTheSameObject) {
  EXPECT_THAT(commands("-o 1.o -MD -MF 1.d -MT a"), Not(HasSubstr(".pch")));
  EXPECT_TRUE(cached(".pch").empty());
  // The output's name is part of the module's.
  fs::rename(directory() / "1.o", directory() / "first.o");
  EXPECT_THAT(commands("-o 1.o -MD -MF 2.d -MT a"), HasSubstr("-emit-pch"));
  EXPECT_EQ(cached(".pch").size(), 2U);
  const std::string third = commands("-o 1.o -MD -MF 2.d -MT a");
  EXPECT_THAT(third, Not(HasSubstr("-emit-pch")));
  EXPECT_THAT(third, HasSubstr("-include-pch"));
  EXPECT_TRUE(read("first.o") == read("1.o"));
  for (const char* part : {"a: \\\n  a.cu \\\n", "simt/prelude.h", "stdlib.h"}) {
    EXPECT_THAT(read("1.d"), HasSubstr(part));
    EXPECT_THAT(read("2.d"), HasSubstr(part));
  }
}

TEST_F(PrecompiledPrelude, DependsOnMacros) {
  commands("");
  commands("");
  EXPECT_THAT(commands("-DNDEBUG"), Not(HasSubstr("-include-pch")));
}

TEST_F(PrecompiledPrelude, IsNotUsedWhereAHeaderIsHidden) {
  write("mine/cstdlib", "#include_next <cstdlib>\n#define MINE 1\n");
  write("a.cu", "static_assert(MINE == 1, \"\");\n");
  for (int run = 0; run < 3; ++run) commands("-Imine");
}

TEST_F(PrecompiledPrelude, IsMadeAgainWhenAHeaderChanges) {
  commands("");
  commands("");
  const std::vector<fs::path> lists = cached(".headers");
  ASSERT_EQ(lists.size(), 2U);
  for (const fs::path& list : lists)
    std::ofstream(list, std::ios::app) << "0 0 " << list.string() << "\n";
  EXPECT_THAT(commands(""), HasSubstr("-emit-pch"));
}

TEST_F(PrecompiledPrelude, ThatIsBrokenIsNotMissed) {
  commands("");
  commands("");
  for (const fs::path& header : cached(".pch")) std::ofstream(header) << "broken";
  const Outcome outcome = simtcc("-c a.cu");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.errors, "");
}

TEST_F(PrecompiledPrelude, NeedsNoCache) {
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(shell("XDG_CACHE_HOME=/dev/null '" SIMTCC "' -c a.cu").status, 0);
  }
}

}  // namespace
