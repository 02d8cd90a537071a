#include "daedalus/model/initialize/initial_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/model/initialize/initial_structure.h"
#include "daedalus/programs/causal/assigned_guess.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/execute/program_runner.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::initialize {
namespace {

using causal::EquationList;
using causal::SquareProblem;
using structure::ColumnId;
using structure::RowId;

constexpr double kAsGood = 1.5;  // of the distance from the start values

// The rows that hold, the columns that occur, numbered anew without gaps, and the matching among them.
struct SquareInitialProblem {
  EquationList rows;
  SquareProblem problem;  // of `rows`
  structure::Matching matching;
  IdVector<EquationId, InitialRow> sources;  // of the rows
};

Equation EquationOfRow(System& system, const InitialRow& row) {
  using Kind = InitialRow::Kind;
  if (row.kind == Kind::kEquation) return system.equations[row.equation];
  if (row.kind == Kind::kInitialEquation) return system.initial_equations[row.equation];
  const Variable& variable = system.variables[row.variable];
  Equation equation;
  equation.left = system.graph.Variable(row.variable);
  equation.right = variable.start.IsValid() ? variable.start : system.graph.Constant(0);
  equation.residual = expr::Difference(system.graph, equation.left, equation.right);
  equation.origin = system.origins.Add({system.declarations[variable.declaration].span, {}});
  return equation;
}

SquareInitialProblem MakeSquare(System& system, const InitialStructure& all) {
  const std::size_t n = system.variables.size();
  SquareInitialProblem out;
  structure::PerColumn<ColumnId> new_column(all.matching.row_of_column.size());
  for (const VariableId v : IdRange<VariableId>(n)) {
    for (const int order : {0, 1}) {
      const ColumnId column(order == 0 ? v.index() : n + v.index());
      if (!all.matching.row_of_column[column].IsValid()) continue;
      new_column[column] = out.problem.unknowns.Add({v, order});
    }
  }
  structure::Incidence& incidence = out.problem.incidence;
  incidence.num_columns = static_cast<std::uint32_t>(out.problem.unknowns.size());
  out.matching.row_of_column.resize(incidence.num_columns);
  std::vector<ColumnId> columns;
  for (const RowId row : all.incidence.Rows()) {
    if (!all.matching.column_of_row[row].IsValid()) continue;
    out.rows.Add(EquationOfRow(system, all.rows[row]));
    out.sources.Add(all.rows[row]);
    columns.clear();
    for (const ColumnId column : all.incidence.Row(row)) columns.push_back(new_column[column]);
    incidence.AddRow(columns);
    const ColumnId column = new_column[all.matching.column_of_row[row]];
    out.matching.row_of_column[column] = out.matching.column_of_row.Add(column);
    ++out.matching.size;
  }
  return out;
}

std::vector<char> VariablesWithStart(const System& system) {
  std::vector<char> out;
  for (const Variable& variable : system.variables) out.push_back(variable.start.IsValid());
  return out;
}

// A variable of a nonlinear loop with its own start value is torn. With the start values of types, all
// densities of a plant would be.
std::vector<char> VariablesWithOwnStart(const System& system) {
  std::vector<char> out;
  for (const Variable& variable : system.variables) out.push_back(causal::HasOwnStart(variable));
  return out;
}

// A tearing variable of a nonlinear loop without its own start value.
bool HasOpenGuesses(const System& system, const causal::Program& program) {
  return std::ranges::any_of(program.blocks, [&](const causal::Block& block) {
    return block.kind == causal::BlockKind::kNonlinear &&
           std::ranges::any_of(program.TearingOf(block), [&](const Quantity& unknown) {
             return unknown.order == 0 && !causal::HasOwnStart(system.variables[unknown.variable]);
           });
  });
}

std::string NamesOf(const System& system, std::span<const Quantity> unknowns) {
  constexpr std::size_t kMaxNamed = 5;
  std::string names;
  for (std::size_t i = 0; i < unknowns.size() && i < kMaxNamed; ++i)
    names += (i > 0 ? ", " : "") + NameOf(system, unknowns[i]);
  return unknowns.size() > kMaxNamed ? names + ", ..." : names;
}

}  // namespace

