#include "daedalus/language/library/search_path.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace daedalus::library {
namespace {

namespace fs = std::filesystem;

class ClassFiles : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() /
            ("daedalus_search_path_test_" +
             std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  void Touch(const std::string& name) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << "package P end P;";
  }
  std::string Find(const std::string& name) {
    const auto file = FindClassFile(name, {root_.string()});
    return file ? fs::relative(*file, root_).string() : "";
  }
  fs::path root_;
};

TEST_F(ClassFiles, GoesDownAsFarAsThereAreFiles) {
  Touch("Lib/package.mo");
  Touch("Lib/Electrical/package.mo");
  Touch("Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Lib.Electrical.Resistor"), "Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Lib.Electrical.Inside.Deep"), "Lib/Electrical/package.mo");
  EXPECT_EQ(Find("Lib.Electrical.Resistor.Inner"), "Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Other.X"), "");
}

TEST_F(ClassFiles, TakesTheHighestVersionByNumber) {
  Touch("Lib 4.9.0/package.mo");
  Touch("Lib 4.10.0/package.mo");
  EXPECT_EQ(Find("Lib.A"), "Lib 4.10.0/package.mo");
}

TEST_F(ClassFiles, ASingleFileIsATopLevelClass) {
  Touch("Lib.mo");
  EXPECT_EQ(Find("Lib.A"), "Lib.mo");
}

TEST_F(ClassFiles, ADirectoryOfThePathMayBeThePackageItself) {
  Touch("Lib 1.0/package.mo");
  Touch("Lib 1.0/A.mo");
  EXPECT_EQ(FindClassFile("Lib.A", {(root_ / "Lib 1.0").string()}), (root_ / "Lib 1.0" / "A.mo").string());
  EXPECT_EQ(FindClassFile("Lib.A", {(root_ / "Lib 1.0" / "").string()}),
            (root_ / "Lib 1.0" / "A.mo").string());
}

TEST_F(ClassFiles, ABlankIsNoVersionWithoutANumberBehindIt) {
  Touch("Lib copy/package.mo");
  EXPECT_EQ(Find("Lib"), "");
}

}  // namespace
}  // namespace daedalus::library
