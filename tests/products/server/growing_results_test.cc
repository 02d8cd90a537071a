#include "daedalus/products/server/growing_results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "products/server/temporary_folder.h"

namespace daedalus::server {
namespace {

class GrowingResults : public testing::Test {
 protected:
  void Append(const std::string& text) { std::ofstream(path_, std::ios::app | std::ios::binary) << text; }
  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/result.csv";
};

TEST_F(GrowingResults, ComeInPieces) {
  EXPECT_TRUE(ColumnNames(path_).empty()) << "there is no file yet";
  EXPECT_TRUE(ReadCurves(path_, {"x"}, 0).times.empty());
  Append("time,x,\"a[1,2]\"\n");
  EXPECT_EQ(ColumnNames(path_), (std::vector<std::string>{"time", "x", "a[1,2]"}));
  EXPECT_FALSE(LastTime(path_));
  Append("0,1,2\n0.5,1.5,-2e-3\n1,");
  const CurvePiece first = ReadCurves(path_, {"a[1,2]", "x", "none"}, 0);
  EXPECT_EQ(first.times, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(first.values[0], (std::vector<double>{2, -2e-3}));
  EXPECT_EQ(first.values[1], (std::vector<double>{1, 1.5}));
  EXPECT_TRUE(std::isnan(first.values[2][1]));
  EXPECT_EQ(LastTime(path_), 0.5) << "half a row does not count";
  Append("2,4\n");
  const CurvePiece second = ReadCurves(path_, {"x"}, first.next);
  EXPECT_EQ(second.times, (std::vector<double>{1}));
  EXPECT_EQ(second.values[0], (std::vector<double>{2}));
  EXPECT_EQ(LastTime(path_), 1);
  EXPECT_TRUE(ReadCurves(path_, {"x"}, second.next).times.empty());
}

TEST_F(GrowingResults, ALongFileIsReadBlockByBlock) {
  Append("time,x\n");
  for (int i = 0; i < 1000; ++i) Append(std::to_string(i) + "," + std::to_string(2 * i) + "\n");
  std::uint64_t from = 0;
  std::vector<double> all;
  for (bool is_whole = false; !is_whole;) {
    const CurvePiece piece = ReadCurves(path_, {"x"}, from, 256);
    all.insert(all.end(), piece.values[0].begin(), piece.values[0].end());
    from = piece.next;
    is_whole = piece.is_whole;
  }
  ASSERT_EQ(all.size(), 1000u);
  EXPECT_EQ(all[999], 1998);
  EXPECT_EQ(LastTime(path_), 999);
}

TEST_F(GrowingResults, TextsInQuotesAreOneCell) {
  EXPECT_EQ(CellsOf("a,\"b,c\",\"d\"\"e\",\"\""), (std::vector<std::string>{"a", "b,c", "d\"e", ""}));
}

}  // namespace
}  // namespace daedalus::server
