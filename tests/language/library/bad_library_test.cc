// Libraries that are not what they should be: each mistake has its message, once, and what can be used is.
#include "daedalus/language/library/read_source.h"
#include "library_testing.h"

namespace daedalus::library {
namespace {

class BadLibrary : public StoreTest {
 protected:
  void SetUp() override { Write("Lib/package.mo", "within; package Lib model T end T; end Lib;"); }
  // What two questions for the class report.
  Strings MessagesOf(const std::string& name) {
    Find(name);
    Find(name);
    return Messages();
  }
};

TEST_F(BadLibrary, AClassInTheTextAndInAFile) {
  Write("Lib/T.mo", "within Lib; model T end T;");
  EXPECT_EQ(MessagesOf("Lib.T"), Strings{"D0007 `T`: `Lib.T` is here and in `Lib/T.mo`"});
  EXPECT_EQ(FileOf("Lib.T"), "Lib/package.mo");
}

TEST_F(BadLibrary, AClassInTheTextAndInADirectory) {
  Write("Lib/T/package.mo", "within Lib; package T end T;");
  EXPECT_EQ(MessagesOf("Lib.Other"), Strings{"D0007 `T`: `Lib.T` is here and in `Lib/T/package.mo`"});
}

TEST_F(BadLibrary, AClassInAFileAndInADirectory) {
  Write("Lib/B.mo", "within Lib; package B end B;");
  Write("Lib/B/package.mo", "within Lib; package B end B;");
  EXPECT_EQ(MessagesOf("Lib.B"), Strings{"D0007 ``: `Lib.B` is in `Lib/B.mo` and in `Lib/B/package.mo`"});
  EXPECT_EQ(FileOf("Lib.B"), "Lib/B.mo");
}

TEST_F(BadLibrary, AFileWithAnotherClass) {
  Write("Lib/B.mo", "within Lib; model C end C;");
  EXPECT_EQ(MessagesOf("Lib.B"),
            Strings{"D0008 `C`: this file must contain the class `B`, but contains `C`"});
  EXPECT_EQ(FileOf("Lib.B"), "none");
  EXPECT_EQ(FileOf("Lib.C"), "none");
}

TEST_F(BadLibrary, AFileWithOneClassTooMany) {
  Write("Lib/B.mo", "within Lib; model B end B; model C end C;");
  EXPECT_EQ(MessagesOf("Lib.B"),
            Strings{"D0008 `C`: this file must contain the class `B`, but contains `C`"});
  EXPECT_EQ(FileOf("Lib.B"), "Lib/B.mo");
}

TEST_F(BadLibrary, AFileWithoutAClass) {
  Write("Lib/B.mo", "within Lib;");
  EXPECT_EQ(MessagesOf("Lib.B"), Strings{"D0008 `within Lib;`: `Lib/B.mo` contains no class; expected `B`"});
  Write("Lib/E.mo", "");
  Open({Path()});
  EXPECT_EQ(MessagesOf("Lib.E"), Strings{"D0008 ``: `Lib/E.mo` contains no class; expected `E`"});
}

TEST_F(BadLibrary, AWithinThatIsMissing) {
  Write("Lib/B.mo", "model B end B;");
  EXPECT_EQ(MessagesOf("Lib.B"), Strings{"D0009 ``: `Lib/B.mo` is in `Lib`, but has no within clause"});
  EXPECT_EQ(FileOf("Lib.B"), "Lib/B.mo");
}

TEST_F(BadLibrary, AWithinThatIsWrong) {
  Write("Lib/B.mo", "within Lib.C; model B end B;");
  EXPECT_EQ(MessagesOf("Lib.B"),
            Strings{"D0009 `within Lib.C`: `Lib/B.mo` is in `Lib`, but says `within Lib.C`"});
  Write("Top.mo", "within Lib; package Top end Top;");
  Open({Path()});
  EXPECT_EQ(MessagesOf("Top"), Strings{"D0009 `within Lib`: `Top.mo` is at the top, but says `within Lib`"});
  Write("Lib/D.mo", "within; model D end D;");
  Open({Path()});
  EXPECT_EQ(MessagesOf("Lib.D"), Strings{"D0009 `within`: `Lib/D.mo` is in `Lib`, but says `within`"});
}

TEST_F(BadLibrary, ADirectoryWithoutPackageMo) {
  Write("Lib/Half/A.mo", "within Lib.Half; model A end A;");
  EXPECT_EQ(MessagesOf("Lib.Half.A"),
            Strings{"W0003 ``: the directory `Lib/Half` is not a package: it has no package.mo"});
  Write("HalfLibrary/A.mo", "within HalfLibrary; model A end A;");
  Open({Path()});
  EXPECT_EQ(MessagesOf("HalfLibrary.A"),
            Strings{"D0003 ``: the directory `HalfLibrary` is not a package: it has no package.mo"});
  Write("Lib/Resources/picture.svg", "");
  EXPECT_EQ(MessagesOf("Lib.Resources"), Strings{}) << "a directory of pictures is no package";
}

TEST_F(BadLibrary, AFileThatCannotBeRead) {
  std::filesystem::create_symlink(Path("nowhere"), Path("Lib/B.mo"));
  EXPECT_EQ(MessagesOf("Lib.B"), Strings{"D0001 ``: cannot read `Lib/B.mo`: no such file or directory"});
  EXPECT_TRUE(Find("Lib.T").IsValid());
}

TEST_F(BadLibrary, AFileWithMistakes) {
  Write("Lib/B.mo", "model B\n  Real x = ;\nend B;");
  Find("Lib.B");
  ASSERT_EQ(diagnostics_.items().size(), 1u) << "no second message about the missing within";
  EXPECT_EQ(diagnostics_.items()[0].code, Code::kUnexpectedToken);
  EXPECT_TRUE(Find("Lib.B").IsValid());
}

TEST_F(BadLibrary, AFileThatChangesOnceIsReadAgain) {
  Write("a.mo", "old text");
  int num_reads = 0;
  const FileReader read = [&](const std::string& path) {
    auto text = ReadFile(path);
    if (++num_reads == 1) Write("a.mo", "the new text");
    return text;
  };
  EXPECT_EQ(ReadSource(Path("a.mo"), diagnostics_, read), "the new text");
  EXPECT_EQ(num_reads, 2);
  EXPECT_FALSE(HasErrors());
}

TEST_F(BadLibrary, AFileThatDoesNotStopChangingIsReported) {
  Write("a.mo", "text");
  std::string more = "text";
  const FileReader read = [&](const std::string& path) {
    auto text = ReadFile(path);
    Write("a.mo", more += "!");
    return text;
  };
  EXPECT_EQ(ReadSource(Path("a.mo"), diagnostics_, read), std::nullopt);
  ASSERT_EQ(diagnostics_.items().size(), 1u);
  EXPECT_EQ(diagnostics_.items()[0].code, Code::kFileChanged);
}

}  // namespace
}  // namespace daedalus::library
