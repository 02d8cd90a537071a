#include "daedalus/system/native/table_2d.h"

#include <gtest/gtest.h>

#include <cmath>

namespace daedalus::native {
namespace {

// z(u1, u2) on the grid u1 = 1, 3, 4, 6 and u2 = 1, 2, 4, 5.
const Matrix kGrid(5, 5, {0, 1, 2, 4, 5, 1, 1, 3, 2, 4, 3, 2, -1, 0, 5, 4, 0, 2, 7, 1, 6, 3, 3, 1, 2});

// Values of the library's own implementation in C (ModelicaStandardTables.c of version 4.1.0), printed by a
// small program. The derivatives are those along (1, 0.5).
struct GridExpectation {
  int smoothness, extrapolation;
  double values[7], first[7], second[7];
};
constexpr double kFirst[] = {1.5, 3.25, 5.0, 0.25, 7.0, 2.0, 6.5};
constexpr double kSecond[] = {1.5, 3.0, 4.75, 2.5, 1.25, 6.0, 0.5};
// clang-format off
constexpr GridExpectation kExpectedOnGrid[] = {
{1, 1, {1.625, 0.75, 2.125, 2.75, 3, 4.5, 3},
 {-0.375, 5.5, -1.625, -0.25, 0, 0.5, 0},
 {-2.5, 2, 3.5, -0, 0, 0, 0}},
{1, 2, {1.625, 0.75, 2.125, 4.0625, 4.25, 8, 4},
 {-0.375, 5.5, -1.625, -2.1875, 0.75, 3.75, 1.75},
 {-2.5, 2, 3.5, 0.5, -1, 1.5, -1}},
{1, 3, {1.625, 0.75, 2.125, 2.78125, 1.375, 1, 2.875},
 {-0.375, 5.5, -1.625, -0.21875, -0.375, -2, 1.125},
 {-2.5, 2, 3.5, -1.75, -2.5, 0.5, 1.5}},
{2, 1, {1.3502197265625, -0.26522714120370394, 2.791142216435186, 2.984375, 3.0859374999999996, 5.625, 3},
 {-2.074991861979167, 7.028458960262344, -5.5803915895061724, -0.25, 0, 0.5, 0},
 {-3.7159016927083335, 12.822669511959871, 3.8298490547839514, -0, 0, 0, 0}},
{2, 2, {1.3502197265625, -0.26522714120370394, 2.791142216435186, 7.3671875, 5.3037109375, 15.75, 5.421875},
 {-2.074991861979167, 7.028458960262344, -5.5803915895061724, -5.3984375, 0.27962239583333703, 7.5625000000000018, 4.546875},
 {-3.7159016927083335, 12.822669511959871, 3.8298490547839514, -3.046875, -4.243489583333325, -9.9999999999999964, -4.1875}},
{2, 3, {1.3502197265625, -0.26522714120370394, 2.791142216435186, 4.0099232991536455, 1.3126627604166665, -0.45833333333333304, 1.8516845703125},
 {-2.074991861979167, 7.028458960262344, -5.5803915895061724, 0.14634704589843683, -1.8908284505208335, -3.052083333333333, 1.3035074869791663},
 {-3.7159016927083335, 12.822669511959871, 3.8298490547839514, -5.2112528483072946, -2.943684895833333, 1.5251736111111109, 7.6970757378472223}},
{3, 1, {1, -1, 7, 3, 3, 4, 3},
 {0, 0, 0, -0.25, 0, 0.5, 0},
 {0, 0, 0, -0, 0, 0, 0}},
{3, 2, {1, -1, 7, 4.0625, 4.25, 8, 4},
 {0, 0, 0, -2.1875, 0.75, 3.75, 1.75},
 {0, 0, 0, 0.5, -1, 1.5, -1}},
{3, 3, {1, -1, 7, 2, 1, 3, 2},
 {0, 0, 0, 0, 0, 0, 0},
 {0, 0, 0, 0, 0, 0, 0}},
};
// clang-format on

double ValueOf(const Table2D& table, double u1, double u2, int order1 = 0, int order2 = 0) {
  double z = NAN;
  EXPECT_TRUE(table.Evaluate(u1, u2, order1, order2, &z, nullptr));
  return z;
}

TEST(Table2D, AgreesWithTheLibraryInCWithinAndBeyond) {
  for (const GridExpectation& e : kExpectedOnGrid) {
    const auto made = Table2D::Make(kGrid, static_cast<Smoothness>(e.smoothness),
                                    static_cast<Extrapolation>(e.extrapolation));
    ASSERT_TRUE(made.ok());
    const Table2D& table = **made;
    for (int i = 0; i < 7; ++i) {
      const auto where = testing::Message() << "smoothness " << e.smoothness << " extrapolation "
                                            << e.extrapolation << " at " << kFirst[i] << ", " << kSecond[i];
      const auto at = [&](int order1, int order2) {
        return ValueOf(table, kFirst[i], kSecond[i], order1, order2);
      };
      EXPECT_NEAR(at(0, 0), e.values[i], 1e-12) << where;
      // Where a spline or steps are held, the library in C gives the derivative of straight lines instead.
      if (e.extrapolation == 1 && e.smoothness != 1) continue;
      EXPECT_NEAR(at(1, 0) + 0.5 * at(0, 1), e.first[i], 1e-12) << where;
      EXPECT_NEAR(at(2, 0) + at(1, 1) + 0.25 * at(0, 2), e.second[i], 1e-11) << where;
    }
  }
}

TEST(Table2D, DerivativesAreThoseOfTheValues) {
  for (int extrapolation = 1; extrapolation <= 2; ++extrapolation) {
    const auto made = Table2D::Make(kGrid, Smoothness::kAkima, static_cast<Extrapolation>(extrapolation));
    ASSERT_TRUE(made.ok());
    const Table2D& table = **made;
    constexpr double h = 1e-5;
    for (int i = 0; i < 7; ++i) {
      const double u1 = kFirst[i], u2 = kSecond[i];
      for (int order = 0; order < 2; ++order) {
        const double along1 =
            (ValueOf(table, u1 + h, u2, order, 0) - ValueOf(table, u1 - h, u2, order, 0)) / (2 * h);
        const double along2 =
            (ValueOf(table, u1, u2 + h, order, 0) - ValueOf(table, u1, u2 - h, order, 0)) / (2 * h);
        EXPECT_NEAR(ValueOf(table, u1, u2, order + 1, 0), along1, 1e-6);
        EXPECT_NEAR(ValueOf(table, u1, u2, order, 1), along2, 1e-6);
      }
    }
  }
}

TEST(Table2D, OneGridLineIsACurve) {
  const auto row = Table2D::Make(Matrix(2, 4, {0, 0, 1, 2, 7, 1, 3, 2}), Smoothness::kLinear,
                                 Extrapolation::kLastTwoPoints);
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(ValueOf(**row, 123.0, 0.5), 2.0);
  EXPECT_EQ(ValueOf(**row, 123.0, 0.5, 0, 1), 2.0);
  EXPECT_EQ(ValueOf(**row, 123.0, 0.5, 1, 0), 0.0);
}

TEST(Table2D, WhatCannotBeIsTold) {
  const auto refusal = [](const Matrix& matrix, Smoothness smoothness) {
    const auto table = Table2D::Make(matrix, smoothness, Extrapolation::kNone);
    return table.ok() ? std::string() : table.error();
  };
  EXPECT_EQ(refusal(Matrix(1, 3), Smoothness::kLinear),
            "a table of two arguments has at least two rows and columns");
  EXPECT_EQ(refusal(Matrix(3, 2, {0, 1, 2, 0, 2, 0}), Smoothness::kLinear),
            "the first column of the table does not rise");
  EXPECT_EQ(refusal(kGrid, Smoothness::kSteffen), "there is no monotone or modified spline of two arguments");
  const auto table = Table2D::Make(kGrid, Smoothness::kLinear, Extrapolation::kNone);
  double z = 0.0;
  std::string why;
  EXPECT_FALSE((*table)->Evaluate(2.0, 5.5, 0, 0, &z, &why));
  EXPECT_EQ(why, "5.5 is outside of the table, which goes from 1 to 5");
}

}  // namespace
}  // namespace daedalus::native
