// MAT files of level 5 as libmatio writes and reads them.
#include "daedalus/system/native/mat_file.h"

#include <gtest/gtest.h>
#include <matio.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "daedalus/system/native/read_table.h"

namespace daedalus::native {
namespace {

std::string ScratchMat() {
  return (std::filesystem::temp_directory_path() / ("daedalus_mat_" + std::to_string(::getpid()) + ".mat"))
      .string();
}

std::string BytesOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A matrix of 2 rows and 3 columns, in a file with another variable before it.
template <class T>
std::string WrittenByMatio(matio_classes cls, matio_types type, matio_compression compression) {
  const std::string file = ScratchMat();
  mat_t* const mat = Mat_CreateVer(file.c_str(), nullptr, MAT_FT_MAT5);
  std::size_t dims[] = {2, 3}, text_dims[] = {1, 5};
  T values[] = {1, 4, 2, 5, 3, 6};
  char text[] = "hello";
  matvar_t* const other = Mat_VarCreate("other", MAT_C_CHAR, MAT_T_UTF8, 2, text_dims, text, 0);
  matvar_t* const matrix = Mat_VarCreate("m", cls, type, 2, dims, values, 0);
  Mat_VarWrite(mat, other, compression);
  Mat_VarWrite(mat, matrix, compression);
  Mat_VarFree(other);
  Mat_VarFree(matrix);
  Mat_Close(mat);
  const std::string bytes = BytesOf(file);
  std::filesystem::remove(file);
  return bytes;
}

const std::vector<double> kByRows = {1, 2, 3, 4, 5, 6};

TEST(MatFile, Level5InAllNumberTypesPlainAndCompressed) {
  for (const matio_compression compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
    for (const std::string& bytes : {
             WrittenByMatio<double>(MAT_C_DOUBLE, MAT_T_DOUBLE, compression),
             WrittenByMatio<float>(MAT_C_SINGLE, MAT_T_SINGLE, compression),
             WrittenByMatio<std::int8_t>(MAT_C_INT8, MAT_T_INT8, compression),
             WrittenByMatio<std::uint16_t>(MAT_C_UINT16, MAT_T_UINT16, compression),
             WrittenByMatio<std::int32_t>(MAT_C_INT32, MAT_T_INT32, compression),
             WrittenByMatio<std::int64_t>(MAT_C_INT64, MAT_T_INT64, compression),
         }) {
      const auto matrix = ParseMat(bytes, "m");
      ASSERT_TRUE(matrix.ok()) << matrix.error();
      EXPECT_EQ(matrix->rows, 2u);
      EXPECT_EQ(matrix->values, kByRows);
      EXPECT_EQ(ParseMat(bytes, "n").error(), "there is no matrix `n`");
      EXPECT_EQ(ParseMat(bytes, "other").error(), "`other` is not a full matrix of real numbers");
    }
  }
}

// Wherever the file ends, it is told and nothing is read beyond.
TEST(MatFile, DamagedLevel5IsTold) {
  for (const matio_compression compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
    const std::string whole = WrittenByMatio<double>(MAT_C_DOUBLE, MAT_T_DOUBLE, compression);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const auto matrix = ParseMat5(whole.substr(0, length), "m");
      if (matrix.ok()) {  // padding was cut off
        EXPECT_EQ(matrix->values, kByRows) << length;
      }
    }
    for (std::size_t at = 128; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      (void)ParseMat5(damaged, "m");
    }
  }
  std::string later = WrittenByMatio<double>(MAT_C_DOUBLE, MAT_T_DOUBLE, MAT_COMPRESSION_NONE);
  later[124] = 0, later[125] = 2;
  EXPECT_EQ(ParseMat5(later, "m").error(), "MAT files of level 7.3 (HDF5) cannot be read (save with -v7)");
}

TEST(MatFile, WhatIsWrittenOthersRead) {
  const Matrix matrix(2, 3, kByRows);
  for (const char* format : {"4", "6", "7"}) {
    const std::string file = ScratchMat();
    const MatLevel level = *MatLevelOf(format);
    EXPECT_EQ(WriteMatrix(file, "first", matrix, level, false), std::nullopt);
    EXPECT_EQ(WriteMatrix(file, "second", Matrix(1, 1, {7}), level, true), std::nullopt);
    mat_t* const mat = Mat_Open(file.c_str(), MAT_ACC_RDONLY);
    ASSERT_NE(mat, nullptr) << format;
    matvar_t* const first = Mat_VarRead(mat, "first");
    matvar_t* const second = Mat_VarRead(mat, "second");
    ASSERT_NE(first, nullptr) << format;
    ASSERT_NE(second, nullptr) << format;
    const auto* const values = static_cast<const double*>(first->data);
    EXPECT_EQ(std::vector<double>(values, values + 6), (std::vector<double>{1, 4, 2, 5, 3, 6}))
        << "column by column";
    EXPECT_EQ(*static_cast<const double*>(second->data), 7);
    Mat_VarFree(first);
    Mat_VarFree(second);
    Mat_Close(mat);
    EXPECT_EQ(ReadMatrix(file, "second")->values, std::vector<double>{7});
    EXPECT_EQ(WriteMatrix(file, "x", matrix, level, false), std::nullopt);
    EXPECT_FALSE(ReadMatrix(file, "first").ok()) << "the file was begun anew";
    std::filesystem::remove(file);
  }
  EXPECT_EQ(MatLevelOf("7.3"), std::nullopt);
}

TEST(MatFile, LevelsAreNotMixed) {
  const std::string file = ScratchMat();
  EXPECT_EQ(WriteMatrix(file, "a", Matrix(1, 1, {1}), MatLevel::k4, false), std::nullopt);
  const auto why = WriteMatrix(file, "b", Matrix(1, 1, {2}), MatLevel::k5, true);
  ASSERT_TRUE(why.has_value());
  EXPECT_NE(why->find("another level"), std::string::npos);
  std::filesystem::remove(file);
  EXPECT_TRUE(WriteMatrix("no-such-folder/x.mat", "a", Matrix(1, 1, {1}), MatLevel::k4, false).has_value());
}

}  // namespace
}  // namespace daedalus::native
