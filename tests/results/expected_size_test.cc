#include "daedalus/results/expected_size.h"

#include <gtest/gtest.h>

#include "daedalus/results/writer.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

Schema FourSignals() {
  Schema schema;
  schema.signals = {{"x", "", "", Signal::Kind::kVariable, 0, {}},
                    {"minus_x", "", "", Signal::Kind::kVariable, 0, Signal::Alias{0, -1}},
                    {"c", "", "", Signal::Kind::kConstant, 1, {}},
                    {"p", "", "", Signal::Kind::kParameter, 1, {}}};
  return schema;
}

TEST(ExpectedSize, CountsWhatTheFormatWrites) {
  EXPECT_EQ(ExpectSize("r.csv", FourSignals(), 10).num_values, 40u) << "time, x, minus_x, c";
  EXPECT_EQ(ExpectSize("r.mat", FourSignals(), 10).num_values, 20u) << "an alias repeats nothing there";
  EXPECT_EQ(ExpectSize("r.mat", FourSignals(), 10).num_bytes, 160u);
}

// The estimate for CSV against a file of numbers as they come.
TEST(ExpectedSize, IsNearTheSizeOfARealFile) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  auto writer = OpenResultWriter(path, FourSignals());
  ASSERT_TRUE(writer.ok());
  for (int i = 0; i < 1000; ++i) {
    const double row[] = {1.0 / (i + 3)};
    ASSERT_TRUE((*writer)->Append(i / 7.0, row).ok());
  }
  ASSERT_TRUE((*writer)->Finish().ok());
  const auto expected = static_cast<double>(ExpectSize(path, FourSignals(), 1000).num_bytes);
  EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(path)) / expected, 1.0, 0.15);
}

TEST(ExpectedSize, RefusesMoreThanTheDiskHas) {
  EXPECT_TRUE(CheckSize("r.csv", {1000, 20'000}, 20'000).ok());
  EXPECT_TRUE(CheckSize("r.csv", {1000, 20'000}, std::nullopt).ok());
  const auto refused = CheckSize("r.csv", {1'000'000, 20'000'000}, 19'000'000);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error()[0].code, Code::kBadOption);
  EXPECT_NE(refused.error()[0].message.find("about 20 MB, and its disk has 19 MB left"), std::string::npos)
      << refused.error()[0].message;
}

TEST(ExpectedSize, RefusesMoreThanAHundredMillionValuesAndSaysHowToHaveFewer) {
  EXPECT_TRUE(CheckSize("r.csv", {100'000'000, 1}, std::nullopt).ok());
  const auto refused = CheckSize("r.csv", {100'000'001, 2'000'000'020}, std::nullopt);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error()[0].message.find("100000001 values, about 2 GB"), std::string::npos)
      << refused.error()[0].message;
  for (const char* way : {"--variables", "--intervals", "--large-results"})
    EXPECT_NE(refused.error()[0].hint.find(way), std::string::npos) << way;
}

TEST(ExpectedSize, ADeviceHasNoSpaceToKnowOf) {
  TemporaryFolder folder;
  EXPECT_GT(SpaceFor(folder.File("new.csv")).value_or(0), 0u);
  std::filesystem::create_symlink("/dev/null", folder.File("null.csv"));
  EXPECT_FALSE(SpaceFor(folder.File("null.csv")).has_value());
  EXPECT_FALSE(SpaceFor(folder.File("missing/r.csv")).has_value());
}

}  // namespace
}  // namespace daedalus::results
