#include "daedalus/base/text_table.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace daedalus {
namespace {

TEST(TextTable, GivesEqualTextsOneNumber) {
  TextTable table;
  EXPECT_EQ(table.NumberOf(""), 1);
  const double a = table.NumberOf("a"), b = table.NumberOf("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(table.NumberOf("a"), a);
  EXPECT_EQ(table.TextOf(a), "a");
  EXPECT_EQ(table.TextOf(0), std::nullopt);
  EXPECT_EQ(table.TextOf(b + 1), std::nullopt);
}

TEST(TextTable, GrowsInSeveralThreads) {
  TextTable table;
  const auto write = [&table] {
    for (int i = 0; i < 3000; ++i) {
      const std::string text = "text " + std::to_string(i);
      EXPECT_EQ(table.TextOf(table.NumberOf(text)), text);
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(write);
  threads.clear();
  EXPECT_EQ(table.NumberOf("text 3000"), 3002);
}

}  // namespace
}  // namespace daedalus
