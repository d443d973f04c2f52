// SPDX-License-Identifier: Apache-2.0
#include "simt/observe/access_history.h"

#include <gtest/gtest.h>

namespace simt {
namespace {

simt_site_record site_of(simt_access_kind kind) {
  simt_site_record site{};
  site.kind = kind;
  return site;
}
const simt_site_record kRead = site_of(SIMT_ACCESS_READ);
const simt_site_record kWrite = site_of(SIMT_ACCESS_WRITE);

AccessHistory history(const std::vector<AccessEvent>& events) {
  AccessHistory history;
  for (const AccessEvent& event : events) history.on_access(event);
  return history;
}

TEST(AccessHistory, RunsPartAtTheFirstReadOfAnotherWrite) {
  const AccessEvent write{.thread = 1, .step = 1, .address = 64, .bytes = 8, .site = &kWrite};
  const AccessEvent read{.thread = 2, .step = 1, .address = 68, .bytes = 4, .site = &kRead};
  const AccessEvent elsewhere{.thread = 2, .step = 2, .address = 128, .bytes = 4, .site = &kRead};
  const AccessHistory before = history({read, elsewhere, write});
  const AccessHistory after = history({write, read, elsewhere});
  const auto parting = after.parting_from(before);
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->access, (AccessHistory::Access{2, 1}));
  EXPECT_EQ(parting->after_here, (AccessHistory::Access{1, 1}));
  EXPECT_EQ(parting->after_here.site, &kWrite);
  EXPECT_FALSE(parting->after_there.is_any());
}

TEST(AccessHistory, WritesCountWhereReadsAgree) {
  const AccessEvent one{.thread = 1, .step = 1, .address = 64, .bytes = 4, .site = &kWrite};
  const AccessEvent other{.thread = 2, .step = 1, .address = 64, .bytes = 4, .site = &kWrite};
  const auto parting = history({other, one}).parting_from(history({one, other}));
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->access, (AccessHistory::Access{2, 1}));
}

TEST(AccessHistory, AnotherOrderOfIndependentAccessesIsNoParting) {
  const AccessEvent one{.thread = 1, .step = 1, .address = 64, .bytes = 4, .site = &kWrite};
  const AccessEvent other{.thread = 2, .step = 1, .address = 68, .bytes = 4, .site = &kWrite};
  EXPECT_FALSE(history({other, one}).parting_from(history({one, other})));
}

}  // namespace
}  // namespace simt
