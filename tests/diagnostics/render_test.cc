#include "daedalus/diagnostics/render.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace daedalus {
namespace {

Span SpanOf(const Sources& sources, SourceFileId file, std::string_view what) {
  const std::size_t at = sources.Text(file).find(what);
  return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + what.size())};
}

TEST(RenderText, ShowsTheContractsLayout) {
  Sources sources;
  const SourceFileId file =
      sources.Add("Circuit.mo", "model Circuit\n  Resistor R2(R = 100);\nend Circuit;\n");
  const Diagnostic d =
      Error(Code::kUnknownClass, SpanOf(sources, file, "Resistor R2(R = 100);"), "no class `{}`", "Resistor")
          .Here("used here")
          .With(SpanOf(sources, file, "Circuit"), "inside this model")
          .Note("unknowns without an equation: R2.i")
          .Hint("R2.n is not connected");
  EXPECT_EQ(RenderText(d, sources),
            "error[D0005]: no class `Resistor`\n"
            "  --> Circuit.mo:2:3\n"
            "  |\n"
            "2 |   Resistor R2(R = 100);\n"
            "  |   ^^^^^^^^^^^^^^^^^^^^^ used here\n"
            "  |   Circuit.mo:1:7\n"
            "1 | model Circuit\n"
            "  |       ------- inside this model\n"
            "  = unknowns without an equation: R2.i\n"
            "  = hint: R2.n is not connected\n");
}

TEST(RenderText, MarksASpanOfSeveralLinesOnItsFirst) {
  Sources sources;
  const SourceFileId file = sources.Add("a.mo", "\tx =\n 1;\n");
  const std::string text = RenderText(Error(Code::kNone, {file, 1, 8}, "m"), sources);
  EXPECT_EQ(text, "error: m\n  --> a.mo:1:2\n  |\n1 |  x =\n  |  ^^^\n");
}

TEST(RenderText, AMessageWithoutAPlaceIsOneLine) {
  EXPECT_EQ(RenderText(Warning(Code::kCannotReadFile, {}, "cannot read `x`"), Sources()),
            "warning[D0001]: cannot read `x`\n");
}

TEST(RenderJson, CarriesPlaceCodeAndNotes) {
  Sources sources;
  const SourceFileId file = sources.Add("a.mo", "abc\ndef\n");
  const nlohmann::json j =
      RenderJson(Error(Code::kBadNumber, {file, 4, 6}, "bad").Note("n").Hint("h"), sources);
  EXPECT_EQ(j["severity"], "error");
  EXPECT_EQ(j["code"], "D0104");
  EXPECT_EQ(j["file"], "a.mo");
  EXPECT_EQ(j["line"], 2);
  EXPECT_EQ(j["column"], 1);
  EXPECT_EQ(j["end_column"], 3);
  EXPECT_EQ(j["notes"][0], "n");
  EXPECT_EQ(j["hint"], "h");
}

TEST(Codes, NumbersAreUniqueAndSorted) {
  int previous = -1;
#define DAEDALUS_X(name, number, about)                    \
  EXPECT_LT(previous, number) << #name " is out of order"; \
  previous = number;
  DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
}

}  // namespace
}  // namespace daedalus
