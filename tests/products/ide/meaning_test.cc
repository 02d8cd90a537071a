#include "daedalus/products/ide/meaning.h"

#include <algorithm>

#include "daedalus/products/ide/calls.h"
#include "daedalus/products/ide/describe.h"
#include "daedalus/products/ide/references.h"
#include "products/ide/world_of_text.h"

namespace daedalus::ide {
namespace {

constexpr const char* kText = R"(package P
  type Length = Real(unit = "m") "how long";
  type Mood = enumeration(good "fine", bad);
  function f "doubles"
    input Real u "what";
    input Real v = 2;
    output Real y;
  algorithm
    y := u * v;
  end f;
  model Base
    parameter Length a = 1 "side";
    replaceable Real w;
  end Base;
  package Other = P;
  model Inner
    Base base(a = 3);
    Real z;
  equation
    z = base.a;
    base.w = 1;
  end Inner;
  model M "main"
    extends Base(a = 2);
    Inner part(base(a = 7), z(start = 4));
    import L = P.Length;
    L x[2];
    Other.Mood mood = Other.Mood.good;
  equation
    for i in 1:2 loop
      x[i] = f(a, v = i) + time;
    end for;
    w = part.base.a;
  end M;
end P;
)";

// What the `n`-th occurrence of a text means, at the byte `at` of it.
class Names : public testing::Test {
 protected:
  Meaning Of(std::string_view text, std::size_t at = 0) {
    const std::size_t offset = std::string_view(kText).find(text);
    EXPECT_NE(offset, std::string_view::npos) << text;
    return text_.MeaningAt(offset + at);
  }
  std::string LineOf(std::string_view text, std::size_t at = 0) { return text_.DeclaringLine(Of(text, at)); }
  std::string Shown(std::string_view text, std::size_t at = 0) {
    return Describe(text_.world(), Of(text, at));
  }
  OneText text_{kText};
};

TEST_F(Names, LeadToTheirDeclarations) {
  EXPECT_EQ(LineOf("w = part"), "replaceable Real w;");
  EXPECT_EQ(LineOf("part.base.a", 0), "Inner part(base(a = 7), z(start = 4));");
  EXPECT_EQ(LineOf("part.base.a", 5), "Base base(a = 3);");
  EXPECT_EQ(LineOf("part.base.a", 10), "parameter Length a = 1 \"side\";");
  EXPECT_EQ(LineOf("f(a, v", 0), "function f \"doubles\"");
  EXPECT_EQ(LineOf("f(a, v", 2), "parameter Length a = 1 \"side\";");
  EXPECT_EQ(LineOf("f(a, v", 5), "input Real v = 2;");
  EXPECT_EQ(LineOf("Mood.good", 5), "type Mood = enumeration(good \"fine\", bad);");
  EXPECT_EQ(LineOf("x[i] =", 2), "for i in 1:2 loop");
  EXPECT_EQ(LineOf("end M", 4), "model M \"main\"");
}

TEST_F(Names, OfModifiersAreThoseOfTheModifiedClass) {
  EXPECT_EQ(LineOf("Base(a = 2)", 5), "parameter Length a = 1 \"side\";");
  EXPECT_EQ(LineOf("base(a = 7)", 0), "Base base(a = 3);");
  EXPECT_EQ(LineOf("base(a = 7)", 5), "parameter Length a = 1 \"side\";");
  EXPECT_EQ(LineOf("z(start", 0), "Real z;");
  EXPECT_EQ(Of("z(start", 2).kind, Meaning::Kind::kAttribute);
}

TEST_F(Names, AnAliasHasADeclarationOfItsOwn) {
  EXPECT_EQ(LineOf("Other.Mood mood", 0), "package Other = P;");
  EXPECT_EQ(LineOf("Other.Mood mood", 6), "type Mood = enumeration(good \"fine\", bad);");
  EXPECT_EQ(LineOf("L x[2]", 0), "type Length = Real(unit = \"m\") \"how long\";");
}

TEST_F(Names, OfTheLanguageHaveNoDeclaration) {
  EXPECT_EQ(Of("time;").kind, Meaning::Kind::kBuiltin);
  EXPECT_EQ(Of("Real z").kind, Meaning::Kind::kClass);
  EXPECT_FALSE(Of("Real z").declaration.IsValid());
}

TEST_F(Names, ShowTypeUnitValueAndDescription) {
  const std::string a = Shown("part.base.a", 10);
  EXPECT_NE(a.find("parameter P.Length a = 7"), std::string::npos) << a;
  EXPECT_NE(a.find("side"), std::string::npos) << a;
  EXPECT_NE(a.find("unit: `\"m\"`"), std::string::npos) << a;
  EXPECT_NE(Shown("Mood.good", 5).find("fine"), std::string::npos);
  EXPECT_NE(Shown("f(a, v").find("function P.f"), std::string::npos);
}

TEST_F(Names, OccurTogether) {
  const auto declared = DeclaredBy(text_.world(), Of("Base base", 5));
  ASSERT_TRUE(declared);
  EXPECT_EQ(OccurrencesIn(text_.world(), text_.world().tree(), *declared).size(), 5u);
  const auto a = DeclaredBy(text_.world(), Of("a = 1"));
  ASSERT_TRUE(a);
  EXPECT_EQ(OccurrencesIn(text_.world(), text_.world().tree(), *a).size(), 7u);
}

TEST_F(Names, ANewNameMustBeFreeWhereTheOldOneStandsAlone) {
  const auto a = DeclaredBy(text_.world(), Of("a = 1"));
  ASSERT_TRUE(a);
  const auto num_taken = [&](std::string_view name) {
    const auto found = OccurrencesIn(text_.world(), text_.world().tree(), *a, name);
    return std::count_if(found.begin(), found.end(), [](const Occurrence& o) { return o.is_taken; });
  };
  EXPECT_EQ(num_taken("side"), 0);
  EXPECT_EQ(num_taken("w"), 2) << "where it is declared, and in f(a, v = i)";
  EXPECT_EQ(num_taken("x"), 1) << "in the class that inherits it";
  EXPECT_EQ(num_taken("Real"), 2);
  EXPECT_EQ(num_taken("z"), 0) << "of another class, where `a` stands behind a dot";
}

TEST_F(Names, HintsNameArgumentsByPosition) {
  const auto hints = ArgumentHints(text_.world(), text_.map, 0, std::string_view(kText).size());
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0].text, "u =");
}

TEST(NewNames, AreNamesAndNoKeywords) {
  EXPECT_EQ(WhyNoName("abc_1"), "");
  EXPECT_EQ(WhyNoName("'a b'"), "");
  EXPECT_NE(WhyNoName("model"), "");
  EXPECT_NE(WhyNoName("a b"), "");
  EXPECT_NE(WhyNoName("1a"), "");
  EXPECT_NE(WhyNoName(""), "");
}

TEST(BrokenTexts, HaveMeaningsWhereTheyCan) {
  OneText text("model M\n  Real x = y + ;\n  Real y;\nequation\n  y = = x;\n  x = y.;\nend M");
  for (std::size_t i = 0; i < text.world().tree().text().size(); ++i)
    Describe(text.world(), text.MeaningAt(i));
  OneText cyclic("model A extends B; end A; model B extends A; Real x; equation x = 1; end B;");
  for (std::size_t i = 0; i < cyclic.world().tree().text().size(); ++i)
    Describe(cyclic.world(), cyclic.MeaningAt(i));
}

}  // namespace
}  // namespace daedalus::ide
