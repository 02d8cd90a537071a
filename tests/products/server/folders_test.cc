#include "daedalus/products/server/folders.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "daedalus/base/read_file.h"
#include "products/server/temporary_folder.h"

namespace daedalus::server {
namespace {

namespace fs = std::filesystem;

class FoldersTest : public testing::Test {
 protected:
  TemporaryFolder all_;
  std::string model_ = all_.Write("open/Ball.mo", "model Ball end Ball;\n");
  std::string other_ = all_.Write("closed/Secret.mo", "model Secret end Secret;\n");
  std::string library_ = all_.Write("library/Lib.mo", "package Lib end Lib;\n");
  Folders folders_{{all_.path() + "/open"}, {all_.path() + "/library"}};
};

TEST_F(FoldersTest, ReadsAndSavesInsideAnOpenedFolder) {
  const FileResult read = folders_.Read(model_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)["text"], "model Ball end Ball;\n");
  EXPECT_EQ((*read)["writable"], true);
  const FileResult saved = folders_.Save(model_, "model Ball2 end Ball2;\n", (*read)["version"]);
  ASSERT_TRUE(saved.ok()) << saved.error().body;
  EXPECT_EQ(ReadFile(model_).value(), "model Ball2 end Ball2;\n");
  EXPECT_EQ((*folders_.Read(model_))["version"], (*saved)["version"]);
  EXPECT_EQ(std::distance(fs::directory_iterator(all_.path() + "/open"), {}), 1) << "nothing is left beside";
}

TEST_F(FoldersTest, ALibraryIsReadOnly) {
  const FileResult read = folders_.Read(library_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)["writable"], false);
  EXPECT_EQ(folders_.Save(library_, "x", (*read)["version"]).error().status, 403);
}

TEST_F(FoldersTest, NothingElseIsReadOrWritten) {
  const std::string open = all_.path() + "/open";
  fs::create_symlink(other_, open + "/Link.mo");
  fs::create_directory_symlink(all_.path() + "/closed", open + "/folder");
  for (const std::string& path :
       {other_, open + "/../closed/Secret.mo", open + "/Link.mo", open + "/folder/Secret.mo",
        open + "x/../closed/Secret.mo", std::string("closed/Secret.mo"), std::string("/etc/passwd"),
        std::string()}) {
    const FileResult read = folders_.Read(path);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_EQ(read.error().status, 403) << path;
    EXPECT_EQ(folders_.Save(path, "x", "").error().status, 403) << path;
  }
  EXPECT_EQ(ReadFile(other_).value(), "model Secret end Secret;\n");
  // Links that lead out are not listed either.
  const FileResult list = folders_.List(open);
  ASSERT_TRUE(list.ok());
  ASSERT_EQ(list->size(), 1u);
  EXPECT_EQ((*list)[0]["name"], "Ball.mo");
}

// A folder whose name begins with that of an opened one is another folder.
TEST_F(FoldersTest, ANameThatBeginsAlikeIsOutside) {
  const std::string near = all_.Write("opened/Near.mo", "model Near end Near;\n");
  EXPECT_FALSE(folders_.Read(near).ok());
}

TEST_F(FoldersTest, OnlyTextsOfModelsAreWritten) {
  EXPECT_EQ(folders_.Save(all_.path() + "/open/run.sh", "rm", "").error().status, 403);
  EXPECT_TRUE(folders_.Save(all_.path() + "/open/New.mo", "model New end New;\n", "").ok());
}

TEST_F(FoldersTest, TheSecondOfTwoTabsIsToldOfTheFirst) {
  const std::string version = (*folders_.Read(model_))["version"];
  ASSERT_TRUE(folders_.Save(model_, "model First end First;\n", version).ok());
  const FileResult second = folders_.Save(model_, "model Second end Second;\n", version);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().status, 409);
  const Json answer = Json::parse(second.error().body);
  EXPECT_EQ(answer["text"], "model First end First;\n") << "the page can show what is on the disk";
  EXPECT_EQ(ReadFile(model_).value(), "model First end First;\n");
  EXPECT_TRUE(folders_.Save(model_, "model Second end Second;\n", answer["version"]).ok());
}

TEST_F(FoldersTest, AFileThatIsGoneOrNewIsAConflictToo) {
  const std::string version = (*folders_.Read(model_))["version"];
  EXPECT_EQ(folders_.Save(model_, "x", "").error().status, 409) << "it exists already";
  fs::remove(model_);
  EXPECT_EQ(folders_.Save(model_, "x", version).error().status, 409);
}

TEST_F(FoldersTest, TheModeOfAFileStays) {
  ASSERT_EQ(::chmod(model_.c_str(), 0640), 0);
  ASSERT_TRUE(folders_.Save(model_, "model B end B;\n", (*folders_.Read(model_))["version"]).ok());
  struct stat now{};
  ASSERT_EQ(::stat(model_.c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 0777u, 0640u);
}

// An editor would replace the bytes that it cannot show.
TEST_F(FoldersTest, ATextThatIsNotUtf8IsShownOnly) {
  const std::string latin = all_.Write("open/Latin.mo", "model Latin \"\xe9\" end Latin;\n");
  const FileResult read = folders_.Read(latin);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ((*read)["writable"], false);
  EXPECT_FALSE(JsonResponse(*read).body.empty());
}

TEST(VersionOf, DependsOnEveryByte) {
  EXPECT_EQ(VersionOf("abc"), VersionOf("abc"));
  EXPECT_NE(VersionOf("abc"), VersionOf("abd"));
  EXPECT_NE(VersionOf(""), VersionOf(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace daedalus::server
