#include "daedalus/base/diagnostics/render.h"

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

// A generated line: the excerpt keeps what stands around the marks, and the marks stay below their text.
TEST(RenderText, CutsLongLinesAroundTheMarks) {
  std::string line;
  for (int i = 0; i < 20'000; ++i) line += "x" + std::to_string(i) + "\xc3\xa9 + ";
  Sources sources;
  const SourceFileId file = sources.Add("a.mo", line + "\n");
  for (const char* name : {"x0", "x7777", "x19999"}) {
    const std::string text = RenderText(Error(Code::kNone, SpanOf(sources, file, name), "m"), sources);
    EXPECT_LT(text.size(), 600u);
    const std::size_t excerpt = text.find("1 | ") + 4;
    const std::size_t marks = text.find("  | ", excerpt) + 4;
    const std::size_t end = text.find('\n', excerpt);
    std::size_t at = excerpt;  // the byte above the first mark
    for (std::size_t column = text.find('^', marks) - marks; column > 0; --column) {
      do ++at;
      while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    }
    EXPECT_EQ(text.substr(at, std::string(name).size()), name) << text;
    EXPECT_EQ(text.substr(excerpt, 3) == "...", std::string(name) != "x0") << text;
    EXPECT_EQ(text.substr(end - 3, 3) == "...", std::string(name) != "x19999") << text;
  }
  const std::string whole = RenderText(Error(Code::kNone, {file, 0, 80'000}, "m"), sources);
  EXPECT_LT(whole.size(), 600u) << "a span that is longer than the excerpt";
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
