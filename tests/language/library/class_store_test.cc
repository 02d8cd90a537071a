// Names to classes: what is found, where, and which files are read for it.
#include "daedalus/language/library/class_store.h"

#include <deque>
#include <random>

#include "library_testing.h"

namespace daedalus::library {
namespace {

class ClassStoreTest : public StoreTest {
 protected:
  void WriteElectrical() {
    Write("Lib/package.mo", "within; package Lib model InText end InText; end Lib;");
    Write("Lib/Sources.mo", "within Lib; package Sources model Step end Step; end Sources;");
    Write("Lib/Electrical/package.mo", "within Lib; package Electrical end Electrical;");
    Write("Lib/Electrical/Resistor.mo", "within Lib.Electrical; model Resistor end Resistor;");
    Write("Lib/Electrical/Capacitor.mo", "within Lib.Electrical; model Capacitor end Capacitor;");
    Write("Other.mo", "package Other end Other;");
  }
};

TEST_F(ClassStoreTest, ReadsTheFilesOnTheWayAndNoOther) {
  WriteElectrical();
  const ClassId resistor = Find("Lib.Electrical.Resistor");
  ASSERT_TRUE(resistor.IsValid());
  EXPECT_EQ(Files(), (Strings{"Lib/package.mo", "Lib/Electrical/package.mo", "Lib/Electrical/Resistor.mo"}));
  EXPECT_EQ(store().FullName(resistor), "Lib.Electrical.Resistor");
  EXPECT_EQ(store().Name(resistor), "Resistor");
  EXPECT_EQ(store().Name(store().parent(resistor)), "Electrical");
  EXPECT_EQ(store().directory(store().parent(resistor)), Path("Lib/Electrical"));
  EXPECT_EQ(store().directory(resistor), "");
  EXPECT_EQ(store().element(resistor), nullptr);
  EXPECT_FALSE(store().parent(Find("Lib")).IsValid());
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(ClassStoreTest, TreesMayComeFromTheCaller) {
  WriteElectrical();
  Open({Path()});
  // The text of one file is another than that on the disk.
  const SourceFileId file =
      sources().Add("laid over", "within Lib; package Sources model Ramp end Ramp; end Sources;");
  const syntax::ParseResult laid = syntax::Parse(sources(), file, store().names());
  std::deque<syntax::Tree> trees;
  Strings asked;
  Diagnostics diagnostics;
  ClassStore own(sources(), store().names(), {Path()}, diagnostics,
                 [&](const std::string& path, Diagnostics&) {
                   asked.push_back(std::filesystem::relative(path, Path()).string());
                   if (asked.back() == "Lib/Sources.mo") return &laid.tree;
                   std::ifstream in(path);
                   const std::string text(std::istreambuf_iterator<char>(in), {});
                   trees.push_back(syntax::Parse(sources(), sources().Add(path, text), store().names()).tree);
                   return static_cast<const syntax::Tree*>(&trees.back());
                 });
  EXPECT_TRUE(own.Find("Lib.Sources.Ramp").IsValid());
  EXPECT_FALSE(own.Find("Lib.Sources.Step").IsValid());
  EXPECT_TRUE(own.Find("Lib.InText").IsValid());
  EXPECT_EQ(asked, (Strings{"Lib/package.mo", "Lib/Sources.mo"}));
  EXPECT_FALSE(diagnostics.HasErrors());
}

TEST_F(ClassStoreTest, ASecondQuestionReadsNothing) {
  WriteElectrical();
  const ClassId first = Find("Lib.Electrical.Resistor");
  const std::size_t num_files = Files().size();
  EXPECT_EQ(Find("Lib.Electrical.Resistor"), first);
  EXPECT_FALSE(Find("Lib.Electrical.Diode").IsValid());
  EXPECT_FALSE(Find("Lib.Nothing.Diode").IsValid());
  EXPECT_FALSE(Find("Nowhere").IsValid());
  EXPECT_FALSE(Find("").IsValid());
  EXPECT_FALSE(Find("Lib.").IsValid());
  EXPECT_EQ(Files().size(), num_files);
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(ClassStoreTest, ClassesInTextAreChildrenOfTheClassAround) {
  WriteElectrical();
  const ClassId in_text = Find("Lib.InText");
  ASSERT_TRUE(in_text.IsValid());
  ASSERT_NE(store().element(in_text), nullptr);
  EXPECT_EQ(store().element(in_text)->class_definition, store().definition_id(in_text));
  EXPECT_EQ(FileOf("Lib.Sources.Step"), "Lib/Sources.mo");
}

TEST_F(ClassStoreTest, TheClassOfADefinitionIsTheOneFoundByName) {
  store().AddTree(
      Parse("package P model A model B replaceable type T = Real; end B; B b(redeclare type T = Integer); "
            "end A; end P;"));
  const ClassId p = store().given().at(0);
  const syntax::Tree& tree = store().tree(p);
  ASSERT_EQ(tree.NumNodes<syntax::ClassDefinition>(), 5u);
  std::size_t num_in_modifiers = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const syntax::ClassId definition(i);
    const ClassId id = store().Of(tree, definition);
    EXPECT_EQ(store().definition_id(id), definition);
    EXPECT_EQ(store().Of(tree, definition), id);
    const bool is_in_modifier = !store().parent(id).IsValid() && id != p;
    num_in_modifiers += is_in_modifier;
    if (is_in_modifier) continue;
    EXPECT_EQ(Find(store().FullName(id)), id);
  }
  EXPECT_EQ(num_in_modifiers, 1u);
}

TEST_F(ClassStoreTest, QuotedNamesKeepTheirQuotesAndDots) {
  Write("Lib/package.mo", "within; package Lib model 'a.b' model Inside end Inside; end 'a.b'; end Lib;");
  Write("Lib/'x y'.mo", "within Lib; model 'x y' end 'x y';");
  Write("Lib/'1'/package.mo", "within Lib; package '1' end '1';");
  EXPECT_EQ(store().FullName(Find("Lib.'a.b'.Inside")), "Lib.'a.b'.Inside");
  EXPECT_EQ(FileOf("Lib.'x y'"), "Lib/'x y'.mo");
  EXPECT_EQ(FileOf("Lib.'1'"), "Lib/'1'/package.mo");
  EXPECT_FALSE(Find("Lib.1").IsValid());
  EXPECT_FALSE(Find("Lib.'unclosed").IsValid());
  EXPECT_EQ(Messages(), Strings{});
}

TEST_F(ClassStoreTest, ChildrenComeInTheOrderOfThePackageThenOfTheTextThenOfTheDirectory) {
  Write("Lib/package.mo", "within; package Lib model T2 end T2; model T1 end T1; end Lib;");
  for (const char* name : {"F3", "F1", "F2"})
    Write(fmt::format("Lib/{}.mo", name), fmt::format("within Lib; model {0} end {0};", name));
  Write("Lib/Resources/picture.svg", "");
  EXPECT_EQ(NamesOfChildren("Lib"), (Strings{"Lib.T2", "Lib.T1", "Lib.F1", "Lib.F2", "Lib.F3"}));

  Write("Lib/package.order", "F2\r\nconstant_of_the_package\nT1  \n\nF3");
  Open({Path()});
  EXPECT_EQ(NamesOfChildren("Lib"), (Strings{"Lib.F2", "Lib.T1", "Lib.F3", "Lib.T2", "Lib.F1"}));
  EXPECT_EQ(Messages(), Strings{});
}

// The parser keeps what it could read of a text with mistakes.
TEST_F(ClassStoreTest, ClassesWithoutANameAreLeftOut) {
  Write("Lib/package.mo", "within;\npackage Lib\n  model A end A;\n  model 3 end 3;\nend Lib;");
  Write("Nameless.mo", "model 3 end;");
  EXPECT_EQ(NamesOfChildren("Lib"), Strings{"Lib.A"});
  store().AddFile(Path("Nameless.mo"));
  EXPECT_TRUE(store().given().empty());
  for (const ClassId top : {Find("Lib")}) {
    const syntax::Tree& tree = store().tree(top);
    for (std::size_t i = 0; i < tree.NumNodes<syntax::ClassDefinition>(); ++i)
      EXPECT_TRUE(store().Of(tree, syntax::ClassId(i)).IsValid());
  }
}

// Whatever the parser makes of a damaged text: every class of the tree can be asked for.
TEST_F(ClassStoreTest, DamagedTextsDoNoHarm) {
  const std::string whole =
      "within A.B; package P model M parameter P.Q q(redeclare package R = S); end M; type T = Real; end P;";
  const std::string more = " ;.=()'\"\nend model package within P";
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (int k = 0; k < 3; ++k) {
      const std::size_t at = random() % text.size(), from = random() % more.size();
      if (random() % 2) text.erase(at, random() % 8);
      if (random() % 2) text.insert(std::min(at, text.size()), more.substr(from, random() % 8));
      if (text.empty()) text = ";";
    }
    Open({Path()});
    const syntax::Tree tree = syntax::Parse(*sources_, sources_->Add("text", text), *names_).tree;
    store().AddTree(tree);
    for (const ClassId id : store().given())
      EXPECT_EQ(store().Find(store().FullName(id)).IsValid(), true) << text;
    for (std::size_t c = 0; c < tree.NumNodes<syntax::ClassDefinition>(); ++c) {
      const ClassId id = store().Of(tree, syntax::ClassId(c));
      EXPECT_FALSE(store().FullName(id).empty());
      store().Children(id);
    }
  }
}

TEST_F(ClassStoreTest, TenThousandClassesInOneTextAreFoundInLinearTime) {
  std::string text = "package P";
  for (int i = 0; i < 10000; ++i) text += fmt::format(" model M{0} end M{0};", i);
  store().AddTree(Parse(text + " end P;"));
  const ClassId p = store().given().at(0);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 10000; ++i)
      ASSERT_TRUE(store().FindChild(p, names_->Intern(fmt::format("M{}", i))).IsValid());
  }
  EXPECT_EQ(store().Children(p).size(), 10000u);
}

}  // namespace
}  // namespace daedalus::library
