#include "daedalus/products/analyze/describe_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "daedalus/products/analyze/computed_rows.h"
#include "daedalus/products/analyze/equation_history.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::analyze {
namespace {

using causal::Block;
using results::ColumnMark;
using results::EntryMark;
using results::PageEquation;
using results::RowMark;

constexpr std::size_t kMaxEquationText = 300;

std::string OnOneLine(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!is_space) out += c;
    if (is_space && !out.empty() && out.back() != ' ') out += ' ';
    if (out.size() > kMaxEquationText) return out + " ...";
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// Equations as the page lists them. Names get their numbers when they are first used.
class EquationWriter {
 public:
  EquationWriter(const StructureExplanation& explanation, const Sources& sources,
                 std::vector<std::string>& names)
      : explanation_(explanation), sources_(sources), names_(names) {}

  PageEquation AsWritten(const System& system, const Equation& equation) {
    PageEquation out;
    out.text = EquationText(system, equation, kMaxEquationText);
    out.source = QuoteLine(sources_, SpanOf(system, equation));
    out.origin = InstanceOf(system, equation);
    for (const expr::VariableLeaf& leaf : leaves_.Collect(system.graph, equation.residual).variables)
      out.names.push_back(NumberOf(NameOf(system, leaf.variable)));
    return out;
  }

  PageEquation AsComputed(const ComputedRow& row) {
    const System& system = explanation_.analysis.system;
    const Equation& equation = system.equations[row.equation];
    PageEquation out = AsWritten(system, equation);
    out.unknown = NameOf(system, row.unknown);
    out.block = row.block + 1;
    out.history = HistoryOf(explanation_, equation);
    for (const Operation& operation : system.histories.Steps(equation.history)) {
      if (operation.kind == Operation::Kind::kSubstituted)
        out.names.push_back(NumberOf(NameOf(system, explanation_.aliases[operation.detail].removed)));
    }
    if (!GivenEquationOf(system, equation).IsValid() && out.origin.empty())
      out.history.insert(out.history.begin(), "added by index reduction: this derivative is a state itself");
    out.history.push_back(HowSolved(explanation_, row, out.unknown));
    return out;
  }

