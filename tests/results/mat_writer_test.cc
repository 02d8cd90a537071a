// The layout that Modelica tools expect, seen through libmatio.
#include <gtest/gtest.h>

#include "daedalus/results/writer.h"
#include "results/mat_with_matio.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

class MatWriterTest : public testing::Test {
 protected:
  MatWriterTest() {
    schema_.model = "M";
    schema_.signals = {{"body.x", "m", "Position", Signal::Kind::kVariable, 0, {}},
                       {"R", "Ohm", "", Signal::Kind::kConstant, 47, {}},
                       {"minus_x", "", "", Signal::Kind::kVariable, 0, Signal::Alias{0, -1}},
                       {"der(body.x)", "m/s", "Velocity", Signal::Kind::kVariable, 0, {}},
                       {"minus_R", "", "", Signal::Kind::kConstant, 0, Signal::Alias{1, -1}}};
  }
  void Write(const std::vector<std::vector<double>>& rows) {
    auto writer = OpenResultWriter(path_, schema_);
    ASSERT_TRUE(writer.ok());
    for (const auto& row : rows) ASSERT_TRUE((*writer)->Append(row[0], std::span(row).subspan(1)).ok());
    ASSERT_TRUE((*writer)->Finish().ok());
  }
  MatioMatrix Matrix(const char* name) {
    const auto matrix = ReadWithMatio(path_, name);
    EXPECT_TRUE(matrix.has_value()) << name;
    return matrix.value_or(MatioMatrix{});
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.File("r.mat");
  Schema schema_;
};

TEST_F(MatWriterTest, AclassSaysTrajectoryTransposed) {
  Write({{0, 1, 2}});
  const MatioMatrix type = Matrix("Aclass");
  ASSERT_EQ(type.rows, 4u);
  ASSERT_EQ(type.columns, 11u);
  EXPECT_EQ(RowText(type, 0), "Atrajectory");
  EXPECT_EQ(RowText(type, 1), "1.1");
  EXPECT_EQ(RowText(type, 2), "");
  EXPECT_EQ(RowText(type, 3), "binTrans");
}

TEST_F(MatWriterTest, NamesAndDescriptionsStandInColumnsWithTimeFirst) {
  Write({{0, 1, 2}});
  const MatioMatrix names = Matrix("name"), descriptions = Matrix("description");
  ASSERT_EQ(names.columns, 6u);
  EXPECT_EQ(ColumnText(names, 0), "time");
  EXPECT_EQ(ColumnText(names, 1), "body.x");
  EXPECT_EQ(ColumnText(names, 4), "der(body.x)");
  EXPECT_EQ(ColumnText(descriptions, 1), "Position [m]");
  EXPECT_EQ(ColumnText(descriptions, 2), "[Ohm]");
  EXPECT_EQ(ColumnText(descriptions, 3), "");
}

TEST_F(MatWriterTest, DataInfoPointsIntoTheDataWithNegativeRowsForNegatedAliases) {
  Write({{0, 1, 2}});
  const MatioMatrix info = Matrix("dataInfo");
  ASSERT_EQ(info.rows, 4u);
  const std::vector<double> expected = {0, 1,  0, -1,  // time
                                        2, 2,  0, -1,  // body.x
                                        1, 2,  0, 0,   // R
                                        2, -2, 0, -1,  // minus_x
                                        2, 3,  0, -1,  // der(body.x)
                                        1, -2, 0, 0};  // minus_R
  EXPECT_EQ(info.numbers, expected);
}

TEST_F(MatWriterTest, ConstantsStandAtTheFirstAndTheLastTime) {
  Write({{0.5, 1, 2}, {1, 3, 4}, {2, 5, 6}});
  const MatioMatrix data = Matrix("data_1");
  EXPECT_EQ(data.rows, 2u);
  EXPECT_EQ(data.numbers, (std::vector<double>{0.5, 47, 2, 47}));
}

TEST_F(MatWriterTest, VariablesStandByPointsInTime) {
  Write({{0.5, 1, 2}, {1, 3, 4}, {2, 5, 6}});
  const MatioMatrix data = Matrix("data_2");
  EXPECT_EQ(data.rows, 3u);
  EXPECT_EQ(data.columns, 3u);
  EXPECT_EQ(data.numbers, (std::vector<double>{0.5, 1, 2, 1, 3, 4, 2, 5, 6}));
}

TEST_F(MatWriterTest, ManyBlocksAreOneMatrix) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 20000; ++i) rows.push_back({i * 1.0, i * 2.0, i * 3.0});
  Write(rows);
  const MatioMatrix data = Matrix("data_2");
  ASSERT_EQ(data.columns, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(data.numbers[3 * i], static_cast<double>(i));
    ASSERT_EQ(data.numbers[3 * i + 2], 3.0 * static_cast<double>(i));
  }
}

}  // namespace
}  // namespace daedalus::results
