#include "daedalus/base/read_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace daedalus {
namespace {

TEST(ReadFile, ReturnsEveryByte) {
  const auto path = std::filesystem::temp_directory_path() / "daedalus_read_file_test";
  std::string content(300000, 'x');
  content[7] = '\0';
  std::ofstream(path, std::ios::binary) << content;
  const auto read = ReadFile(path.string());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, content);
  std::filesystem::remove(path);
}

TEST(ReadFile, SaysWhyNot) {
  const auto missing = ReadFile("/does/not/exist.mo");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error(), "no such file or directory");
  const auto directory = ReadFile(".");
  ASSERT_FALSE(directory.ok());
  EXPECT_EQ(directory.error(), "is a directory");
}

}  // namespace
}  // namespace daedalus
