// SPDX-License-Identifier: Apache-2.0
/// Campaigns in the formats that other programs read.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/explore/campaign_report.h"

namespace simt {
namespace {

using Json = nlohmann::json;

SourceLocation line(std::string file, std::uint32_t line, std::uint32_t column) {
  return {.file = std::move(file), .line = line, .column = column, .function = "f"};
}

ThreadPlace at(SourceLocation where) {
  return {.block = {}, .thread = {}, .where = std::move(where), .doing = "spins"};
}

Finding deadlock() {
  return {.kind = FindingKind::kResidencyDeadlock,
          .cause = "blocks wait for blocks",
          .kernel = "wait",
          .places = {at({}), at(line("/src/a b.cu", 12, 5))},
          .seed = 7};
}

Failure memory() {
  Failure failure;
  failure.kind = Failure::Kind::kMemory;
  failure.summary = "argument 0 (int*) depends on the schedule";
  failure.elements.push_back({.address = 0,
                              .buffer = "argument 0 (int*)",
                              .index = 3,
                              .expected = "1",
                              .found = "2",
                              .expected_writer = at(line("k.cu", 4, 1)),
                              .found_writer = at(line("k.cu", 9, 3))});
  failure.count = 11;
  failure.schedule = 2;
  failure.strategies = "random/pct:3/sequential";
  failure.token = "simt1,1,2,3";
  return failure;
}

Failure rounding() {
  Failure failure = memory();
  failure.kind = Failure::Kind::kRounding;
  failure.token = "simt1,4,5,6";
  return failure;
}

/// A clean launch, one with failures, one that fails by itself, one that was not explored.
CampaignReport sample() {
  const auto launch = [](std::uint64_t number, std::string kernel) {
    LaunchReport report;
    report.launch = number;
    report.kernel = std::move(kernel);
    report.grid = {2, 1, 1};
    report.block = {8, 4, 1};
    report.schedules = 200;
    report.seconds = 0.25;
    return report;
  };
  CampaignReport campaign;
  campaign.options.seed = 42;
  campaign.program = {"./prog", "\"quoted\" & <odd>"};
  campaign.launches = {launch(1, "clean(int*)"), launch(2, "sum<char, \"&\">(int*)"),
                       launch(3, "wait()"), launch(4, "big()")};
  campaign.launches[1].failures = {memory(), rounding()};
  campaign.launches[2].own_finding = deadlock();
  campaign.launches[3].skipped = "3 bytes of memory are live; up to 2 are explored";
  return campaign;
}

const Json& only(const Json& array) {
  EXPECT_EQ(array.size(), 1u);
  return array.at(0);
}

TEST(Sarif, HasAResultForEachFailureAtItsLine) {
  const Json log = Json::parse(to_sarif(sample()));
  EXPECT_EQ(log.at("version"), "2.1.0");
  const Json& run = only(log.at("runs"));
  const Json& results = run.at("results");
  ASSERT_EQ(results.size(), 3u);

  EXPECT_EQ(results[0].at("ruleId"), "schedule-dependent-result");
  EXPECT_EQ(results[0].at("level"), "error");
  const Json& place = only(results[0].at("locations")).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "k.cu");
  EXPECT_EQ(place.at("region"), (Json{{"startLine", 9}, {"startColumn", 3}}));
  EXPECT_EQ(results[0].at("properties").at("token"), "simt1,1,2,3");
  EXPECT_EQ(results[0].at("properties").at("seed"), 42);
  const std::string message = results[0].at("message").at("text");
  EXPECT_NE(message.find("launch 2: sum<char, \"&\">(int*) <<<2, (8,4,1)>>>"), std::string::npos);

  EXPECT_EQ(results[1].at("ruleId"), "order-dependent-rounding");
  EXPECT_EQ(results[1].at("level"), "note");

