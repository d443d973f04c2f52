// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/token.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace simt {
namespace {

Token sample() {
  Token token{.program = 0xdeadbeef, .launch = 3, .input = 0x12, .run_seed = 7, .schedule = {}};
  token.schedule.blocks = parse_strategy("random");
  token.schedule.warps = parse_strategy("pct:5");
  token.schedule.lanes = parse_strategy("race-ahead");
  token.schedule.seed = 0xfedcba9876543210;
  token.schedule.steps = 3583;
  token.schedule.fill = 99;
  token.schedule.spin_delay = 8;
  token.schedule.split_active_masks = true;
  token.schedule.late_stores = true;
  token.schedule.deviating = true;
  token.schedule.deviations = {{kNobody, 0, 4097}, {33, 5, 0}};
  return token;
}

TEST(Token, IsReadBackAsWritten) {
  EXPECT_EQ(parse_token(to_text(sample())), sample());
  EXPECT_EQ(parse_token(to_text(Token{})), Token{});
}

TEST(Token, OfAWholeProgramHasAnOrderOfStreams) {
  Token token = sample();
  token.launch = 0;
  token.streams = StreamOrder::kLate;
  EXPECT_EQ(strategies_of(token), "late/random/pct:5/race-ahead");
  EXPECT_EQ(parse_token(to_text(token)), token);
  std::string unknown = to_text(token);
  unknown.replace(unknown.find("late"), 4, "soon");
  EXPECT_THROW(parse_token(unknown), std::invalid_argument);
  EXPECT_THROW(require_schedule(token), std::invalid_argument);
}

TEST(Token, OfAnotherShapeHasItsExtents) {
  Token token = sample();
  token.schedule.shape = {{3, 1, 1}, {33, 2, 1}};
  EXPECT_NE(to_text(token).find("s,3.1.1.33.2.1,"), std::string::npos);
  EXPECT_EQ(parse_token(to_text(token)), token);
  EXPECT_THROW(require_schedule(token), std::invalid_argument);
  for (const char* bad : {"3.1.1.33.2", "0.1.1.33.2.1", "1.1.1.33.33.1", "x.1.1.33.2.1"}) {
    std::string text = to_text(token);
    text.replace(text.find("3.1.1.33.2.1"), 12, bad);
    EXPECT_THROW(parse_token(text), std::invalid_argument) << bad;
  }
}

TEST(Token, NeedsNoQuotesInAShell) {
  EXPECT_EQ(to_text(sample()).find_first_of(" \t\n\"'`$&|;<>()*?[]{}!#~\\"), std::string::npos);
}

TEST(Token, SaysWhatIsWrong) {
  const auto complaint = [](const std::string& text) {
    try {
      parse_token(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(complaint("").find("does not begin with 'simt1,'"), std::string::npos);
  EXPECT_NE(complaint("simt2,0,0").find("does not begin with 'simt1,'"), std::string::npos);
  const std::string good = to_text(sample());
  EXPECT_NE(complaint(good.substr(0, 30)).find("cut off"), std::string::npos);
  EXPECT_NE(complaint(good + ",12").find("THREAD@STEP=THREAD"), std::string::npos);
  EXPECT_NE(complaint(good + ",1@x=2").find("'x' is not a number"), std::string::npos);
  std::string unknown = good;
  unknown.replace(unknown.find("pct:5"), 5, "fates");
  EXPECT_NE(complaint(unknown).find("no such strategy"), std::string::npos);
}

}  // namespace
}  // namespace simt