 private:
  std::uint32_t NumberOf(const std::string& name) {
    const auto [place, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return place->second;
  }

  const StructureExplanation& explanation_;
  const Sources& sources_;
  std::vector<std::string>& names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  expr::LeafCollector leaves_;
};

// --- the first matrix ---

// What became of the given equations.
struct Fates {
  std::vector<char> is_dropped;
  std::vector<std::uint32_t> times_differentiated;
};

Fates FatesOf(const StructureExplanation& explanation) {
  const std::size_t count = explanation.given->equations.size();
  Fates out{std::vector<char>(count, 1), std::vector<std::uint32_t>(count, 0)};
  for (const Equation& equation : explanation.analysis.system.equations) {
    const EquationId given = GivenEquationOf(explanation.analysis.system, equation);
    if (given.IsValid() && TimesDifferentiated(explanation.analysis.system, equation) == 0)
      out.is_dropped[given.index()] = 0;
  }
  for (const DifferentiatedEquation& d : explanation.differentiated)
    out.times_differentiated[d.given.index()] = d.times;
  return out;
}

void MarkColumns(const StructureExplanation& explanation, results::PageMatrix& matrix) {
  std::unordered_set<std::string> removed;
  for (const causal::Alias& alias : explanation.aliases)
    removed.insert(NameOf(explanation.analysis.system, alias.removed));
  for (const Variable& variable : explanation.given->variables) {
    matrix.column_names.push_back(NameOf(*explanation.given, variable));
    matrix.column_marks.push_back(removed.contains(matrix.column_names.back()) ? ColumnMark::kRemoved
                                                                               : ColumnMark::kNone);
  }
}

void EndRow(results::PageMatrix& matrix, RowMark mark) {
  matrix.row_starts.push_back(static_cast<std::uint32_t>(matrix.columns.size()));
  matrix.row_marks.push_back(mark);
}

void DescribeGiven(const StructureExplanation& explanation, EquationWriter& writer,
                   results::StructurePage& page) {
  const System& given = *explanation.given;
  const Fates fates = FatesOf(explanation);
  const causal::SystemIncidence incidence = causal::IncidenceOf(given);
  const structure::Incidence any = causal::AnyDerivative(incidence);
  MarkColumns(explanation, page.before);
  for (const EquationId e : IdRange<EquationId>(given.equations.size())) {
    const auto derivatives = incidence.derivatives.Row(causal::RowOf(e));
    for (const structure::ColumnId v : any.Row(causal::RowOf(e))) {
      const bool is_derivative = std::binary_search(derivatives.begin(), derivatives.end(), v);
      page.before.columns.push_back(v.value);
      page.before.entry_marks.push_back(is_derivative ? EntryMark::kDerivative : EntryMark::kNone);
    }
    const std::uint32_t times = fates.times_differentiated[e.index()];
    const bool is_dropped = fates.is_dropped[e.index()] != 0;
    EndRow(page.before, times > 0    ? RowMark::kDifferentiated
                        : is_dropped ? RowMark::kRemoved
                                     : RowMark::kNone);
    if (page.before_equations.size() == results::kMaxGivenEquations) continue;
    PageEquation equation = writer.AsWritten(given, given.equations[e]);
    if (times > 0) equation.history.push_back("differentiated " + TimesInWords(times));
    if (is_dropped) equation.history.push_back("defines an alias, and was removed with it");
    page.before_equations.push_back(std::move(equation));
  }
}

// --- the second matrix ---

RowMark MarkOf(bool is_derivative, bool is_residual) {
  if (is_residual) return is_derivative ? RowMark::kDifferentiatedResidual : RowMark::kResidual;
  return is_derivative ? RowMark::kDifferentiated : RowMark::kNone;
}

void DescribeComputed(const causal::Analysis& analysis, EquationWriter& writer,
                      results::StructurePage& page) {
  const std::vector<ComputedRow> rows = InOrderOfComputation(analysis.program);
  std::vector<std::uint32_t> column_of(analysis.system.variables.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) column_of[rows[i].unknown.variable.index()] = i;
  const structure::Incidence highest = causal::HighestDerivatives(analysis.incidence);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    columns.clear();
    for (const structure::ColumnId v : highest.Row(causal::RowOf(rows[i].equation)))
      columns.push_back(column_of[v.index()]);
    std::sort(columns.begin(), columns.end());
    for (const std::uint32_t column : columns) {
      page.after.columns.push_back(column);
      page.after.entry_marks.push_back(column == i ? EntryMark::kMatched : EntryMark::kNone);
    }
    const bool is_torn = analysis.program.blocks[rows[i].block].assignments.size() > 0;
    const bool is_residual = is_torn && !rows[i].assignment;
    EndRow(page.after,
           MarkOf(TimesDifferentiated(analysis.system, analysis.system.equations[rows[i].equation]) > 0,
                  is_residual));
    page.after.column_names.push_back(NameOf(analysis.system, rows[i].unknown));
    page.after.column_marks.push_back(is_residual ? ColumnMark::kTearing : ColumnMark::kNone);
    if (i < results::kMaxListedEquations) page.after_equations.push_back(writer.AsComputed(rows[i]));
  }
  for (const Block& block : analysis.program.blocks) {
    page.blocks.push_back({block.rows.begin, block.rows.end, std::string(NameOf(block.kind)),
                           std::string(NameOf(block.method)), block.tearing.size()});
  }
}

}  // namespace

results::QuotedLine QuoteLine(const Sources& sources, Span span) {
  if (!span.IsValid()) return {};
  const std::uint32_t line = sources.Locate(span.file, span.begin).line;
  const std::string_view marked = sources.Text(span);
  const bool is_one_line = marked.find('\n') == std::string_view::npos;
  return {std::filesystem::path(sources.Name(span.file)).filename().string(), line,
          OnOneLine(is_one_line ? sources.Line(span.file, line) : marked)};
}

void DescribeMatrices(const StructureExplanation& explanation, const Sources& sources,
                      results::StructurePage& page) {
  EquationWriter writer(explanation, sources, page.names);
  DescribeGiven(explanation, writer, page);
  DescribeComputed(explanation.analysis, writer, page);
}

}  // namespace daedalus::analyze
