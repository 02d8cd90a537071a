// Which version of a library is taken.
#include "library_testing.h"

namespace daedalus::library {
namespace {

class Versions : public StoreTest {
 protected:
  void WriteLibrary(const std::string& directory, const std::string& version, const std::string& more = "") {
    Write(directory + "/package.mo",
          fmt::format("package Lib annotation(version=\"{}\"{}); end Lib;", version, more));
  }
  void Use(const std::string& version) {
    store().AddTree(Parse(fmt::format("package My annotation(uses(Lib(version=\"{}\"))); end My;", version)));
  }
};

TEST_F(Versions, TheHighestIsTakenByNumber) {
  for (const char* version : {"4.9.0", "4.10.0", "4.2.0", "4.10.0-beta.1"})
    WriteLibrary(fmt::format("Lib {}", version), version);
  EXPECT_EQ(FileOf("Lib"), "Lib 4.10.0/package.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(Versions, TheOneInUseIsTaken) {
  for (const char* version : {"3.2.3", "4.0.0", "4.1.0"})
    WriteLibrary(fmt::format("Lib {}", version), version);
  Use("4.0.0");
  EXPECT_EQ(FileOf("Lib"), "Lib 4.0.0/package.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(Versions, ALaterOneWithTheSameFirstNumberStandsIn) {
  for (const char* version : {"3.1", "3.2.3", "4.1.0"})
    WriteLibrary(fmt::format("Lib {}", version), version, ", conversion(noneFromVersion=\"3.2.2\")");
  Use("3.2.2");
  EXPECT_EQ(FileOf("Lib"), "Lib 3.2.3/package.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(Versions, TheOneInUseIsTakenFromALaterDirectoryOfThePath) {
  WriteLibrary("one/Lib", "4.1.0");
  WriteLibrary("two/Lib 4.0.0", "4.0.0");
  Open({Path("one"), Path("two")});
  Use("4.0.0");
  EXPECT_EQ(FileOf("Lib"), "two/Lib 4.0.0/package.mo");
}

TEST_F(Versions, AnotherOneIsTakenWithAWarning) {
  WriteLibrary("Lib", "4.1.0");
  Use("4.0.0");
  EXPECT_EQ(FileOf("Lib"), "Lib/package.mo");
  EXPECT_EQ(
      Messages(),
      Strings{
          "W0010 `Lib(version=\"4.0.0\")`: version 4.0.0 of `Lib` is required, but version 4.1.0 is used"});
}

TEST_F(Versions, TheWarningComesAlsoWhenTheLibraryWasThereFirst) {
  WriteLibrary("Lib", "4.1.0");
  Find("Lib");
  Use("4.0.0");
  EXPECT_EQ(Messages().size(), 1u);
}

TEST_F(Versions, AVersionInTheNameOfTheDirectoryCounts) {
  Write("Lib 2.0/package.mo", "package Lib end Lib;");
  Use("2.0");
  EXPECT_EQ(FileOf("Lib"), "Lib 2.0/package.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(Versions, ALibraryThatSaysItFitsIsTakenInSilence) {
  WriteLibrary("Lib", "4.1.0",
               ", conversion(noneFromVersion=\"3.9.9\", noneFromVersion=\"4.0.0\", from(version=\"3.2.3\"))");
  Use("4.0.0");
  EXPECT_EQ(FileOf("Lib"), "Lib/package.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(Versions, LibrariesAskForLibraries) {
  Write("Lib 1.0/package.mo", "package Lib annotation(version=\"1.0\"); end Lib;");
  Write("Lib 2.0/package.mo", "package Lib annotation(version=\"2.0\"); end Lib;");
  Write("User.mo", "package User annotation(uses(Lib(version=\"1.0\"))); end User;");
  Find("User");
  EXPECT_EQ(FileOf("Lib"), "Lib 1.0/package.mo");
}

TEST_F(Versions, FilesHaveVersionsToo) {
  Write("Lib 1.0.mo", "package Lib annotation(version=\"1.0\"); end Lib;");
  Write("Lib 2.0.mo", "package Lib annotation(version=\"2.0\"); end Lib;");
  EXPECT_EQ(FileOf("Lib"), "Lib 2.0.mo");
}

}  // namespace
}  // namespace daedalus::library
