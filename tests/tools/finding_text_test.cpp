// SPDX-License-Identifier: Apache-2.0
/// Findings as text: what a reader must be able to find in it.
#include <gtest/gtest.h>

#include <filesystem>

#include "simt/report/text.h"

namespace simt {
namespace {

Finding divergence() {
  Finding finding;
  finding.kind = FindingKind::kBarrierDivergence;
  finding.cause = "16 of 32 threads cannot reach the barrier";
  finding.kernel = "_Z4hangPi";
  finding.places = {{{1, 2, 3}, {4, 5, 6}, {"a.cu", 12, 7, "_Z4hangPi"}, "waits at the barrier"},
                    {{1, 2, 3}, {5, 5, 6}, {}, "has ended"}};
  finding.seed = 42;
  return finding;
}

TEST(FindingText, IsADiagnosticWithTheThreadsAndTheSeed) {
  EXPECT_EQ(to_text(divergence()),
            "a.cu:12:7: error: barrier divergence: 16 of 32 threads cannot reach the barrier\n"
            "  kernel hang(int*)\n"
            "  block (1,2,3), thread (4,5,6) waits at the barrier at a.cu:12:7 in hang(int*)\n"
            "  block (1,2,3), thread (5,5,6) has ended\n"
            "  seed 42: rerun with SIMT_SEED=42\n");
}

TEST(FindingText, SaysSimtWhereNoLineIsKnown) {
  Finding finding = divergence();
  finding.places.clear();
  EXPECT_TRUE(to_text(finding).starts_with("simt: error: barrier divergence: "));
}

TEST(FindingText, LeavesOutAColumnThatIsNotKnown) {
  Finding finding = divergence();
  finding.places[0].where.column = 0;
  EXPECT_TRUE(to_text(finding).starts_with("a.cu:12: error: "));
}

TEST(FindingText, NamesFilesBelowTheWorkingDirectoryRelativeToIt) {
  Finding finding = divergence();
  finding.places[0].where.file = (std::filesystem::current_path() / "src" / "a.cu").string();
  EXPECT_TRUE(to_text(finding).starts_with("src/a.cu:12:7: error: "));
}

TEST(FindingText, ShowsAFewThreadsAndCountsTheOthers) {
  Finding finding = divergence();
  finding.places.resize(9, finding.places[0]);
  EXPECT_NE(to_text(finding).find("  and 1 more thread\n"), std::string::npos);
  finding.places.resize(1024, finding.places[0]);
  EXPECT_NE(to_text(finding).find("  and 1016 more threads\n"), std::string::npos);
}

TEST(FindingText, KeepsANameThatIsNotMangled) {
  Finding finding = divergence();
  finding.kernel = "plain";
  EXPECT_NE(to_text(finding).find("  kernel plain\n"), std::string::npos);
}

}  // namespace
}  // namespace simt