InitialProgram::InitialProgram(const System& system, const causal::SystemIncidence& incidence,
                               const InitialPlan& plan, const AttributeValues& attributes,
                               std::span<const double> parameters, std::span<const GivenHint> hints)
    : system_(system), parameters_(parameters.begin(), parameters.end()), ignored_(plan.ignored) {
  System own = system;  // expressions are built in its graph
  const auto structure =
      MatchInitialConditions(own, incidence, causal::IncidenceOf(own, own.initial_equations), plan.ignored);
  SquareInitialProblem square = MakeSquare(own, structure);
  square.problem.equations = &square.rows;
  DAEDALUS_CHECK(square.rows.size() ==
                     own.equations.size() + plan.initial_equations.size() + plan.start_conditions.size(),
                 "the plan's conditions are those that found an unknown");
  causal::ProgramOptions options;
  has_start_ = VariablesWithStart(own);
  options.guessed = VariablesWithOwnStart(own);
  options.costs.writing = 1;
  program_ = causal::BuildProgram(own, square.problem, square.matching,
                                  {{parameters, {}}, attributes.nominal}, options);
  runner_.emplace(own, square.problem, program_, attributes.nominal);
  hints_ = GuessHints(own, program_, hints);
  has_open_guesses_ = HasOpenGuesses(own, program_);
  rows_ = std::move(square.sources);
}

InitialProgramOutcome InitialProgram::Run(const AttributeValues& attributes,
                                          std::span<const double> parameters, double start_time,
                                          const std::atomic<bool>* cancelled,
                                          std::span<const double> held) const {
  if (has_open_guesses_) {
    AttributeValues following = attributes;
    following.start = causal::WithFollowing(
        system_, {start_time, attributes.start, parameters, {}, attributes.nominal, held});
    if (!hints_.empty()) {
      const std::vector<double> slopes(system_.variables.size(), 0.0);
      following.start = hints_.Guess(following, {start_time, following.start, slopes, parameters, held});
    }
    InitialProgramOutcome out =
        RunFrom(std::move(following.start), attributes, parameters, start_time, cancelled, held);
    if (out.ok) return out;
  }
  return RunFrom(attributes.start, attributes, parameters, start_time, cancelled, held);
}

InitialProgramOutcome InitialProgram::RunFrom(std::vector<double> guess, const AttributeValues& attributes,
                                              std::span<const double> parameters, double start_time,
                                              const std::atomic<bool>* cancelled,
                                              std::span<const double> held) const {
  execute::ProgramRunner runner = *runner_;
  InitialProgramOutcome out;
  out.values.time = start_time;
  out.values.y = std::move(guess);
  out.values.yp.assign(system_.variables.size(), 0.0);
  out.values.parameters = parameters;
  out.values.held = held;
  out.values.cancelled = cancelled;
  runner.AllowLadder(attributes.min, attributes.max, has_start_);
  auto failure = runner.RunForDerivatives(out.values);
  if (!failure) failure = runner.RunForOutputs(out.values);
  out.newton_iterations = runner.loop_statistics().iterations;
  out.loops = runner.LoopRecords();
  if (const auto undetermined = runner.FindUndetermined())
    out.undetermined = DescribeUndetermined(system_, *undetermined);
  if (failure) {
    const causal::Block& block = program_.blocks[failure->block];
    out.reason = fmt::format("the loop of {} equations for {} was not solved: {}", block.rows.size(),
                             NamesOf(system_, program_.UnknownsOf(block)), failure->loop.reason);
    return out;
  }
  for (const Quantity& unknown : program_.unknowns) {
    if (std::isfinite(out.values.At(unknown))) continue;
    out.reason = fmt::format("{} has no finite value", NameOf(system_, unknown));
    return out;
  }
  for (const auto& [block, rung, iterations, other] : out.loops) {
    // A single start value does not contradict itself.
    if (other && NumSaid(*other) > 1 && other->distance <= kAsGood * other->distance_of_taken)
      out.decided.push_back(DescribeNearest(*other, attributes, out.values));
    if (rung == nonlinear::Rung::kEitherSide)
      out.decided.push_back(DescribeDecided(program_.blocks[block], out.values));
  }
  out.ok = true;
  return out;
}

