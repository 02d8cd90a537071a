#include "daedalus/products/ide/completion.h"

#include <algorithm>

#include "daedalus/products/ide/calls.h"
#include "daedalus/products/ide/units_offered.h"
#include "daedalus/system/units/parse_unit.h"
#include "products/ide/world_of_text.h"

namespace daedalus::ide {
namespace {

using Labels = std::vector<std::string>;

// Before a model with components and a class of them; the cursor stands in what is added.
std::string In(const std::string& declarations, const std::string& equations) {
  return R"(package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  function f
    input Real u;
    input Real gain = 1;
    output Real y;
  protected
    Real secret;
  algorithm
    y := u;
  end f;
  model Part "a part"
    parameter Real R = 1 "resistance";
    final parameter Real fixedOne = 2;
    Pin p;
    Real T(unit = "K");
    replaceable model Law = Base;
  protected
    Real hidden;
  end Part;
  model Base
  end Base;
  type Mode = enumeration(on, off);
  model M
    Part r;
    Real x;
)" + declarations +
         "\n  equation\n" + equations + "\n    x = 1;\n  end M;\nend P;\n";
}

bool Has(const Labels& labels, const std::string& label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

TEST(Completion, AfterADotAreTheMembersThatAreVisible) {
  EXPECT_EQ(LabelsAt(In("", "    r.|")), (Labels{"Law", "R", "T", "fixedOne", "p"}));
  EXPECT_EQ(LabelsAt(In("", "    x = 2 * r.p.| + 1;")), (Labels{"i", "v"}));
  EXPECT_EQ(LabelsAt(In("    Mode m = Mode.|;", "")), (Labels{"off", "on"}));
  EXPECT_TRUE(Has(LabelsAt(In("    P.|", "")), "Part"));
  EXPECT_EQ(LabelsAt(In("", "    nothing.|")), Labels());
}

TEST(Completion, InParenthesesAreTheElementsToModify) {
  const Labels labels = LabelsAt(In("    Part s(|);", ""));
  EXPECT_TRUE(Has(labels, "R"));
  EXPECT_TRUE(Has(labels, "p"));
  EXPECT_TRUE(Has(labels, "Law"));
  EXPECT_TRUE(Has(labels, "each"));
  EXPECT_FALSE(Has(labels, "fixedOne"));
  EXPECT_FALSE(Has(labels, "hidden"));
  EXPECT_FALSE(Has(labels, "x"));
  EXPECT_TRUE(Has(LabelsAt(In("    Part s(R = 2, p(|", "")), "v"));
  EXPECT_TRUE(Has(LabelsAt(In("    Part s(R = 1), t(|", "")), "T"));
  EXPECT_TRUE(Has(LabelsAt(In("    extends Part(|", "")), "T"));
  EXPECT_TRUE(Has(LabelsAt(In("    Real y(st|", "")), "start"));
  EXPECT_TRUE(Has(LabelsAt(In("    Part s[3](each p(v(|", "")), "nominal"));
}

TEST(Completion, BehindAnEqualsSignAreTheNamesOfTheClass) {
  const Labels labels = LabelsAt(In("    Part s(R = |);", ""));
  EXPECT_TRUE(Has(labels, "x"));
  EXPECT_TRUE(Has(labels, "f"));
  EXPECT_TRUE(Has(labels, "sin"));
  EXPECT_TRUE(Has(labels, "time"));
  EXPECT_FALSE(Has(labels, "T"));
}

TEST(Completion, OfACallHasNamedArguments) {
  const Labels labels = LabelsAt(In("", "    x = f(1, |"));
  EXPECT_TRUE(Has(labels, "gain"));
  EXPECT_FALSE(Has(labels, "secret"));
  EXPECT_FALSE(Has(labels, "y"));
  EXPECT_TRUE(Has(labels, "x"));
  EXPECT_FALSE(Has(LabelsAt(In("", "    x = f(1, gain = |")), "gain"));
}

TEST(Completion, KnowsWhereNothingIsToBeProposed) {
  EXPECT_EQ(LabelsAt(In("", "    // r.|")), Labels());
  EXPECT_EQ(LabelsAt(In("    Real y \"r.|\";", "")), Labels());
  EXPECT_EQ(LabelsAt(In("    Real |", "")), Labels()) << "a new name";
  EXPECT_EQ(LabelsAt(In("", "    x = 1.|")), Labels());
  EXPECT_EQ(LabelsAt("model |"), Labels());
}

TEST(Completion, ProposesUnitsInTheirStrings) {
  EXPECT_TRUE(Has(LabelsAt(In("    Real y(unit = \"|\");", "")), "N.m"));
  EXPECT_TRUE(Has(LabelsAt(In("    Real y(unit = \"N|", "")), "N.m"));
  EXPECT_EQ(LabelsAt(In("    Real y(quantity = \"|\");", "")), Labels());
  for (const OfferedUnit& unit : OfferedUnits())
    EXPECT_TRUE(units::ParseUnit(unit.text).unit) << unit.text << " is a unit that we know";
}

TEST(Completion, WorksInTextsThatAreNotFinished) {
  EXPECT_TRUE(Has(LabelsAt("model A\n  Real abc;\nequation\n  ab|"), "abc"));
  EXPECT_TRUE(Has(LabelsAt("model A\n  Real abc;\nequation\n  if ab| then"), "abc"));
  EXPECT_TRUE(
      Has(LabelsAt("model A\n  model B\n    Real v;\n  end B;\n  B b;\nequation\n  b.|\n  b.v = (1;\nend A;"),
          "v"));
  EXPECT_TRUE(Has(LabelsAt("|"), "model"));
  EXPECT_TRUE(Has(LabelsAt("model A \"text\"\n  Int|"), "Integer"));
}

TEST(Completion, EveryPlaceOfATextCanBeAsked) {
  const std::string text =
      In("    Part s(R = f(1, gain = 2), p(v(start = {1, 2}[1])));", "    connect(r.p, s.p);");
  for (std::size_t i = 0; i <= text.size(); i += 3) {
    std::string marked = text;
    marked.insert(i, "|");
    LabelsAt(marked);
    LabelsAt(marked.substr(0, i + 1));
  }
}

TEST(Signatures, AreThoseOfTheInnermostCall) {
  const auto at = [](const std::string& marked) {
    const WithCursor c(marked);
    TextCache texts;
    const Cursor cursor = CursorAt(c.text, c.offset, texts.names());
    texts.Open(OneText::kPath, c.text);
    World world(texts, OneText::kPath, {}, WithoutItem(c.text, cursor, c.offset));
    return SignatureAt(world, cursor, c.offset);
  };
  const auto outer = at(In("", "    x = f(1, |"));
  ASSERT_TRUE(outer);
  EXPECT_EQ(outer->label, "P.f(Real u, Real gain = 1) -> Real y");
  EXPECT_EQ(outer->active, 1u);
  const auto inner = at(In("", "    x = f(sin(|"));
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->label, "sin(x1)");
  EXPECT_FALSE(at(In("    Part s(|", "")));
}

}  // namespace
}  // namespace daedalus::ide
