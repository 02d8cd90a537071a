#include "daedalus/system/native/read_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace daedalus::native {
namespace {

const std::string kText = R"(#1
double other(1,2)  # not this one
 7 8
float curve(3, 2)
  # a comment between
  0 1   1
     2.5e0 # a row may be broken
  2, -3
)";

TEST(ReadTable, TextFindsItsTableByName) {
  const auto matrix = ParseTextTable(kText, "curve");
  ASSERT_TRUE(matrix.ok()) << matrix.error();
  EXPECT_EQ(matrix->rows, 3u);
  EXPECT_EQ(matrix->cols, 2u);
  EXPECT_EQ(matrix->values, (std::vector<double>{0, 1, 1, 2.5, 2, -3}));
}

TEST(ReadTable, DamagedTextIsTold) {
  const auto refusal = [](const std::string& text, const std::string& name) {
    const auto matrix = ParseTextTable(text, name);
    return matrix.ok() ? std::string() : matrix.error();
  };
  EXPECT_EQ(refusal(kText, "surface"), "there is no table `surface`");
  EXPECT_EQ(refusal("double a(1,1) 1", "a"), "the first line of a table is `#1`");
  EXPECT_EQ(refusal("#1\ndouble a(2,2)\n1 2\n3 x", "a"), "line 4: a number of `a` is missing");
  EXPECT_EQ(refusal("#1\ndouble a(2;2)\n1 2 3 4", "a"), "line 2: the size of a matrix is `(rows, columns)`");
  EXPECT_EQ(refusal("#1\ndouble a(-1,2)\n", "a"), "line 2: this is not a valid size of a matrix");
  EXPECT_EQ(refusal("#1\ndouble a(1e9,1e9)\n", "a"), "line 2: this is not a valid size of a matrix");
  EXPECT_EQ(refusal("#1\nwhat is this", "a"), "line 2: `double name(rows, columns)` is expected");
}

TEST(ReadTable, Csv) {
  const auto matrix = ParseCsv("time;x\n0; 1\r\n1;2.5\r\n\n", {';', 1});
  ASSERT_TRUE(matrix.ok()) << matrix.error();
  EXPECT_EQ(matrix->values, (std::vector<double>{0, 1, 1, 2.5}));
  EXPECT_EQ(ParseCsv("1,2\n3\n", {}).error(), "line 2: 1 columns, and 2 before");
  EXPECT_EQ(ParseCsv("1,x\n", {}).error(), "line 1: column 2 is not a number");
}

void Append(std::string* bytes, const void* data, std::size_t size, bool is_swapped) {
  std::string raw(static_cast<const char*>(data), size);
  if (is_swapped) std::reverse(raw.begin(), raw.end());
  *bytes += raw;
}

// A level-4 matrix as its description has it: type, rows, columns, imaginary, length of the name, name,
// values by columns.
template <class T>
std::string Mat4(std::uint32_t type, std::uint32_t rows, std::uint32_t cols, const std::string& name,
                 std::vector<T> values, bool is_swapped = false) {
  std::string bytes;
  for (const std::uint32_t word : {type, rows, cols, 0u, static_cast<std::uint32_t>(name.size() + 1)}) {
    Append(&bytes, &word, sizeof word, is_swapped);
  }
  bytes.append(name).push_back('\0');
  for (const T value : values) Append(&bytes, &value, sizeof value, is_swapped);
  return bytes;
}

TEST(ReadTable, Mat4InAllFormatsAndByteOrders) {
  const std::string first = Mat4<float>(10, 1, 1, "other", {9.0f});
  for (const bool is_swapped : {false, true}) {
    const std::string bytes = is_swapped ? Mat4<double>(1000, 2, 3, "m", {1, 4, 2, 5, 3, 6}, true)
                                         : first + Mat4<double>(0, 2, 3, "m", {1, 4, 2, 5, 3, 6});
    const auto matrix = ParseMat4(bytes, "m");
    ASSERT_TRUE(matrix.ok()) << matrix.error();
    EXPECT_EQ(matrix->values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  }
  EXPECT_EQ(ParseMat4(Mat4<std::int16_t>(30, 1, 2, "m", {-3, 4}), "m")->values, (std::vector<double>{-3, 4}));
  EXPECT_EQ(ParseMat4(Mat4<std::uint8_t>(50, 1, 2, "m", {3, 200}), "m")->values,
            (std::vector<double>{3, 200}));
}

TEST(ReadTable, DamagedMat4IsTold) {
  const std::string whole = Mat4<double>(0, 2, 3, "m", {1, 4, 2, 5, 3, 6});
  EXPECT_EQ(ParseMat4(whole, "n").error(), "there is no matrix `n`");
  EXPECT_EQ(ParseMat4(whole.substr(0, 40), "m").error(), "the file ends within `m`");
  EXPECT_EQ(ParseMat4(whole.substr(0, 12), "m").error(), "the file ends within a header");
  EXPECT_EQ(ParseMat("MATLAB 5.0 MAT-file", "m").error(), "this is not a MAT file of level 5");
}

TEST(ReadTable, AFileThatIsNotThereIsNamed) {
  const auto matrix = ReadMatrix("no-such-table.txt", "a");
  ASSERT_FALSE(matrix.ok());
  EXPECT_NE(matrix.error().find("`no-such-table.txt`"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::native
