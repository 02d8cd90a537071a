#include "daedalus/products/ide/class_index.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace daedalus::ide {
namespace {

namespace fs = std::filesystem;
using ClassNames = std::vector<std::string>;

class ClassIndexTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("class_index_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  ClassNames Found(const std::string& query, std::size_t limit = 100) const {
    ClassNames names;
    for (const NamedClass& cls : index_.Find(query, limit)) names.push_back(cls.name);
    return names;
  }

  static bool GoOn() { return true; }
  ClassIndex index_;

 private:
  fs::path folder_;
};

TEST_F(ClassIndexTest, TheBestNamesComeFirst) {
  const std::string file =
      Write("A.mo",
            "within Top;\npackage A\n  model Gear end Gear;\n  model LossyGear end LossyGear;\n"
            "  package Gears model Ratio end Ratio; end Gears;\n  Real gear;\nend A;\n");
  index_.Update({file}, GoOn);
  EXPECT_EQ(Found("gear"), (ClassNames{"Top.A.Gear", "Top.A.Gears", "Top.A.LossyGear", "Top.A.Gears.Ratio"}));
  EXPECT_EQ(Found("GEAR", 1), (ClassNames{"Top.A.Gear"}));
  EXPECT_EQ(Found("a.gears.r"), (ClassNames{"Top.A.Gears.Ratio"}));
  EXPECT_EQ(index_.Find("ratio", 1)[0].kind, "model");
}

TEST_F(ClassIndexTest, FollowsItsFiles) {
  const std::string a = Write("A.mo", "model A end A;"), b = Write("B.mo", "model B end B;");
  index_.Update({a, b, a}, GoOn);
  EXPECT_EQ(Found("a"), ClassNames{"A"}) << "also if it is listed twice";
  index_.Update({a, b, a}, GoOn);
  EXPECT_EQ(Found("a"), ClassNames{"A"});
  Write("A.mo", "model Ab end Ab;");
  index_.Update({a}, GoOn);
  EXPECT_EQ(Found("a"), ClassNames{"Ab"});
  EXPECT_EQ(Found("b"), ClassNames{"Ab"}) << "B.mo is gone";
}

TEST_F(ClassIndexTest, KeepsWhatItKnowsWhenItIsStopped) {
  const std::string a = Write("A.mo", "model A end A;"), b = Write("B.mo", "model B end B;"),
                    c = Write("C.mo", "model C end C;");
  index_.Update({a, c}, GoOn);
  index_.Update({a, b, c}, [] { return false; });
  EXPECT_EQ(Found("a"), ClassNames{"A"});
  EXPECT_EQ(Found("b"), ClassNames{});
  EXPECT_EQ(Found("c"), ClassNames{"C"});
}

}  // namespace
}  // namespace daedalus::ide
