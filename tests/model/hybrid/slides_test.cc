#include "daedalus/model/hybrid/slides.h"

#include <gtest/gtest.h>

namespace daedalus::hybrid {
namespace {

TEST(Slides, ASurfaceHoldsItsSidesAndWakesItsBounds) {
  Slides slides(2);
  const SurfaceRole side{SurfaceRole::Kind::kSide, 1}, bound{SurfaceRole::Kind::kBound, 1}, none{};
  EXPECT_FALSE(slides.Holds(side));
  EXPECT_TRUE(slides.LeavesIdle(bound));
  slides.Begin(1);
  EXPECT_TRUE(slides.Holds(side));
  EXPECT_FALSE(slides.LeavesIdle(bound));
  EXPECT_FALSE(slides.Holds({SurfaceRole::Kind::kSide, 0}));
  EXPECT_FALSE(slides.Holds(none) || slides.LeavesIdle(none));
  slides.End(1);
  EXPECT_FALSE(slides.Holds(side));
}

TEST(Slides, TheEndOfAllIsToldOnce) {
  Slides slides(2);
  slides.Begin(0);
  EXPECT_FALSE(slides.TakeStopped());
  slides.EndAll();
  EXPECT_FALSE(slides[0]);
  EXPECT_TRUE(slides.TakeStopped());
  EXPECT_FALSE(slides.TakeStopped());
}

}  // namespace
}  // namespace daedalus::hybrid
