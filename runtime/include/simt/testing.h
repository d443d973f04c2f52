// SPDX-License-Identifier: Apache-2.0
/// Tests that run kernels under many schedules. For host code, in .cu files and in others; with
/// GoogleTest there are assertions:
///
///   TEST(Sum, DoesNotDependOnTheSchedule) {
///     ...
///     EXPECT_SCHEDULE_INVARIANT(sum<<<blocks, threads>>>(values, total));
///     EXPECT_EQ(*total, 42);
///   }
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#pragma GCC visibility push(default)

namespace simt {

struct ExplorationOptions {
  /// Schedules of each launch; 0: the setting SIMT_SCHEDULES.
  std::uint64_t schedules = 0;
  /// Of all schedules; 0: the setting SIMT_SEED.
  std::uint64_t seed = 0;
  /// Ends exploring after this many seconds; 0: does not.
  double seconds = 0;
  /// Explores no further once something failed.
  bool until_failure = false;
  /// Explores only launches of kernels whose name contains this.
  std::string kernel;
  /// Strategies that choose blocks, warps and lanes, as `simt fuzz` names them; empty: a mixture.
  std::string blocks;
  std::string warps;
  std::string lanes;
  /// Whether stores may reach other threads late, until a fence or a barrier, as CUDA's memory
  /// model lets them.
  bool late_stores = true;
  /// Differences of floating-point results that count as rounding: relative, absolute, and in units
  /// in the last place.
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
  std::uint64_t ulp_tolerance = 0;
  /// Processes that run schedules at a time; 0: one a core.
  unsigned jobs = 0;
  /// File of schedules that failed: those of `test` are run first, and new ones are added. Empty:
  /// the setting SIMT_CORPUS, and no file where that is empty too.
  std::string corpus;
  /// What the corpus calls this exploration.
  std::string test;
};

/// One way in which a launch failed.
struct ExplorationFailure {
  /// As the programmer wrote it.
  std::string kernel;
  /// Counted from 1 over the process.
  std::uint64_t launch = 0;
  /// In one sentence, and in several lines.
  std::string summary;
  std::string text;
  /// The line to look at first; empty and 0 where none is known.
  std::string file;
  std::uint32_t line = 0;
  /// The launch ended with an error, or killed the process; otherwise its results differ.
  bool is_finding = false;
  /// How many schedules failed so; all of them where `token` is empty and the canonical one fails.
  std::uint64_t count = 0;
  /// Shows it again with `simt replay`, for the same program with the same arguments.
  std::string token;
};

class ExplorationResult {
 public:
  ExplorationResult(std::uint64_t launches, std::uint64_t schedules, bool complete,
                    std::vector<ExplorationFailure> failures, std::string text);

  /// Launches that were explored, and schedules of all of them.
  std::uint64_t launches() const { return launches_; }
  std::uint64_t schedules() const { return schedules_; }
  /// Rounding within the tolerance is none.
  const std::vector<ExplorationFailure>& failures() const { return failures_; }
  /// Launches were explored, none was passed over, and nothing failed.
  bool passed() const { return complete_ && failures_.empty(); }
  /// The same, where results may differ: only launches that end with an error count.
  bool has_no_findings() const;
  /// The report, as `simt fuzz` prints it.
  const std::string& text() const { return text_; }

