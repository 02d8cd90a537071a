#include "daedalus/base/stable_vector.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace daedalus {
namespace {

TEST(StableVector, ItemsStayWhereTheyAreWhileOthersAreAdded) {
  StableVector<std::string, 4> items;
  const std::string& first = items.push_back("first");
  const std::string* const place = &first;
  for (int i = 1; i < 1000; ++i) items.push_back(std::to_string(i));
  EXPECT_EQ(&items[0], place);
  EXPECT_EQ(first, "first");
  ASSERT_EQ(items.size(), 1000u);
  for (int i = 1; i < 1000; ++i) EXPECT_EQ(items[static_cast<std::size_t>(i)], std::to_string(i));
}

TEST(StableVector, AnItemMayBeMadeOfAnother) {
  StableVector<std::string, 2> items;
  items.push_back("a");
  for (std::size_t i = 0; i < 10; ++i) items.push_back(items[i] + "a");
  EXPECT_EQ(items[10], std::string(11, 'a'));
}

TEST(StableVector, EachItemIsDestroyedOnce) {
  const auto shared = std::make_shared<int>(0);
  {
    StableVector<std::shared_ptr<int>, 4> items;
    for (int i = 0; i < 9; ++i) items.push_back(shared);
    EXPECT_EQ(shared.use_count(), 10);
  }
  EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace
}  // namespace daedalus
