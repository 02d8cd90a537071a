// What is listed of a library, and what is said about a name that is not there.
#include "daedalus/language/library/list_library.h"

#include "daedalus/language/library/explain_missing.h"
#include "library_testing.h"

namespace daedalus::library {
namespace {

class ListLibraryTest : public StoreTest {
 protected:
  // "p" or "m", name, description and experiment of everything in P.
  Strings Listed(const std::string& text) {
    store().AddTree(Parse(text));
    Strings out;
    for (const ListedClass& c : ListLibrary(store(), store().given().at(0))) {
      std::string line = fmt::format("{} {}", c.is_package ? "p" : "m", c.name);
      if (!c.description.empty()) line += " " + c.description;
      for (const auto& [name, value] : c.experiment) line += fmt::format(" {}={}", name, value);
      out.push_back(line);
    }
    return out;
  }
};

TEST_F(ListLibraryTest, PackagesComeBeforeTheirContents) {
  EXPECT_EQ(Listed(R"(package P "all" + " of it"
    package A model M "a
       model" annotation(experiment(StopTime = 1.5, __Tool_x = 1)); end M; end A;
    block B annotation(experiment); end B;
    package C = A "another A";
  end P;)"),
            (Strings{"p P all of it", "p P.A", "m P.A.M a model StopTime=1.5 __Tool_x=1", "m P.B",
                     "p P.C another A"}));
}

TEST_F(ListLibraryTest, WhatNobodySimulatesByNameIsLeftOut) {
  EXPECT_EQ(Listed(R"(package P
    partial model A annotation(experiment(StopTime = 1)); end A;
    function F annotation(experiment(StopTime = 1)); end F;
    model Plain package Inside end Inside; end Plain;
  protected
    package Hidden end Hidden;
  end P;)"),
            Strings{"p P"});
}

class ExplainMissingTest : public StoreTest {
 protected:
  std::string Explain(const std::string& name) {
    const Diagnostic d = ExplainMissing(store(), name);
    EXPECT_EQ(d.code, Code::kUnknownClass);
    return fmt::format("{}; {}; {}", d.message, d.notes.empty() ? "" : d.notes[0], d.hint);
  }
};

TEST_F(ExplainMissingTest, NamesTheFirstPartThatIsNotThereAndTheNearestThatIs) {
  Write("Lib/package.mo", "package Lib end Lib;");
  Write("Lib/Electrical/package.mo", "within Lib; package Electrical model Diode end Diode; end Electrical;");
  EXPECT_EQ(Explain("Lib.Electricl.Diode"),
            "there is no class `Lib.Electricl.Diode`; `Lib` has no `Electricl`; did you mean `Electrical`?");
  EXPECT_EQ(Explain("Lib.Electrical.Dode"),
            "there is no class `Lib.Electrical.Dode`; `Lib.Electrical` has no `Dode`; did you mean `Diode`?");
  EXPECT_EQ(Explain("Lbi.X"),
            "there is no class `Lbi.X`; `Lbi` is neither in the files nor in a library; did you mean `Lib`?");
  store().AddTree(Parse("model Resonator end Resonator;"));
  const Diagnostic far = ExplainMissing(store(), "Elsewhere.Motor");
  ASSERT_EQ(far.notes.size(), 2u);
  EXPECT_TRUE(far.notes[1].starts_with("no library `Elsewhere` in [/")) << far.notes[1];
  EXPECT_NE(far.hint.find("MODELICAPATH"), std::string::npos) << far.hint;
  EXPECT_NE(Explain("Resonatr").find("did you mean `Resonator`?"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::library