 private:
  std::uint64_t launches_;
  std::uint64_t schedules_;
  bool complete_;
  std::vector<ExplorationFailure> failures_;
  std::string text_;
};

std::ostream& operator<<(std::ostream& stream, const ExplorationResult& result);

/// Calls `body` once and waits for all its work. Every launch in it is run under many schedules
/// from the memory that it found, in child processes; in this process memory is left as the
/// canonical schedule leaves it, so that what comes next sees one result.
///
/// Throws std::invalid_argument where an option is in error, std::runtime_error where the corpus
/// cannot be read, std::logic_error inside the body of another call, and whatever `body` throws. A
/// corpus that cannot be written is a line in the report. Under `simt fuzz`, `simt replay` and
/// `simt shrink`, which decide on schedules themselves, `body` is just run and the result passes.
ExplorationResult explore(const ExplorationOptions& options, const std::function<void()>& body);

// GoogleTest's names.
// NOLINTBEGIN(readability-identifier-naming)
/// Matchers for EXPECT_THAT.
struct ScheduleInvariantMatcher {
  using is_gtest_matcher = void;
  bool MatchAndExplain(const ExplorationResult& result, std::ostream*) const {
    return result.passed();
  }
  void DescribeTo(std::ostream* stream) const;
  void DescribeNegationTo(std::ostream* stream) const;
};
struct NoFindingsMatcher {
  using is_gtest_matcher = void;
  bool MatchAndExplain(const ExplorationResult& result, std::ostream*) const {
    return result.has_no_findings();
  }
  void DescribeTo(std::ostream* stream) const;
  void DescribeNegationTo(std::ostream* stream) const;
};
inline ScheduleInvariantMatcher IsScheduleInvariant() { return {}; }
inline NoFindingsMatcher HasNoFindings() { return {}; }
// NOLINTEND(readability-identifier-naming)

}  // namespace simt

#pragma GCC visibility pop

// Assertions for GoogleTest, whose header the test includes. The last argument is a statement, in
// braces where there are several; those named _WITH take ExplorationOptions first. The corpus calls
// the exploration what GoogleTest calls the test.
#define EXPECT_SCHEDULE_INVARIANT(...) \
  EXPECT_SCHEDULE_INVARIANT_WITH(::simt::ExplorationOptions{}, __VA_ARGS__)
#define ASSERT_SCHEDULE_INVARIANT(...) \
  ASSERT_SCHEDULE_INVARIANT_WITH(::simt::ExplorationOptions{}, __VA_ARGS__)
#define EXPECT_NO_FINDINGS(...) EXPECT_NO_FINDINGS_WITH(::simt::ExplorationOptions{}, __VA_ARGS__)
#define ASSERT_NO_FINDINGS(...) ASSERT_NO_FINDINGS_WITH(::simt::ExplorationOptions{}, __VA_ARGS__)

#define EXPECT_SCHEDULE_INVARIANT_WITH(options, ...) \
  SIMT_TESTING_ASSERTION_(passed, ADD_FAILURE(), options, __VA_ARGS__)
#define ASSERT_SCHEDULE_INVARIANT_WITH(options, ...) \
  SIMT_TESTING_ASSERTION_(passed, FAIL(), options, __VA_ARGS__)
#define EXPECT_NO_FINDINGS_WITH(options, ...) \
  SIMT_TESTING_ASSERTION_(has_no_findings, ADD_FAILURE(), options, __VA_ARGS__)
#define ASSERT_NO_FINDINGS_WITH(options, ...) \
  SIMT_TESTING_ASSERTION_(has_no_findings, FAIL(), options, __VA_ARGS__)

namespace simt {
namespace testing_internal {

/// A result that a condition can hold, and whether it is as it should be.
struct Checked {
  ExplorationResult result;
  bool holds;
  explicit operator bool() const { return holds; }
};

template <class TestInfo>
Checked check(ExplorationOptions options, const TestInfo* test,
              bool (ExplorationResult::*condition)() const, const std::function<void()>& body) {
  if (options.test.empty() && test != nullptr)
    options.test = std::string(test->test_suite_name()) + "." + test->name();
  const ExplorationResult result = explore(options, body);
  return {result, (result.*condition)()};
}

}  // namespace testing_internal
}  // namespace simt

// The form that GoogleTest gives its own, so that an `else` of the test's finds its own `if`.
#define SIMT_TESTING_ASSERTION_(condition, failure, options, ...)                 \
  switch (0)                                                                      \
  case 0:                                                                         \
  default:                                                                        \
    if (const ::simt::testing_internal::Checked simt_testing_checked =            \
            ::simt::testing_internal::check(                                      \
                options, ::testing::UnitTest::GetInstance()->current_test_info(), \
                &::simt::ExplorationResult::condition, [&] { __VA_ARGS__; }))     \
      ;                                                                           \
    else                                                                          \
      failure << simt_testing_checked.result
