#include "daedalus/base/id.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace daedalus {
namespace {

struct AppleTag;
struct PearTag;
using AppleId = Id<AppleTag>;
using PearId = Id<PearTag>;

static_assert(!std::is_convertible_v<AppleId, PearId>, "ids of two kinds do not mix");
static_assert(!std::is_constructible_v<AppleId, PearId>);
static_assert(sizeof(AppleId) == 4);

TEST(Id, NoneIsAValueOfTheType) {
  EXPECT_FALSE(AppleId().IsValid());
  EXPECT_TRUE(AppleId(0).IsValid());
  EXPECT_NE(AppleId(), AppleId(0));
}

TEST(IdVector, AddReturnsTheIdThatFindsTheItem) {
  IdVector<AppleId, int> apples;
  const AppleId first = apples.Add(7);
  const AppleId second = apples.Add(8);
  EXPECT_EQ(apples[first], 7);
  EXPECT_EQ(apples[second], 8);
  int sum = 0;
  for (const AppleId id : IdRange<AppleId>(apples.size())) sum += apples[id];
  EXPECT_EQ(sum, 15);
}

}  // namespace
}  // namespace daedalus
