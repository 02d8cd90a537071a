#include "daedalus/products/ide/outline.h"

#include "daedalus/products/ide/fixes.h"
#include "daedalus/products/ide/highlight.h"
#include "products/ide/world_of_text.h"

namespace daedalus::ide {
namespace {

TEST(Outline, HasClassesWithTheirContents) {
  OneText text(
      "package P\n  type E = enumeration(a, b);\n  model M\n    parameter Real k = 1;\n    Real x, y;\n  end "
      "M;\nend P;\n");
  const std::vector<Symbol> symbols = SymbolsOf(text.world().tree());
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols[0].name, "P");
  ASSERT_EQ(symbols[0].children.size(), 2u);
  EXPECT_EQ(symbols[0].children[0].children.size(), 2u);
  const Symbol& model = symbols[0].children[1];
  ASSERT_EQ(model.children.size(), 3u);
  EXPECT_EQ(model.children[0].kind, Symbol::Kind::kParameter);
  EXPECT_EQ(model.children[2].name, "y");
}

TEST(Outline, FoldsWhatHasSeveralLines) {
  const std::string source =
      "model M\n  Real x;\nequation\n  if true then\n    x = 1;\n  end if;\n  /* a\n  b */\nend M;\n";
  OneText text(source);
  const std::vector<Fold> folds = FoldsOf(text.world().tree(), Lines(source));
  const auto has = [&](Fold fold) { return std::find(folds.begin(), folds.end(), fold) != folds.end(); };
  EXPECT_TRUE(has({0, 7, Fold::Kind::kRegion}));
  EXPECT_TRUE(has({3, 4, Fold::Kind::kRegion}));
  EXPECT_TRUE(has({6, 7, Fold::Kind::kComment}));
}

TEST(Outline, SelectionsGrow) {
  const WithCursor c("model M\n  Real x = 2 * (y|y + 1);\nend M;\n");
  OneText text(c.text);
  const auto places = SelectionsAt(text.map, text.world().tree(), c.offset);
  ASSERT_GE(places.size(), 5u);
  EXPECT_EQ(text.world().tree().Text(places[0]), "yy");
  EXPECT_EQ(text.world().tree().Text(places[1]), "yy + 1");
  for (std::size_t i = 1; i < places.size(); ++i) {
    EXPECT_LE(places[i].begin, places[i - 1].begin);
    EXPECT_GE(places[i].end, places[i - 1].end);
  }
  EXPECT_EQ(places.back().end, c.text.size());
}

TEST(Highlight, TellsNamesApart) {
  OneText text(
      "model M\n  parameter Real k = 1;\n  Real x(start = k);\nequation\n  x = sin(k); // end\nend M;\n");
  std::string seen;
  std::uint32_t last_end = 0;
  for (const ColouredToken& token : Highlight(text.world(), text.map)) {
    EXPECT_GE(token.place.begin, last_end);
    last_end = token.place.end;
    seen += std::string(text.world().tree().Text(token.place)) + ":" +
            std::string(kTokenTypes[static_cast<std::size_t>(token.type)]) + " ";
  }
  EXPECT_EQ(
      seen,
      "model:keyword M:class parameter:keyword Real:type k:parameter =:operator 1:number Real:type "
      "x:variable "
      "start:property =:operator k:parameter equation:keyword x:variable =:operator sin:function k:parameter "
      "// end:comment end:keyword M:class ");
}

std::string Mended(const std::string& source, std::string_view marked, const Complaint& complaint) {
  OneText text(source);
  Complaint at = complaint;
  at.place.begin = static_cast<std::uint32_t>(source.find(marked));
  at.place.end = at.place.begin + static_cast<std::uint32_t>(marked.size());
  const std::vector<Fix> fixes = FixesOf(text.world().tree(), at);
  return fixes.empty() ? std::string() : Apply(source, fixes[0].edits);
}

TEST(Fixes, WriteWhatTheHintSays) {
  EXPECT_EQ(Mended("model M\n  Rael x;\nend M;\n", "Rael", {{}, "", "did you mean `Real`?"}),
            "model M\n  Real x;\nend M;\n");
  EXPECT_EQ(
      Mended("model M\n  A.B.Resisstor x;\nend M;\n", "A.B.Resisstor", {{}, "", "did you mean `Resistor`?"}),
      "model M\n  A.B.Resistor x;\nend M;\n");
  EXPECT_EQ(Mended("model M\n  R r[2](k = 1);\nend M;\n", "k",
                   {{}, "", "`each` gives the same value to each element"}),
            "model M\n  R r[2](each k = 1);\nend M;\n");
  EXPECT_EQ(
      Mended("model M\n  Real x\n  Real y;\nend M;\n", "Real y", {{}, "expected `;`, found `Real`", ""}),
      "model M\n  Real x;\n  Real y;\nend M;\n");
  EXPECT_EQ(Mended("model M\nend M;\n", "M", {{}, "something else", "try again"}), "");
}

TEST(Fixes, WriteTheUnitThatWasMeant) {
  const auto mended = [](const std::string& unit) {
    const std::string text = "model M\n  Real x(unit = \"" + unit + "\");\nend M;\n";
    return Mended(text, "\"" + unit + "\"", {{}, "`" + unit + "` is not a unit: unexpected", ""});
  };
  EXPECT_EQ(mended("N*m"), "model M\n  Real x(unit = \"N.m\");\nend M;\n");
  EXPECT_EQ(mended("m^2"), "model M\n  Real x(unit = \"m2\");\nend M;\n");
  EXPECT_EQ(mended("W/m2/K"), "model M\n  Real x(unit = \"W/(m2.K)\");\nend M;\n");
  EXPECT_EQ(mended("°C"), "model M\n  Real x(unit = \"degC\");\nend M;\n");
  EXPECT_EQ(mended("apples*"), "") << "what nobody knows is not guessed";
}

TEST(Fixes, AddAGround) {
  const std::string text =
      "model M\n  R r;\n  R ground;\nequation\n  connect(r.n, s.n) annotation(Line());\nend M;\n";
  EXPECT_EQ(Mended(text, "connect(r.n, s.n)",
                   {{},
                    "the equation is redundant\nnote: only differences of `r.p.v`, `r.n.v` are determined",
                    "one of them needs a value of its own: a ground, a fixed position or a pressure"}),
            "model M\n  R r;\n  R ground;\n  Modelica.Electrical.Analog.Basic.Ground ground1;\nequation\n"
            "  connect(ground1.p, s.n);\n  connect(r.n, s.n) annotation(Line());\nend M;\n");
}

}  // namespace
}  // namespace daedalus::ide
