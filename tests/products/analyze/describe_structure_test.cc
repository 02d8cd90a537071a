#include "daedalus/products/analyze/describe_structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "daedalus/products/analyze/describe_matrices.h"
#include "daedalus/products/analyze/render_analysis.h"
#include "daedalus/system/builder.h"

namespace daedalus::analyze {
namespace {

using results::ColumnMark;
using results::EntryMark;
using results::RowMark;

StructureExplanation Explained(Model m, const StructureOptions& options = {}) {
  Diagnostics diagnostics;
  auto explanation = ExplainStructure(std::move(m).Build().value(), options, diagnostics);
  EXPECT_TRUE(explanation.ok());
  return std::move(*explanation);
}

// u0 = u1 + u2, u1 = R1 i, u2 = R2 i, and a copy of i with the other sign: a loop and an alias.
Model Divider() {
  Model m("Divider");
  const auto r1 = m.Parameter("R1", 2.0), r2 = m.Parameter("R2", 3.0);
  const auto u1 = m.Variable("u1"), u2 = m.Variable("u2"), i = m.Variable("i"), back = m.Variable("back");
  m.Equation(u1 + u2 == sin(m.Time()));
  m.Equation(u1 == r1 * i);
  m.Equation(u2 == r2 * i);
  m.Equation(back == -i);
  return m;
}

// Cellier & Kofman (7.74).
Model Pendulum() {
  Model m("Pendulum");
  const auto x = m.Variable("x", {.start = 0.6}), y = m.Variable("y", {.start = 0.8});
  const auto vx = m.Variable("vx"), vy = m.Variable("vy"), f = m.Variable("F");
  m.Equation(der(vx) == -f * x);
  m.Equation(der(vy) == 9.81 - f * y);
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(x * x + y * y == 1.0);
  return m;
}

std::set<std::string> RowNames(const results::StructurePage& page, RowMark mark) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < page.before.num_rows(); ++i) {
    if (page.before.row_marks[i] == mark) out.insert(page.before_equations[i].text);
  }
  return out;
}

TEST(ExplainStructure, AliasesAreRemovedUnlessTheyAreKept) {
  const StructureExplanation removed = Explained(Divider());
  ASSERT_EQ(removed.aliases.size(), 1u);
  EXPECT_EQ(removed.aliases[0].sign, -1);
  EXPECT_EQ(removed.analysis.system.equations.size(), 3u);
  const StructureExplanation kept = Explained(Divider(), {.keep_aliases = true});
  EXPECT_TRUE(kept.aliases.empty());
  EXPECT_EQ(kept.analysis.system.equations.size(), 4u);
}

TEST(ExplainStructure, KnowsWhichGivenEquationsWereDifferentiatedAndWhy) {
  const StructureExplanation pendulum = Explained(Pendulum());
  EXPECT_EQ(pendulum.structural_index, 3);
  ASSERT_EQ(pendulum.differentiated.size(), 3u);
  EXPECT_EQ(pendulum.differentiated[0].given, EquationId(2u));
  EXPECT_NE(pendulum.differentiated[0].reason.find("needed to differentiate"), std::string::npos);
  EXPECT_EQ(pendulum.differentiated[2].given, EquationId(4u));
  EXPECT_EQ(pendulum.differentiated[2].times, 2u);
  EXPECT_NE(pendulum.differentiated[2].reason.find("a constraint on x and y"), std::string::npos);
}

// Cellier & Kofman (7.78): no equation alone is a constraint on x and y, but both are with phi.
TEST(ExplainStructure, ConstraintsThatShareAnUnknownNameIt) {
  Model m("Angle");
  const auto x = m.Variable("x"), y = m.Variable("y", {.start = 1.0}), phi = m.Variable("phi");
  const auto f = m.Variable("f");
  m.Equation(der(x) == f);
  m.Equation(der(y) == -f * x);
  m.Equation(x == sin(phi));
  m.Equation(y == cos(phi));
  const StructureExplanation angle = Explained(std::move(m));
  ASSERT_EQ(angle.differentiated.size(), 2u);
  EXPECT_EQ(angle.differentiated[0].reason, "a constraint on x, together with others that contain phi");
}

TEST(ExplainStructure, InlinesOneStepOfAMethod) {
  const StructureExplanation given = Explained(Pendulum());
  const StructureExplanation inlined = Explained(Pendulum(), {.inlined = inlined::Method::kBackwardEuler});
  EXPECT_EQ(inlined.analysis.incidence.num_differential(), 0u);
  EXPECT_EQ(inlined.analysis.system.equations.size(), given.analysis.system.equations.size() + 2)
      << "one equation more for each state";
}