  EXPECT_EQ(results[2].at("ruleId"), "residency-deadlock");
  EXPECT_EQ(
      only(results[2].at("locations")).at("physicalLocation").at("artifactLocation").at("uri"),
      "file:///src/a%20b.cu");
  EXPECT_FALSE(results[2].at("properties").contains("token"));
}

TEST(Sarif, ResultsReferToTheRulesThatTheyBreak) {
  const Json log = Json::parse(to_sarif(sample()));
  const Json& run = only(log.at("runs"));
  const Json& rules = run.at("tool").at("driver").at("rules");
  EXPECT_EQ(rules.size(), 3u);
  for (const Json& result : run.at("results")) {
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
    EXPECT_FALSE(result.at("partialFingerprints").empty());
  }
}

TEST(Sarif, SaysWhatWasNotExploredAndHowTheProgramEnded) {
  CampaignReport campaign = sample();
  const auto invocation = [&] {
    return Json::parse(to_sarif(campaign)).at("runs").at(0).at("invocations").at(0);
  };
  EXPECT_EQ(invocation().at("executionSuccessful"), true);
  const std::string skipped =
      only(invocation().at("toolExecutionNotifications")).at("message").at("text");
  EXPECT_NE(skipped.find("launch 4: big() <<<2, (8,4,1)>>>: not explored: 3 bytes"),
            std::string::npos);
  campaign.program_end = "the program ended with status 9";
  EXPECT_EQ(invocation().at("executionSuccessful"), false);
  EXPECT_EQ(invocation().at("toolExecutionNotifications").size(), 2u);
}

/// The start tags of an XML document in their order. Throws where the document is not well-formed.
struct Tag {
  std::string name;
  std::map<std::string, std::string> attributes;
};

std::string unescaped(const std::string& text) {
  static const std::map<std::string, std::string> entities{
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"#10", "\n"}, {"#9", "\t"}};
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') throw std::runtime_error("'<' in " + text);
    if (text[i] != '&') {
      plain += text[i];
      continue;
    }
    const std::size_t end = text.find(';', i);
    plain += entities.at(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return plain;
}

Tag parse_tag(const std::string& text) {
  Tag tag{.name = text.substr(0, text.find_first_of(" /")), .attributes = {}};
  for (std::size_t at = text.find(' '); at != std::string::npos;) {
    const std::size_t equals = text.find("=\"", at);
    const std::size_t end = text.find('"', equals + 2);
    if (equals == std::string::npos || end == std::string::npos) throw std::runtime_error(text);
    const std::string name = text.substr(at + 1, equals - at - 1);
    if (!tag.attributes.emplace(name, unescaped(text.substr(equals + 2, end - equals - 2))).second)
      throw std::runtime_error("twice: " + name);
    at = text.find(' ', end);
  }
  return tag;
}

std::vector<Tag> parse_xml(const std::string& document) {
  std::vector<Tag> tags;
  std::vector<std::string> open;
  std::size_t at = document.find("?>") + 2;
  while (true) {
    const std::size_t begin = document.find('<', at);
    unescaped(document.substr(at, begin - at));
    if (begin == std::string::npos) break;
    at = document.find('>', begin) + 1;
    const std::string inner = document.substr(begin + 1, at - begin - 2);
    if (inner.starts_with('/')) {
      if (open.empty() || open.back() != inner.substr(1)) throw std::runtime_error(inner);
      open.pop_back();
      continue;
    }
    tags.push_back(parse_tag(inner));
    if (!inner.ends_with('/')) open.push_back(tags.back().name);
  }
  if (!open.empty()) throw std::runtime_error("not closed: " + open.back());
  return tags;
}

std::vector<Tag> named(const std::vector<Tag>& tags, const std::string& name) {
  std::vector<Tag> found;
  for (const Tag& tag : tags)
    if (tag.name == name) found.push_back(tag);
  return found;
}

TEST(Junit, HasATestCaseForEachLaunch) {
  const std::vector<Tag> tags = parse_xml(to_junit(sample()));
  const Tag suite = named(tags, "testsuite").at(0);
  EXPECT_EQ(suite.attributes.at("name"), "./prog");
  EXPECT_EQ(suite.attributes.at("tests"), "4");
  EXPECT_EQ(suite.attributes.at("failures"), "2");
  EXPECT_EQ(suite.attributes.at("skipped"), "1");
  EXPECT_EQ(suite.attributes.at("errors"), "0");
  const std::vector<Tag> cases = named(tags, "testcase");
  ASSERT_EQ(cases.size(), 4u);
  EXPECT_EQ(cases[1].attributes.at("classname"), "sum<char, \"&\">(int*)");
  EXPECT_EQ(cases[1].attributes.at("name"), "launch 2: sum<char, \"&\">(int*) <<<2, (8,4,1)>>>");
  EXPECT_EQ(named(tags, "failure").size(), 2u);
  EXPECT_EQ(named(tags, "system-out").size(), 1u) << "rounding is a note";
  EXPECT_EQ(named(tags, "skipped").at(0).attributes.at("message"),
            "3 bytes of memory are live; up to 2 are explored");
}

TEST(Junit, HasSeedAndTokenAsProperties) {
  std::map<std::string, std::vector<std::string>> values;
  for (const Tag& tag : named(parse_xml(to_junit(sample())), "property"))
    values[tag.attributes.at("name")].push_back(tag.attributes.at("value"));
  EXPECT_EQ(values["seed"], std::vector<std::string>(4, "42"));
  EXPECT_EQ(values["token"], (std::vector<std::string>{"simt1,1,2,3", "simt1,4,5,6"}));
}

TEST(Junit, AProgramThatFailsByItselfIsAnError) {
  CampaignReport campaign = sample();
  campaign.program_end = "the program was killed by signal 11 (Segmentation fault)";
  const std::vector<Tag> tags = parse_xml(to_junit(campaign));
  EXPECT_EQ(named(tags, "testsuites").at(0).attributes.at("errors"), "1");
  EXPECT_EQ(named(tags, "error").at(0).attributes.at("message"), campaign.program_end);
}

TEST(ReportFormats, TakeWhateverProgramsPrint) {
  CampaignReport campaign = sample();
  campaign.program[0] = "bad \xFF \x01 ]]> \t\n end";
  campaign.launches[1].failures[0].summary = "\xC3\x28\x02";
  campaign.launches[1].failures[0].elements.clear();
  const std::string junit = to_junit(campaign);
  EXPECT_EQ(named(parse_xml(junit), "testsuite").at(0).attributes.at("name"),
            "bad \xEF\xBF\xBD \xEF\xBF\xBD ]]> \t\n end");
  EXPECT_EQ(junit.find_first_of(std::string("\0\x01\x02\xFF", 4)), std::string::npos);
  EXPECT_NO_THROW(Json::parse(to_sarif(campaign)));
  EXPECT_NO_THROW(Json::parse(to_json(campaign)));
}

TEST(ReportFormats, AreWellFormedForACampaignWithoutLaunches) {
  EXPECT_EQ(Json::parse(to_sarif({})).at("runs").at(0).at("results"), Json::array());
  EXPECT_EQ(parse_xml(to_junit({})).at(0).attributes.at("tests"), "0");
}

}  // namespace
}  // namespace simt
