// Subroutines of LAPACK by their names and arguments, on problems whose answers are known by hand. Each row
// of the table of signatures that is tried here would end with a wrong number, or not at all, if it were
// wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "daedalus/system/native/native_call.h"

namespace daedalus::native {
namespace {

Datum NumberDatum(double value) {
  return {.numbers = {value}, .texts = {}, .object = {}, .dims = {}};
}
Datum TextDatum(std::string text) {
  return {.numbers = {}, .texts = {std::move(text)}, .object = {}, .dims = {}};
}
Datum VectorDatum(std::vector<double> values) {
  const std::size_t size = values.size();
  return {.numbers = std::move(values), .texts = {}, .object = {}, .dims = {size}};
}
Datum ZerosDatum(std::size_t size) {
  return VectorDatum(std::vector<double>(size, 0.0));
}
// Row by row, as the language has it.
Datum MatrixDatum(std::size_t rows, std::vector<double> values) {
  const std::size_t columns = values.size() / rows;
  return {.numbers = std::move(values), .texts = {}, .object = {}, .dims = {rows, columns}};
}

// The arguments after the call; the last one, info, must be 0.
std::vector<Datum> LapackCalled(std::string_view name, std::vector<Datum> arguments) {
  const Native* native = FindNative(name);
  EXPECT_NE(native, nullptr) << name;
  if (native == nullptr) return arguments;
  EXPECT_EQ(native->num_arguments, arguments.size()) << name;
  NativeCall call;
  call.arguments = std::move(arguments);
  const auto failed = native->function(call);
  EXPECT_FALSE(failed.has_value()) << failed.value_or("");
  EXPECT_EQ(call.arguments.back().number(), 0.0) << name << ": info";
  return call.arguments;
}

void ExpectEach(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << i;
}

const Datum kOneDatum = NumberDatum(1), kTwoDatum = NumberDatum(2), kInfoDatum = NumberDatum(-7);

// [1 2; 3 4] has the inverse [-2 1; 1.5 -0.5].
TEST(Lapack, AMatrixIsInvertedByItsFactors) {
  const auto factors = LapackCalled(
      "dgetrf", {kTwoDatum, kTwoDatum, MatrixDatum(2, {1, 2, 3, 4}), kTwoDatum, ZerosDatum(2), kInfoDatum});
  ExpectEach(factors[4].numbers, {2, 2});
  const auto inverse = LapackCalled(
      "dgetri", {kTwoDatum, factors[2], kTwoDatum, factors[4], ZerosDatum(8), NumberDatum(8), kInfoDatum});
  ExpectEach(inverse[1].numbers, {-2, 1, 1.5, -0.5});
  const auto solved = LapackCalled("dgetrs", {TextDatum("N"), kTwoDatum, kOneDatum, factors[2], kTwoDatum,
                                              factors[4], VectorDatum({5, 11}), kTwoDatum, kInfoDatum});
  ExpectEach(solved[6].numbers, {1, 2});
}

// [3 0; 4 5] has the singular values 3 sqrt(5) and sqrt(5).
TEST(Lapack, SingularValues) {
  const auto found = LapackCalled(
      "dgesvd", {TextDatum("A"), TextDatum("A"), kTwoDatum, kTwoDatum, MatrixDatum(2, {3, 0, 4, 5}),
                 kTwoDatum, ZerosDatum(2), MatrixDatum(2, {0, 0, 0, 0}), kTwoDatum,
                 MatrixDatum(2, {0, 0, 0, 0}), kTwoDatum, ZerosDatum(20), NumberDatum(20), kInfoDatum});
  ExpectEach(found[6].numbers, {3 * std::sqrt(5.0), std::sqrt(5.0)});
}

// [0 1; -2 -3] has the eigenvalues -1 and -2, [0 1; -1 0] has i and -i.
TEST(Lapack, Eigenvalues) {
  const auto values = [](std::vector<double> a) {
    return LapackCalled(
        "dgeev", {TextDatum("N"), TextDatum("N"), kTwoDatum, MatrixDatum(2, std::move(a)), kTwoDatum,
                  ZerosDatum(2), ZerosDatum(2), MatrixDatum(2, {0, 0, 0, 0}), kTwoDatum,
                  MatrixDatum(2, {0, 0, 0, 0}), kTwoDatum, ZerosDatum(20), NumberDatum(20), kInfoDatum});
  };
  auto real = values({0, 1, -2, -3})[5].numbers;
  std::ranges::sort(real);
  ExpectEach(real, {-2, -1});
  auto imaginary = values({0, 1, -1, 0})[6].numbers;
  std::ranges::sort(imaginary);
  ExpectEach(imaginary, {-1, 1});
}

// The line nearest to (0, 1), (1, 3), (2, 5) is 1 + 2 x; there are more rows than columns.
TEST(Lapack, LeastSquares) {
  const Datum a = MatrixDatum(3, {1, 0, 1, 1, 1, 2}), three = NumberDatum(3);
  const auto by_qr =
      LapackCalled("dgels", {TextDatum("N"), three, kTwoDatum, kOneDatum, a, three, VectorDatum({1, 3, 5}),
                             three, ZerosDatum(30), NumberDatum(30), kInfoDatum});
  ExpectEach({by_qr[6].numbers[0], by_qr[6].numbers[1]}, {1, 2});
  const auto by_rank = LapackCalled(
      "dgelsy", {three, kTwoDatum, kOneDatum, a, three, VectorDatum({1, 3, 5}), three, ZerosDatum(2),
                 NumberDatum(1e-10), NumberDatum(0), ZerosDatum(30), NumberDatum(30), kInfoDatum});
  ExpectEach({by_rank[5].numbers[0], by_rank[5].numbers[1]}, {1, 2});
  EXPECT_EQ(by_rank[9].number(), 2.0) << "the rank";
}

// [4 2; 2 5] = L L^T with L = [2 0; 1 2]; a second difference of the numbers 1, 2, 3 at the ends 0 and 4.
TEST(Lapack, SpecialMatrices) {
  const auto lower = LapackCalled(
      "dpotrf", {TextDatum("L"), kTwoDatum, MatrixDatum(2, {4, 2, 2, 5}), kTwoDatum, kInfoDatum});
  ExpectEach({lower[2].numbers[0], lower[2].numbers[2], lower[2].numbers[3]}, {2, 1, 2});
  const auto banded =
      LapackCalled("dgtsv", {NumberDatum(3), kOneDatum, VectorDatum({1, 1}), VectorDatum({-2, -2, -2}),
                             VectorDatum({1, 1}), VectorDatum({0, 0, -4}), NumberDatum(3), kInfoDatum});
  ExpectEach(banded[5].numbers, {1, 2, 3});
}

// A X + X B = C with A = [1 0; 0 2], B = 3, X = (1, 1): C = (4, 5).
TEST(Lapack, SylvestersEquation) {
  const auto found =
      LapackCalled("dtrsyl", {TextDatum("N"), TextDatum("N"), kOneDatum, kTwoDatum, kOneDatum,
                              MatrixDatum(2, {1, 0, 0, 2}), kTwoDatum, MatrixDatum(1, {3}), kOneDatum,
                              MatrixDatum(2, {4, 5}), kTwoDatum, NumberDatum(0), kInfoDatum});
  ExpectEach(found[9].numbers, {1, 1});
  EXPECT_EQ(found[11].number(), 1.0) << "the scale";
}

// The leading dimensions and lengths of empty arrays are 0, which LAPACK does not take.
TEST(Lapack, AnEmptyMatrixHasNoEigenvalues) {
  const Datum none = {.numbers = {}, .texts = {}, .object = {}, .dims = {0, 0}}, zero = NumberDatum(0);
  const auto called = LapackCalled(
      "dgeev", {TextDatum("N"), TextDatum("V"), zero, none, zero, VectorDatum({}), VectorDatum({}),
                MatrixDatum(1, {0}), kOneDatum, none, zero, VectorDatum({}), zero, kInfoDatum});
  EXPECT_TRUE(called[5].numbers.empty());
}

// `xerbla` of LAPACK stops with the exit code 0.
TEST(LapackDeathTest, AnIllegalArgumentIsNoGoodEnd) {
  const auto call = [] {
    LapackCalled("dgetrf", {NumberDatum(-1), kTwoDatum, MatrixDatum(2, {1, 2, 3, 4}), kTwoDatum,
                            ZerosDatum(2), kInfoDatum});
    std::exit(0);  // a library that reports and goes on
  };
  EXPECT_EXIT(call(), [](int status) { return WIFEXITED(status); }, "illegal|DGETRF");
}

}  // namespace
}  // namespace daedalus::native
