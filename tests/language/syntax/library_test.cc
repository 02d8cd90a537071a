// The libraries that MODELICAPATH names, if any: every file is accepted without a word and survives printing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "daedalus/base/read_file.h"
#include "daedalus/language/syntax/same_tree.h"
#include "daedalus/language/syntax/unparse.h"
#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

std::vector<std::string> LibraryFiles() {
  std::vector<std::string> files;
  const char* path = std::getenv("MODELICAPATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.path().extension() == ".mo")
        files.push_back(entry.path().string());
    }
  }
  return files;
}

TEST(Library, EveryFileParsesAndRoundTrips) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << "no Modelica files in MODELICAPATH";
  for (const std::string& file : files) {
    const auto text = ReadFile(file);
    ASSERT_TRUE(text.ok()) << file;
    const Parsed first(*text);
    EXPECT_TRUE(first.ok()) << file << "\n" << first.AllMessages();
    const Parsed second(Unparse(first.tree()));
    EXPECT_TRUE(second.ok()) << file << "\n" << second.AllMessages();
    EXPECT_TRUE(SameTree(first.tree(), second.tree())) << file;
    EXPECT_EQ(first.tree().comments().size(), second.tree().comments().size()) << file;
  }
}

}  // namespace
}  // namespace daedalus::syntax
