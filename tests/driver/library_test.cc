#include "daedalus/driver/library.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;

class Library : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() /
            ("daedalus_library_test_" +
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

TEST_F(Library, GoesDownAsFarAsThereAreFiles) {
  Touch("Lib/package.mo");
  Touch("Lib/Electrical/package.mo");
  Touch("Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Lib.Electrical.Resistor"), "Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Lib.Electrical.Inside.Deep"), "Lib/Electrical/package.mo");
  EXPECT_EQ(Find("Lib.Electrical.Resistor.Inner"), "Lib/Electrical/Resistor.mo");
  EXPECT_EQ(Find("Other.X"), "");
}

TEST_F(Library, TakesTheHighestVersionByNumber) {
  Touch("Lib 4.9.0/package.mo");
  Touch("Lib 4.10.0/package.mo");
  EXPECT_EQ(Find("Lib.A"), "Lib 4.10.0/package.mo");
}

TEST_F(Library, ASingleFileIsATopLevelClass) {
  Touch("Lib.mo");
  EXPECT_EQ(Find("Lib.A"), "Lib.mo");
}

}  // namespace
}  // namespace daedalus::driver