TEST(DescribeStructure, TheFirstMatrixIsTheModelAsWritten) {
  const auto page = DescribeStructure(Explained(Pendulum()), Sources());
  EXPECT_EQ(page.before.column_names, (std::vector<std::string>{"x", "y", "vx", "vy", "F"}));
  EXPECT_EQ(page.before.row_starts, (std::vector<std::uint32_t>{0, 3, 6, 8, 10, 12}));
  EXPECT_EQ(page.before.entry_marks[1], EntryMark::kDerivative) << "der(vx) in the first equation";
  EXPECT_EQ(RowNames(page, RowMark::kDifferentiated).size(), 3u);
}

TEST(DescribeStructure, ARemovedAliasIsMarkedWithItsEquation) {
  const auto page = DescribeStructure(Explained(Divider()), Sources());
  EXPECT_EQ(RowNames(page, RowMark::kRemoved), std::set<std::string>{"back = -i"});
  EXPECT_EQ(
      std::count(page.before.column_marks.begin(), page.before.column_marks.end(), ColumnMark::kRemoved), 1);
  EXPECT_EQ(page.lists[0].items.size(), 1u);
}

// Lower triangular up to the blocks, with one equation solved for one unknown at each place of the diagonal.
void ExpectBlockTriangular(const results::StructurePage& page) {
  std::vector<std::uint32_t> end_of_block(page.after.num_rows());
  for (const results::PageBlock& block : page.blocks) {
    for (std::uint32_t i = block.begin; i < block.end; ++i) end_of_block[i] = block.end;
  }
  for (std::uint32_t row = 0; row < page.after.num_rows(); ++row) {
    bool has_own = false;
    for (std::uint32_t k = page.after.row_starts[row]; k < page.after.row_starts[row + 1]; ++k) {
      const std::uint32_t column = page.after.columns[k];
      EXPECT_LT(column, end_of_block[row]) << page.after_equations[row].text;
      EXPECT_EQ(page.after.entry_marks[k] == EntryMark::kMatched, column == row);
      has_own = has_own || column == row;
      const bool is_inner = page.after.row_marks[row] == RowMark::kNone;
      if (is_inner && column > row) {
        EXPECT_EQ(page.after.column_marks[column], ColumnMark::kTearing)
            << "an inner assignment needs what stands before it, or is torn";
      }
    }
    EXPECT_TRUE(has_own || page.after.column_marks[row] == ColumnMark::kTearing);
  }
}

// The pendulum has equations that only make a state the integral of another: they are rows as well.
TEST(DescribeStructure, CardsMatricesAndTableAgreeOnTheNumberOfEquations) {
  for (const bool is_pendulum : {true, false}) {
    const StructureExplanation explanation = Explained(is_pendulum ? Pendulum() : Divider());
    const results::StructurePage page = DescribeStructure(explanation, Sources());
    const auto value = [&](const std::string& name) {
      const auto fact = std::ranges::find(page.facts, name, &results::PageFact::name);
      return fact == page.facts.end() ? "missing" : fact->value;
    };
    EXPECT_EQ(value("equations as written"), std::to_string(page.before.num_rows()));
    EXPECT_EQ(value("equations as computed"), std::to_string(page.after.num_rows()));
    EXPECT_EQ(page.after_equations.size(), page.after.num_rows());
    EXPECT_EQ(explanation.num_integrators > 0, is_pendulum);
  }
}

