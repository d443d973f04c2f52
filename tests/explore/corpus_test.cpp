// SPDX-License-Identifier: Apache-2.0
/// The file of schedules that failed: what is added is there, and nothing is lost.
#include "simt/explore/corpus.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace simt {
namespace {

class CorpusFile : public testing::Test {
 protected:
  CorpusFile() : directory_(testing::TempDir() + "simt_corpus." + std::to_string(getpid())) {
    std::filesystem::create_directory(directory_);
  }
  ~CorpusFile() override { std::filesystem::remove_all(directory_); }

  std::string file() const { return directory_ + "/corpus"; }
  std::string contents() const {
    std::ifstream file(this->file());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(file()) << text; }
  /// How many files there are.
  auto files() const {
    return std::distance(std::filesystem::directory_iterator(directory_),
                         std::filesystem::directory_iterator());
  }
  std::string error_of(auto&& action) const {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

 private:
  std::string directory_;
};

KnownFailure failure(std::string kernel, std::uint64_t seed) {
  KnownFailure failure{.kernel = std::move(kernel), .token = {}};
  failure.token.schedule.seed = seed;
  return failure;
}

TEST_F(CorpusFile, IsEmptyWhereThereIsNone) { EXPECT_TRUE(Corpus(file()).of("T.a").empty()); }

TEST_F(CorpusFile, HoldsWhatWasAddedByTest) {
  const Corpus corpus(file());
  corpus.add("T.a", {failure("f(int*)", 1), failure("g", 2)});
  corpus.add("T.b", {failure("f(int*)", 3)});
  const auto of_a = corpus.of("T.a");
  ASSERT_EQ(of_a.size(), 2u);
  EXPECT_EQ(of_a[0].kernel, "f(int*)");
  EXPECT_EQ(of_a[0].token, failure("", 1).token);
  ASSERT_EQ(corpus.of("T.b").size(), 1u);
  EXPECT_EQ(corpus.of("T.b")[0].token.schedule.seed, 3u);
  EXPECT_EQ(files(), 1);
}

TEST_F(CorpusFile, HoldsEachScheduleOnce) {
  const Corpus corpus(file());
  corpus.add("T.a", {failure("f", 1)});
  KnownFailure again = failure("f", 1);
  again.token.program = 99;
  corpus.add("T.a", {again, failure("f", 2)});
  EXPECT_EQ(corpus.of("T.a").size(), 2u);
}

TEST_F(CorpusFile, IsNotMadeForNothing) {
  Corpus(file()).add("T.a", {});
  EXPECT_EQ(files(), 0);
}

TEST_F(CorpusFile, NamesWithSeparatorsStayOneField) {
  const Corpus corpus(file());
  corpus.add("T\ta\n", {failure("f\tg", 1)});
  EXPECT_EQ(corpus.of("T\ta\n").size(), 1u);
  EXPECT_EQ(corpus.of("T a ").size(), 1u);
}

TEST_F(CorpusFile, ALineInErrorIsNamed) {
  write("# fine\nT.a\tf\n");
  EXPECT_EQ(error_of([&] { Corpus(file()).of("T.a"); }),
            "corpus " + file() + ":2: expected TEST<tab>KERNEL<tab>TOKEN");
  write("T.a\tf\tnonsense\n");
  EXPECT_NE(error_of([&] { Corpus(file()).of("T.a"); }).find(":1: 'nonsense' is not a token"),
            std::string::npos);
}

TEST_F(CorpusFile, IsAsItWasWhereThereIsNoRoomForMore) {
  const Corpus corpus(file());
  corpus.add("T.a", {failure("f", 1)});
  const std::string before = contents();
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{.rlim_cur = before.size() + 10, .rlim_max = limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of([&] { corpus.add("T.a", {failure("f", 2)}); });
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, "corpus " + file() + ": File too large");
  EXPECT_EQ(contents(), before);
  EXPECT_EQ(files(), 1) << "nothing half-written is left";
}

}  // namespace
}  // namespace simt