std::ptrdiff_t InitialProgram::NumSaid(const execute::OtherSolution& other) const {
  return std::ranges::count_if(other.values, [&](const auto& unknown) {
    return unknown.first.order == 0 && has_start_[unknown.first.variable.index()];
  });
}

Diagnostic InitialProgram::DescribeNearest(const execute::OtherSolution& other,
                                           const AttributeValues& attributes,
                                           const execute::Workspace& values) const {
  std::string taken, not_taken, starts;
  Span span;
  for (const auto& [unknown, value] : other.values) {
    if (unknown.order > 0 || !has_start_[unknown.variable.index()]) continue;
    const std::string name = NameOf(system_, unknown), comma = taken.empty() ? "" : ", ";
    if (taken.empty()) span = system_.declarations[system_.variables[unknown.variable].declaration].span;
    taken += fmt::format("{}{} = {:.6g}", comma, name, values.At(unknown));
    not_taken += fmt::format("{}{} = {:.6g}", comma, name, value);
    starts += fmt::format("{}{} = {:.6g}", comma, name, attributes.start[unknown.variable.index()]);
  }
  return Warning(Code::kInitialAssumed, span,
                 "several solutions are near the start values, which barely distinguish them: {}", taken)
      .Note(fmt::format("start values: {}", starts))
      .Note(fmt::format("another solution: {}, at {:.2f} times the distance", not_taken,
                        other.distance / other.distance_of_taken))
      .Hint("give start values nearer to the intended solution");
}

Diagnostic InitialProgram::DescribeDecided(const causal::Block& block,
                                           const execute::Workspace& values) const {
  std::string found, open;
  Span span;
  for (const Quantity& unknown : program_.UnknownsOf(block)) {
    const Variable& variable = system_.variables[unknown.variable];
    if (found.empty()) span = system_.declarations[variable.declaration].span;
    const std::string name = NameOf(system_, unknown);
    found += fmt::format("{}{} = {:.6g}", found.empty() ? "" : ", ", name, values.At(unknown));
    if (unknown.order == 0 && !variable.start.IsValid()) open += (open.empty() ? "" : ", ") + name;
  }
  std::string assumed;
  for (const InitialRow& row : rows_) {
    const bool is_assumed =
        row.kind == InitialRow::Kind::kStart && !system_.variables[row.variable].start.IsValid();
    if (is_assumed) assumed += (assumed.empty() ? "" : ", ") + NameOf(system_, row.variable);
  }
  Diagnostic d =
      Warning(Code::kInitialAssumed, span,
              "the equations have two solutions at the start, and no start value selects one: {}", found);
  if (!open.empty()) d.Note("without a start value: " + open);
  if (!assumed.empty()) d.Note("assumed to be 0, because they have no start values either: " + assumed);
  return std::move(d).Hint("give a start value on the side of the intended solution");
}

std::vector<SolvedBlock> InitialProgram::Describe(
    std::span<const execute::ProgramRunner::LoopRecord> loops) const {
  std::vector<SolvedBlock> out;
  for (const causal::Block& block : program_.blocks) {
    const auto unknowns = program_.UnknownsOf(block);
    SolvedBlock& solved = out.emplace_back();
    solved.unknowns.assign(unknowns.begin(), unknowns.end());
    for (const EquationId e : program_.EquationsOf(block)) solved.rows.push_back(rows_[e]);
    solved.kind = block.kind;
  }
  for (const auto& [block, rung, iterations, other] : loops) {
    out[block].rung = rung;
    out[block].iterations = iterations;
  }
  return out;
}

}  // namespace daedalus::initialize