TEST(DescribeStructure, EveryRowOfALargeModelIsInTheTable) {
  Model m("Large");
  for (int i = 0; i < 20'000; ++i) {
    const auto x = m.Variable("x" + std::to_string(i));
    m.Equation(der(x) == -x * x);
  }
  const results::StructurePage page = DescribeStructure(Explained(std::move(m)), Sources());
  EXPECT_EQ(page.after_equations.size(), 20'000u);
}

TEST(DescribeStructure, TheSecondMatrixIsBlockTriangularAndLoopsAreBordered) {
  for (const bool keep : {false, true}) {
    ExpectBlockTriangular(DescribeStructure(Explained(Divider(), {.keep_aliases = keep}), Sources()));
    ExpectBlockTriangular(DescribeStructure(Explained(Pendulum(), {.keep_aliases = keep}), Sources()));
  }
}

TEST(DescribeStructure, ALoopHasItsTornVariableAndResidualLast) {
  const auto page = DescribeStructure(Explained(Divider(), {.loops = causal::BlockMethod::kTorn}), Sources());
  const auto loop = std::find_if(page.blocks.begin(), page.blocks.end(),
                                 [](const results::PageBlock& b) { return b.end - b.begin == 3; });
  ASSERT_NE(loop, page.blocks.end());
  EXPECT_EQ(loop->num_tearing, 1u);
  EXPECT_EQ(page.after.column_marks[loop->end - 1], ColumnMark::kTearing);
  EXPECT_EQ(page.after.row_marks[loop->end - 1], RowMark::kResidual);
  EXPECT_NE(page.after_equations[loop->end - 1].history.back().find("residual of the loop of 3"),
            std::string::npos);
}

TEST(DescribeStructure, HistoryGoesFromSubstitutionToSolution) {
  Model m("Chain");
  const auto a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
  m.Equation(a == m.Time());
  m.Equation(b == -a);
  m.Equation(c == 2.0 * b);
  const auto page = DescribeStructure(Explained(std::move(m)), Sources());
  const auto found = std::find_if(page.after_equations.begin(), page.after_equations.end(),
                                  [](const results::PageEquation& e) { return e.unknown == "c"; });
  ASSERT_NE(found, page.after_equations.end());
  ASSERT_EQ(found->history.size(), 2u);
  EXPECT_TRUE(found->history[0] == "b replaced by -a" || found->history[0] == "a replaced by -b");
  EXPECT_TRUE(found->history[1].starts_with("solved for c: c := "));
  std::set<std::string> names;
  for (const std::uint32_t n : found->names) names.insert(page.names[n]);
  EXPECT_EQ(names, (std::set<std::string>{"a", "b", "c"})) << "found by the removed name as well";
}

TEST(DescribeStructure, QuotesTheLineOfTheText) {
  Sources sources;
  const SourceFileId file = sources.Add("models/M.mo", "model M\n  x = 1;\r\nend M;\n");
  Model m("M");
  const auto x = m.Variable("x");
  m.Equation(x == 1.0);
  System system = std::move(m).Build().value();
  system.equations[EquationId(0u)].origin = system.origins.Add({{file, 10, 15}, {}});
  Diagnostics diagnostics;
  auto explanation = ExplainStructure(std::move(system), {.keep_aliases = true}, diagnostics);
  const auto page = DescribeStructure(*explanation, sources);
  EXPECT_EQ(page.after_equations[0].source.file, "M.mo");
  EXPECT_EQ(page.after_equations[0].source.line, 2u);
  EXPECT_EQ(page.after_equations[0].source.text, "x = 1;");
}

TEST(DescribeMatrices, AnEquationOverSeveralLinesIsQuotedWhole) {
  Sources sources;
  const SourceFileId file = sources.Add("M.mo", "equation\n  x =\n    1 +\t2; // three\n");
  const results::QuotedLine line = QuoteLine(sources, {file, 11, 25});
  EXPECT_EQ(line.line, 2u);
  EXPECT_EQ(line.text, "x = 1 + 2;");
}

TEST(RenderAnalysis, TextAndJsonSayHowALoopIsTorn) {
  const StructureExplanation divider = Explained(Divider(), {.loops = causal::BlockMethod::kTorn});
  const std::string text = RenderAnalysis(divider, Sources());
  EXPECT_NE(text.find("solved by torn, torn by "), std::string::npos) << text;
  EXPECT_NE(text.find("residual: "), std::string::npos) << text;
  const auto json = AnalysisJson(divider, Sources());
  EXPECT_EQ(json["tearing_variables"], 1);
  EXPECT_EQ(json["aliases"][0]["sign"], -1);
  const auto loop = std::find_if(json["blocks"].begin(), json["blocks"].end(),
                                 [](const auto& block) { return block["size"] == 3; });
  ASSERT_NE(loop, json["blocks"].end());
  EXPECT_EQ((*loop)["method"], "torn");
  EXPECT_EQ((*loop)["tearing"].size(), 1u);
  EXPECT_EQ((*loop)["residuals"].size(), 1u);
}

TEST(RenderAnalysis, AModelWithoutEquationsIsExplained) {
  const StructureExplanation empty = Explained(Model("Empty"));
  EXPECT_NE(RenderAnalysis(empty, Sources()).find("0 equations for 0 unknowns"), std::string::npos);
  EXPECT_EQ(DescribeStructure(empty, Sources()).after.num_rows(), 0u);
}

}  // namespace
}  // namespace daedalus::analyze
