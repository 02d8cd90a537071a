#include "daedalus/model/hybrid/input_course.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace daedalus::hybrid {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

double At(const InputCourse& course, double t, bool from_right = false) {
  return course.Read(t, from_right).Value(t);
}

TEST(InputCourse, AConstantHasNoBreaksAndAllDerivatives) {
  const InputCourse course = InputCourse::Constant(3);
  EXPECT_EQ(At(course, -1e9), 3);
  EXPECT_EQ(At(course, 1e9), 3);
  EXPECT_EQ(course.NextBreak(-1e9), kNever);
  EXPECT_GT(course.num_derivatives(), 100);
}

TEST(InputCourse, HeldValuesJumpWhereTheyChange) {
  const std::vector<double> t{0, 1, 2, 3}, u{5, 5, 7, 6};
  const InputCourse course(t, u, Between::kHeld);
  EXPECT_EQ(At(course, 1.5), 5);
  EXPECT_EQ(At(course, 2), 5) << "from the left";
  EXPECT_EQ(At(course, 2, true), 7);
  EXPECT_EQ(At(course, 99), 6);
  EXPECT_EQ(course.NextBreak(0), 2) << "nothing changes at 1";
  EXPECT_EQ(course.NextBreak(2), 3);
  EXPECT_EQ(course.NextBreak(3), kNever);
  EXPECT_EQ(course.num_derivatives(), 0);
}

TEST(InputCourse, StraightLinesBreakWhereTheSlopeChanges) {
  const std::vector<double> t{0, 1, 2, 3, 3, 4}, u{0, 2, 4, 0, 1, 1};
  const InputCourse course(t, u, Between::kLinear);
  EXPECT_EQ(At(course, 0.5), 1);
  EXPECT_EQ(course.Read(0.5, false).c[1], 2);
  EXPECT_EQ(At(course, 3), 0) << "before the jump";
  EXPECT_EQ(At(course, 3, true), 1) << "behind it";
  EXPECT_EQ(At(course, -1), 0);
  std::vector<double> breaks;
  for (double b = course.NextBreak(-1); b < kNever; b = course.NextBreak(b)) breaks.push_back(b);
  EXPECT_EQ(breaks, (std::vector<double>{0, 2, 3})) << "1 lies on a line, and after 3 nothing changes";
  EXPECT_EQ(course.num_derivatives(), 1);
}

// With its conditions at the ends, the spline is every cubic itself (de Boor 1978, ch. IV).
TEST(InputCourse, ASmoothCourseReproducesCubics) {
  const auto cubic = [](double t) { return 1 + t * (-2 + t * (0.5 + 0.25 * t)); };
  for (const std::vector<double>& t :
       {std::vector<double>{0, 0.3, 1, 1.2, 3}, std::vector<double>{0, 1, 2, 4}}) {
    std::vector<double> u;
    for (const double time : t) u.push_back(cubic(time));
    const InputCourse course(t, u, Between::kSmooth);
    for (double time = 0.01; time < t.back(); time += 0.07) {
      const InputCourse::Cubic piece = course.Read(time, false);
      const double s = time - piece.at;
      EXPECT_NEAR(piece.Value(time), cubic(time), 1e-13);
      EXPECT_NEAR(piece.c[1] + s * (2 * piece.c[2] + 3 * s * piece.c[3]), -2 + time + 0.75 * time * time,
                  1e-12);
    }
  }
}

TEST(InputCourse, AParabolaNeedsThreePointsAndALineTwo) {
  const std::vector<double> t{0, 1, 3}, u{0, 1, 9};
  EXPECT_NEAR(At(InputCourse(t, u, Between::kSmooth), 2), 4, 1e-14);
  const std::vector<double> two{0, 2}, values{1, 5};
  EXPECT_NEAR(At(InputCourse(two, values, Between::kSmooth), 1), 3, 1e-15);
}

// The error of the spline falls with the fourth power of the distance of points.
TEST(InputCourse, ASmoothCourseHasTheFourthOrder) {
  const auto error = [](int n) {
    std::vector<double> t, u;
    for (int i = 0; i <= n; ++i) t.push_back(2.0 * i / n), u.push_back(std::sin(3 * t.back()));
    const InputCourse course(t, u, Between::kSmooth);
    double worst = 0;
    for (double time = 0.001; time < 2; time += 0.0017)
      worst = std::max(worst, std::abs(At(course, time) - std::sin(3 * time)));
    return worst;
  };
  EXPECT_NEAR(std::log2(error(40) / error(80)), 4, 0.3);
}

TEST(InputCourse, TheSecondDerivativeOfASmoothCourseIsContinuous) {
  const std::vector<double> t{0, 1, 1.5, 3, 4}, u{0, 2, -1, 0.5, 3};
  const InputCourse course(t, u, Between::kSmooth);
  for (const double knot : {1.0, 1.5, 3.0}) {
    const InputCourse::Cubic left = course.Read(knot, false), right = course.Read(knot, true);
    const double s = knot - left.at;
    EXPECT_NEAR(left.c[1] + s * (2 * left.c[2] + 3 * s * left.c[3]), right.c[1], 1e-12);
    EXPECT_NEAR(2 * left.c[2] + 6 * s * left.c[3], 2 * right.c[2], 1e-11);
  }
  EXPECT_EQ(course.NextBreak(0), 4) << "only its ends have kinks";
}

TEST(InputCourse, AJumpCutsASmoothCourse) {
  const std::vector<double> t{0, 1, 2, 2, 3, 4}, u{0, 1, 4, 0, 1, 4};
  const InputCourse course(t, u, Between::kSmooth);
  EXPECT_NEAR(At(course, 1.5), 2.25, 1e-14) << "the parabola before it";
  EXPECT_NEAR(At(course, 2), 4, 1e-14);
  EXPECT_NEAR(At(course, 3.5), 2.25, 1e-14) << "and the one behind it";
  EXPECT_EQ(course.NextBreak(0.5), 2);
}

}  // namespace
}  // namespace daedalus::hybrid
