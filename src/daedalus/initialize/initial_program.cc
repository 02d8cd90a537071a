#include "daedalus/initialize/initial_program.h"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/causal/build_program.h"
#include "daedalus/execute/program_runner.h"
#include "daedalus/expr/build.h"
#include "daedalus/initialize/explain.h"
#include "daedalus/initialize/initial_structure.h"

namespace daedalus::initialize {
namespace {

using causal::EquationList;
using causal::SquareProblem;
using structure::kUnmatched;

// The rows that hold, the columns that occur, numbered anew without gaps, and the matching among them.
struct SquareInitialProblem {
  EquationList rows;
  SquareProblem problem;  // of `rows`
  structure::Matching matching;
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
  const auto n = static_cast<std::uint32_t>(system.variables.size());
  SquareInitialProblem out;
  std::vector<std::uint32_t> new_column(all.matching.row_of_column.size(), kUnmatched);
  for (std::uint32_t v = 0; v < n; ++v) {
    for (const int order : {0, 1}) {
      const std::uint32_t column = order == 0 ? v : n + v;
      if (all.matching.row_of_column[column] == kUnmatched) continue;
      new_column[column] = static_cast<std::uint32_t>(out.problem.unknowns.size());
      out.problem.unknowns.push_back({VariableId(v), order});
    }
  }
  structure::Incidence& incidence = out.problem.incidence;
  incidence.num_columns = static_cast<std::uint32_t>(out.problem.unknowns.size());
  out.matching.row_of_column.assign(incidence.num_columns, kUnmatched);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t row = 0; row < all.rows.size(); ++row) {
    if (all.matching.column_of_row[row] == kUnmatched) continue;
    out.rows.Add(EquationOfRow(system, all.rows[row]));
    columns.clear();
    for (const std::uint32_t column : all.incidence.Row(row)) columns.push_back(new_column[column]);
    incidence.AddRow(columns);
    const std::uint32_t column = new_column[all.matching.column_of_row[row]];
    out.matching.row_of_column[column] = out.matching.size++;
    out.matching.column_of_row.push_back(column);
  }
  return out;
}

std::vector<char> VariablesWithStart(const System& system) {
  std::vector<char> out;
  for (const Variable& variable : system.variables) out.push_back(variable.start.IsValid());
  return out;
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
                               std::span<const double> parameters)
    : system_(system), parameters_(parameters.begin(), parameters.end()) {
  System own = system;  // expressions are built in its graph
  const auto structure =
      MatchInitialConditions(own, incidence, causal::IncidenceOf(own, own.initial_equations));
  SquareInitialProblem square = MakeSquare(own, structure);
  square.problem.equations = &square.rows;
  DAEDALUS_CHECK(square.rows.size() ==
                     own.equations.size() + own.initial_equations.size() + plan.start_conditions.size(),
                 "the plan's conditions are those that found an unknown");
  causal::ProgramOptions options;
  options.guessed = VariablesWithStart(own);
  program_ = causal::BuildProgram(own, square.problem, square.matching,
                                  {{parameters, {}}, attributes.nominal}, options);
  runner_.emplace(own, square.problem, program_, attributes.nominal);
}

InitialProgramOutcome InitialProgram::Run(const AttributeValues& attributes,
                                          std::span<const double> parameters, double start_time,
                                          const std::atomic<bool>* cancelled,
                                          std::span<const double> held) const {
  execute::ProgramRunner runner = *runner_;
  InitialProgramOutcome out;
  out.values.time = start_time;
  out.values.y = attributes.start;
  out.values.yp.assign(system_.variables.size(), 0.0);
  out.values.parameters = parameters;
  out.values.held = held;
  out.values.cancelled = cancelled;
  auto failure = runner.RunForDerivatives(out.values);
  if (!failure) failure = runner.RunForOutputs(out.values);
  out.newton_iterations = runner.loop_statistics().iterations;
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
  out.ok = true;
  return out;
}

}  // namespace daedalus::initialize
