// SPDX-License-Identifier: Apache-2.0
/// Campaigns as JUnit XML, in the form that CI servers have agreed to read: a test suite for the
/// program, a test case for each launch, at most one failure in it.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "simt/explore/campaign_report.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/formats/names.h"
#include "simt/report/text.h"

namespace simt {
namespace {

/// `text` for an element, and with `space` escaped for an attribute, which would lose line ends:
/// XML 1.0, sections 2.2, 2.4 and 3.3.3.
std::string escaped(const std::string& text, std::string_view space) {
  std::string safe;
  for (const char c : valid_utf8(text)) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (space.find(c) != std::string_view::npos)
      safe += fmt::format("&#{};", static_cast<int>(c));
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      safe += "\xEF\xBF\xBD";
    else
      safe += c;
  }
  return safe;
}

std::string attribute(const std::string& text) { return escaped(text, "\n\t\r"); }
std::string content(const std::string& text) { return escaped(text, "\r"); }

std::string property(std::string_view name, const std::string& value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
}

bool fails(const LaunchReport& launch) {
  return launch.own_finding || std::ranges::any_of(launch.failures, &Failure::is_failure);
}

std::string described(const Failure& failure) {
  std::string text = fmt::format("{} ({} schedules, first {}):\n{}", title(failure), failure.count,
                                 failure.strategies, to_text(failure));
  if (!failure.token.empty()) text += fmt::format("token {}\n", failure.token);
  return text;
}

std::string failure_element(const LaunchReport& launch) {
  std::string message;
  std::string text;
  if (launch.own_finding) {
    message = launch.own_finding->cause;
    text = account_of(*launch.own_finding);
  }
  for (const Failure& failure : launch.failures) {
    if (!failure.is_failure()) continue;
    if (message.empty()) message = failure.summary;
    text += described(failure);
  }
  return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n", attribute(message),
                     launch.own_finding ? "launch" : "schedule", content(text));
}

std::string test_case(const LaunchReport& launch, std::uint64_t seed) {
  std::string notes = launch.note.empty() ? "" : launch.note + "\n";
  std::string properties = property("seed", fmt::format("{}", seed)) +
                           property("schedules", fmt::format("{}", launch.schedules));
  for (const Failure& failure : launch.failures) {
    if (!failure.token.empty()) properties += property("token", failure.token);
    if (!failure.is_failure()) notes += described(failure);
  }
  std::string text =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\">\n",
                  attribute(name_of(launch)), attribute(launch.kernel), launch.seconds);
  text += "     <properties>\n" + properties + "     </properties>\n";
  if (!launch.skipped.empty())
    text += fmt::format("      <skipped message=\"{}\"/>\n", attribute(launch.skipped));
  if (fails(launch)) text += failure_element(launch);
  if (!notes.empty()) text += fmt::format("      <system-out>{}</system-out>\n", content(notes));
  return text + "    </testcase>\n";
}

}  // namespace

std::string to_junit(const CampaignReport& campaign) {
  std::string cases;
  double seconds = 0;
  for (const LaunchReport& launch : campaign.launches) {
    cases += test_case(launch, campaign.options.seed);
    seconds += launch.seconds;
  }
  const bool broke = !campaign.program_end.empty();
  const std::string name = campaign.program.empty() ? "" : campaign.program.front();
  if (broke)
    cases += fmt::format(
        "    <testcase name=\"program\" classname=\"{}\" time=\"0\">\n"
        "      <error message=\"{}\"/>\n    </testcase>\n",
        attribute(name), attribute(campaign.program_end));
  const auto skipped = std::ranges::count_if(
      campaign.launches, [](const LaunchReport& launch) { return !launch.skipped.empty(); });
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  campaign.launches.size() + (broke ? 1 : 0),
                  std::ranges::count_if(campaign.launches, fails), broke ? 1 : 0, skipped, seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {1}>\n  <testsuite name=\"{0}\" "
      "{1}>\n{2}  </testsuite>\n</testsuites>\n",
      attribute(name), counts, cases);
}

}  // namespace simt
