// The user's own files: where `within` puts them, what they hide, and what is said about them.
#include "library_testing.h"

namespace daedalus::library {
namespace {

using GivenFiles = StoreTest;

TEST_F(GivenFiles, AFileAtTheTopIsFoundAndReadsNothingElse) {
  Write("lib/A/package.mo", "package A end A;");
  Write("mine.mo", "model M1 end M1; model M2 end M2;");
  Open({Path("lib")});
  store().AddFile(Path("mine.mo"));
  ASSERT_EQ(store().given().size(), 2u);
  EXPECT_EQ(store().given()[1], Find("M2"));
  EXPECT_EQ(Files(), Strings{"mine.mo"});
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, AFileGivenTwiceIsReadOnce) {
  Write("mine.mo", "model M end M;");
  store().AddFile(Path("mine.mo"));
  store().AddFile(Path("../" + std::filesystem::path(Path()).filename().string() + "/mine.mo"));
  EXPECT_EQ(store().given().size(), 1u);
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, HideTheClassOfALibrary) {
  Write("lib/A.mo", "package A model B end B; model C end C; end A;");
  Write("A.mo", "package A model B end B; end A;");
  Open({Path("lib")});
  EXPECT_EQ(FileOf("A.B"), "lib/A.mo");
  store().AddFile(Path("A.mo"));
  EXPECT_EQ(FileOf("A.B"), "A.mo");
  EXPECT_EQ(FileOf("A.C"), "none");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, WithinPutsAClassIntoALibraryAndHidesItsNamesake) {
  Write("lib/A/package.mo", "within; package A model InText end InText; end A;");
  Write("lib/A/B.mo", "within A; model B end B;");
  Write("lib/A/C.mo", "within A; model C end C;");
  Write("B.mo", "within A; model B end B; model InText end InText; model New end New;");
  Open({Path("lib")});
  store().AddFile(Path("B.mo"));
  EXPECT_EQ(store().FullName(store().given().at(0)), "A.B");
  EXPECT_EQ(FileOf("A.B"), "B.mo");
  EXPECT_EQ(FileOf("A.InText"), "B.mo");
  EXPECT_EQ(FileOf("A.New"), "B.mo");
  EXPECT_EQ(FileOf("A.C"), "lib/A/C.mo");
  EXPECT_EQ(FileOf("B"), "none");
  EXPECT_EQ(NamesOfChildren("A"), (Strings{"A.InText", "A.B", "A.C", "A.New"}));
  // The hidden text is still a class, by its definition.
  const syntax::Tree& tree = store().tree(Find("A"));
  const ClassId hidden =
      store().Of(tree, tree[tree[store().definition_id(Find("A"))].elements[0]].class_definition);
  EXPECT_NE(hidden, Find("A.InText"));
  EXPECT_EQ(store().FullName(hidden), "A.InText");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, ThePackageMayComeLaterThanWhatIsWithinIt) {
  Write("lib/A.mo", "package A end A;");
  Open({Path("lib")});
  Write("1.mo", "within A.B; model C end C;");
  Write("2.mo", "within A; package B end B;");
  Write("3.mo", "package A end A;");
  for (const char* file : {"1.mo", "2.mo", "3.mo"}) store().AddFile(Path(file));
  EXPECT_EQ(FileOf("A.B.C"), "1.mo");
  EXPECT_EQ(FileOf("A"), "3.mo");
  EXPECT_EQ(store().FullName(store().given().at(0)), "A.B.C");
  EXPECT_EQ(Files().size(), 3u);
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, AFileInTheMiddleOfAPackageFindsThePackageAroundIt) {
  Write("My 1.0/package.mo", "within; package My end My;");
  Write("My 1.0/Parts/package.mo", "within My; package Parts end Parts;");
  Write("My 1.0/Parts/Wheel.mo", "within My.Parts; model Wheel end Wheel;");
  Write("My 1.0/Parts/Axle.mo", "within My.Parts; model Axle end Axle;");
  Open({});
  store().AddFile(Path("My 1.0/Parts/Wheel.mo"));
  EXPECT_EQ(FileOf("My.Parts.Axle"), "My 1.0/Parts/Axle.mo");
  EXPECT_EQ(Find("My.Parts.Wheel"), store().given().at(0));
  Open({});
  store().AddFile(Path("My 1.0/Parts"));
  EXPECT_EQ(store().FullName(store().given().at(0)), "My.Parts");
  EXPECT_EQ(FileOf("My.Parts.Axle"), "My 1.0/Parts/Axle.mo");
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, AFileOnItsOwnKeepsTheNamesItSays) {
  Write("x.mo", "within Gone.Sub; model X end X;");
  Write("y.mo", "within Gone.Sub; model Y end Y;");
  store().AddFile(Path("x.mo"));
  store().AddFile(Path("y.mo"));
  EXPECT_EQ(store().FullName(store().given().at(0)), "Gone.Sub.X");
  EXPECT_EQ(Find("Gone.Sub.Y"), store().given().at(1));
  EXPECT_EQ(store().parent(Find("Gone.Sub.X")), store().parent(Find("Gone.Sub.Y")));
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(GivenFiles, AWithinThatIsHalfThereIsProbablyMisspelt) {
  Write("A.mo", "package A package Parts end Parts; end A;");
  Write("x.mo", "within A.Prats; model X end X;");
  store().AddFile(Path("x.mo"));
  EXPECT_TRUE(Find("A.Prats.X").IsValid());
  EXPECT_EQ(Messages(), Strings{"W0009 `A.Prats`: there is no package `A.Prats`"});
}

TEST_F(GivenFiles, ADirectoryIsReadAsItIsAskedFor) {
  Write("work/My/package.mo", "package My end My;");
  Write("work/My/A.mo", "within My; model A end A;");
  Write("work/My/Bad.mo", "within My; model Bad this is wrong end Bad;");
  Open({});
  store().AddFile(Path("work/My"));
  EXPECT_EQ(Files(), Strings{"work/My/package.mo"});
  EXPECT_EQ(store().directory(store().given().at(0)), Path("work/My"));
  EXPECT_EQ(FileOf("My.A"), "work/My/A.mo");
  EXPECT_FALSE(HasErrors());
  // By its file as well.
  Open({});
  store().AddFile(Path("work/My/package.mo"));
  EXPECT_EQ(FileOf("My.A"), "work/My/A.mo");
  // What was given by name is read, and its mistakes are told.
  store().AddFile(Path("work/My/Bad.mo"));
  EXPECT_TRUE(HasErrors());
}

TEST_F(GivenFiles, TwoOfOneNameAreReportedWithBothPlaces) {
  Write("1.mo", "model M end M;");
  Write("2.mo", "model M end M;");
  store().AddFile(Path("1.mo"));
  store().AddFile(Path("2.mo"));
  ASSERT_EQ(diagnostics_.items().size(), 1u);
  ASSERT_EQ(diagnostics_.items()[0].secondary.size(), 1u);
  EXPECT_EQ(sources_->Name(diagnostics_.items()[0].secondary[0].span.file), Path("1.mo"));
  EXPECT_EQ(Messages(), Strings{"D0007 `M`: `M` is given twice"});
  EXPECT_EQ(FileOf("M"), "1.mo");

  Write("3.mo", "within P; model N end N;");
  Write("4.mo", "within P; model N end N;");
  store().AddFile(Path("3.mo"));
  store().AddFile(Path("4.mo"));
  store().given();
  EXPECT_EQ(Messages(), Strings{"D0007 `N`: `P.N` is given twice"});
}

TEST_F(GivenFiles, WhatIsNotThereIsReported) {
  std::filesystem::create_directories(Path("folder"));
  store().AddFile(Path("nothing.mo"));
  EXPECT_EQ(Messages(), Strings{"D0001 ``: cannot read `nothing.mo`: no such file or directory"});
  store().AddFile(Path("folder"));
  EXPECT_EQ(Messages(), Strings{"D0003 ``: the directory `folder` is not a package: it has no package.mo"});
  EXPECT_TRUE(store().given().empty());
}

}  // namespace
}  // namespace daedalus::library
