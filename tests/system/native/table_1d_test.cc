#include "daedalus/system/native/table_1d.h"

#include <gtest/gtest.h>

#include <cmath>

namespace daedalus::native {
namespace {

constexpr double kColumns[] = {2.0};

std::shared_ptr<const Table1D> MakeTable(Matrix matrix, Smoothness smoothness, Extrapolation extrapolation) {
  auto table = Table1D::Make(std::move(matrix), kColumns, smoothness, extrapolation);
  EXPECT_TRUE(table.ok()) << table.error();
  return *table;
}

double ValueOf(const Table1D& table, double u, int order = 0) {
  double y = NAN;
  EXPECT_TRUE(table.Evaluate(0, u, order, &y, nullptr));
  return y;
}

const Matrix kTable(6, 2, {0, 1, 1, 3, 2.5, 2, 3, 2, 5, -1, 6, 4});

// Values of the library's own implementation in C (ModelicaStandardTables.c of version 4.1.0), printed by a
// small program.
struct Expectation {
  int smoothness, extrapolation;
  double values[7], first[7], second[7];  // at kArguments
};
constexpr double kArguments[] = {-0.75, 0.25, 1.5, 2.75, 3.5, 5.5, 7.25};
// clang-format off
constexpr Expectation kExpected[] = {
{1, 1, {1, 1.5, 2.6666666666666665, 2, 1.25, 1.5, 4},
 {0, 2, -0.66666666666666663, 0, -1.5, 5, 0},
 {0, 0, -0, 0, -0, 0, 0}},
{1, 2, {-0.5, 1.5, 2.6666666666666665, 2, 1.25, 1.5, 10.25},
 {2, 2, -0.66666666666666663, 0, -1.5, 5, 5},
 {0, 0, -0, 0, -0, 0, 0}},
{1, 3, {0.25, 1.5, 2.6666666666666665, 2, 1.25, 1.5, 2.8333333333333335},
 {5, 2, -0.66666666666666663, 0, -1.5, 5, -0.66666666666666663},
 {0, 0, -0, 0, -0, 0, -0}},
{2, 1, {1, 1.7875000000000001, 2.7377777777777776, 1.9937209302325583, 1.5183730014534884, 0.43359375, 4},
 {0, 2.916666666666667, -0.80888888888888888, 0.094883720930232618, -1.6257721656976745, 5.5078125, 0},
 {0, -2.2666666666666666, -0.71111111111111103, 0.20093023255813991, -2.0052688953488373, 8.53125, 0}},
{2, 2, {-1.5, 1.7875000000000001, 2.7377777777777776, 1.9937209302325583, 1.5183730014534884, 0.43359375, 14.3125},
 {3.3333333333333335, 2.916666666666667, -0.80888888888888888, 0.094883720930232618, -1.6257721656976745, 5.5078125, 8.25},
 {0, -2.2666666666666666, -0.71111111111111103, 0.20093023255813991, -2.0052688953488373, 8.53125, 0}},
{2, 3, {-0.64501953125, 1.7875000000000001, 2.7377777777777776, 1.9937209302325583, 1.5183730014534884, 0.43359375, 2.911111111111111},
 {2.994140625, 2.916666666666667, -0.80888888888888888, 0.094883720930232618, -1.6257721656976745, 5.5078125, -0.55111111111111111},
 {11.578125, -2.2666666666666666, -0.71111111111111103, 0.20093023255813991, -2.0052688953488373, 8.53125, -1.3511111111111109}},
{3, 1, {1, 1, 3, 2, 2, -1, 4},
 {0, 0, 0, 0, 0, 0, 0},
 {0, 0, 0, 0, 0, 0, 0}},
{3, 2, {-0.5, 1, 3, 2, 2, -1, 10.25},
 {2, 0, 0, 0, 0, 0, 5},
 {0, 0, 0, 0, 0, 0, 0}},
{3, 3, {-1, 1, 3, 2, 2, -1, 3},
 {0, 0, 0, 0, 0, 0, 0},
 {0, 0, 0, 0, 0, 0, 0}},
{4, 1, {1, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 4},
 {0, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, 0},
 {0, 1, -0.88888888888888884, 0, -2.25, 5, 0}},
{4, 2, {-0.5, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 10.25},
 {2, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, 5},
 {0, 1, -0.88888888888888884, 0, -2.25, 5, 0}},
{4, 3, {-0.453125, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 2.925925925925926},
 {4.0625, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, -0.55555555555555558},
 {12.5, 1, -0.88888888888888884, 0, -2.25, 5, -1.7777777777777777}},
{5, 1, {1, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 4},
 {0, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, 0},
 {0, 1, -0.88888888888888884, 0, -2.25, 5, 0}},
{5, 2, {-0.5, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 10.25},
 {2, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, 5},
 {0, 1, -0.88888888888888884, 0, -2.25, 5, 0}},
{5, 3, {-0.453125, 1.59375, 2.7407407407407409, 2, 1.53125, 0.875, 2.925925925925926},
 {4.0625, 2.625, -0.88888888888888884, 0, -1.6875, 6.25, -0.55555555555555558},
 {12.5, 1, -0.88888888888888884, 0, -2.25, 5, -1.7777777777777777}},
{6, 1, {1, 1.7113095238095237, 2.707099423517334, 1.9933440903590158, 1.5456143183624802, 0.56781218843469627, 4},
 {0, 2.8531746031746033, -0.79933665008291888, 0.10770471964501815, -1.5179973171701113, 5.9554773180458644, 0},
 {0, -0.70899470899470973, -0.50793650793650835, 0.21298910851149655, -1.8873708267090619, 7.4575024925224369, 0}},
{6, 2, {-1.0555555555555558, 1.7113095238095237, 2.707099423517334, 1.9933440903590158, 1.5456143183624802, 0.56781218843469627, 12.52224576271187},
 {2.7407407407407409, 2.8531746031746033, -0.79933665008291888, 0.10770471964501815, -1.5179973171701113, 5.9554773180458644, 6.8177966101694958},
 {0, -0.70899470899470973, -0.50793650793650835, 0.21298910851149655, -1.8873708267090619, 7.4575024925224369, 0}},
{6, 3, {-0.6282928558075771, 1.7113095238095237, 2.707099423517334, 1.9933440903590158, 1.5456143183624802, 0.56781218843469627, 2.8856511095317066},
 {3.374493706380858, 2.8531746031746033, -0.79933665008291888, 0.10770471964501815, -1.5179973171701113, 5.9554773180458644, -0.60743899549869695},
 {13.190366400797611, -0.70899470899470973, -0.50793650793650835, 0.21298910851149655, -1.8873708267090619, 7.4575024925224369, -1.0272447287372666}},
};
// clang-format on

TEST(Table1D, AgreesWithTheLibraryInCWithinAndBeyond) {
  for (const Expectation& e : kExpected) {
    const auto table =
        MakeTable(kTable, static_cast<Smoothness>(e.smoothness), static_cast<Extrapolation>(e.extrapolation));
    for (int i = 0; i < 7; ++i) {
      const auto where = testing::Message() << "smoothness " << e.smoothness << " extrapolation "
                                            << e.extrapolation << " at " << kArguments[i];
      EXPECT_NEAR(ValueOf(*table, kArguments[i]), e.values[i], 1e-13) << where;
      EXPECT_NEAR(ValueOf(*table, kArguments[i], 1), e.first[i], 1e-12) << where;
      EXPECT_NEAR(ValueOf(*table, kArguments[i], 2), e.second[i], 1e-12) << where;
    }
  }
}

TEST(Table1D, AtAPointTheRightIntervalHolds) {
  const auto table =
      MakeTable(Matrix(3, 2, {0, 0, 1, 1, 2, 5}), Smoothness::kLinear, Extrapolation::kHoldLastPoint);
  EXPECT_EQ(ValueOf(*table, 1.0, 1), 4.0);
  EXPECT_EQ(ValueOf(*table, 2.0), 5.0);
  const auto steps =
      MakeTable(Matrix(3, 2, {0, 0, 1, 1, 2, 5}), Smoothness::kConstant, Extrapolation::kHoldLastPoint);
  EXPECT_EQ(ValueOf(*steps, 1.0), 1.0);
  EXPECT_EQ(ValueOf(*steps, std::nextafter(1.0, 0.0)), 0.0);
  EXPECT_EQ(ValueOf(*steps, 2.0), 5.0);
}

TEST(Table1D, OneRowIsAConstantAndTwoRowsALine) {
  for (int smoothness = 1; smoothness <= 6; ++smoothness) {
    const auto one =
        MakeTable(Matrix(1, 2, {3, 7}), static_cast<Smoothness>(smoothness), Extrapolation::kLastTwoPoints);
    EXPECT_EQ(ValueOf(*one, -5.0), 7.0);
    EXPECT_EQ(ValueOf(*one, 5.0, 1), 0.0);
    if (smoothness == 3) continue;
    const auto two = MakeTable(Matrix(2, 2, {0, 1, 2, 2}), static_cast<Smoothness>(smoothness),
                               Extrapolation::kLastTwoPoints);
    EXPECT_EQ(ValueOf(*two, 1.0), 1.5);
    EXPECT_EQ(ValueOf(*two, 4.0), 3.0);
  }
}

TEST(Table1D, WithoutExtrapolationTheEndIsTold) {
  const auto table = MakeTable(kTable, Smoothness::kLinear, Extrapolation::kNone);
  double y = 0.0;
  std::string why;
  EXPECT_TRUE(table->Evaluate(0, 6.0, 0, &y, &why));
  EXPECT_FALSE(table->Evaluate(0, 6.5, 0, &y, &why));
  EXPECT_EQ(why, "6.5 is outside of the table, which goes from 0 to 6");
}

TEST(Table1D, ADamagedTableIsRefused) {
  const auto refusal = [](Matrix matrix, std::vector<double> columns) {
    const auto table = Table1D::Make(std::move(matrix), columns, Smoothness::kLinear, Extrapolation::kNone);
    return table.ok() ? std::string() : table.error();
  };
  EXPECT_EQ(refusal(Matrix(0, 2), {2}), "the table is empty");
  EXPECT_EQ(refusal(kTable, {3}), "the table has 2 columns; there is no column number 3");
  EXPECT_EQ(refusal(Matrix(2, 2, {1, 0, 1, 0}), {2}),
            "the first column of the table does not rise from row 1 (1) to row 2 (1)");
}

}  // namespace
}  // namespace daedalus::native
