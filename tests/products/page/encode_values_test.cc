#include "daedalus/products/page/encode_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "products/page/decode_column.h"

namespace daedalus::page {
namespace {

PageData WithColumn(std::vector<double> values, bool is_whole = false) {
  PageData page;
  for (std::size_t i = 0; i < values.size(); ++i) page.times.push_back(0.1 * static_cast<double>(i));
  page.columns.push_back({std::move(values), false, is_whole});
  return page;
}

constexpr EncodingLimits kOnlyLevels{.most_exact = 0};

TEST(EncodeValues, SmallResultsAreExactToTheLastBit) {
  const std::vector<double> values = {0.1,    -1e300, 5e-324, 0, std::numeric_limits<double>::infinity(),
                                      1.0 / 3};
  const PageData page = WithColumn(values);
  const EncodedValues encoded = EncodeValues(page);
  EXPECT_FALSE(encoded.has_levels);
  EXPECT_EQ(DecodeColumn(encoded, 0, values.size()), page.times);
  EXPECT_EQ(DecodeColumn(encoded, 1, values.size()), values);
}

TEST(EncodeValues, LevelsAreWithinHalfAStep) {
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) values.push_back(300 + 1e-3 * std::sin(0.01 * i) + (i % 7 == 0 ? 2e-4 : 0));
  const EncodedValues encoded = EncodeValues(WithColumn(values), kOnlyLevels);
  EXPECT_TRUE(encoded.has_levels);
  const auto [low, high] = std::ranges::minmax(values);
  const std::vector<double> decoded = DecodeColumn(encoded, 1, values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(decoded[i], values[i], 0.5001 * (high - low) / 65534) << "at " << i;
}

TEST(EncodeValues, TimesAreExactInLargeResultsToo) {
  const PageData page = WithColumn({1, 2, 3});
  EXPECT_EQ(DecodeColumn(EncodeValues(page, kOnlyLevels), 0, 3), page.times);
}

TEST(EncodeValues, IntegersStayExactAsLongAsTheyFit) {
  const std::vector<double> values = {-7, 12, 0, 40000, 3};
  EXPECT_EQ(DecodeColumn(EncodeValues(WithColumn(values, true), kOnlyLevels), 1, 5), values);
}

TEST(EncodeValues, ExtremeColumnsAreHandled) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto decoded = DecodeColumn(EncodeValues(WithColumn({kNan, 1, 3, kNan}), kOnlyLevels), 1, 4);
  EXPECT_TRUE(std::isnan(decoded[0]) && std::isnan(decoded[3]));
  EXPECT_EQ(decoded[1], 1);
  EXPECT_NEAR(decoded[2], 3, 1e-12);
  EXPECT_EQ(DecodeColumn(EncodeValues(WithColumn({5, 5, 5}), kOnlyLevels), 1, 3),
            (std::vector<double>{5, 5, 5}));
  const double most = std::numeric_limits<double>::max();
  const auto wide = DecodeColumn(EncodeValues(WithColumn({-7e307, most, 7e307}), kOnlyLevels), 1, 3);
  EXPECT_EQ(wide[0], -7e307);
  EXPECT_TRUE(std::isnan(wide[1])) << "a gap";
  EXPECT_NEAR(wide[2] / 7e307, 1, 1e-9);
}

TEST(EncodeValues, SmoothCurvesLeaveSmallBytes) {
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) values.push_back(std::sin(0.002 * i));
  const EncodedValues encoded = EncodeValues(WithColumn(values), kOnlyLevels);
  EXPECT_EQ(encoded.columns[1].form, EncodedColumn::Form::kLine);
  const std::string high = encoded.bytes.substr(encoded.columns[1].at + values.size() + 2, values.size() - 2);
  EXPECT_EQ(std::ranges::count(high, '\0'), static_cast<std::ptrdiff_t>(high.size()))
      << "what a straight line does not predict fits into one byte";
}

}  // namespace
}  // namespace daedalus::page
