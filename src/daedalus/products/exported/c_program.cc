#include "daedalus/products/exported/c_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/products/exported/c_text.h"
#include "daedalus/products/exported/elimination_pattern.h"
#include "daedalus/programs/execute/inlining.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::exported {
namespace {

constexpr double kSmallStep = 1e-8;  // of the last Newton step, as in execute/loop_solver.cc
// Constants of least squares, as in execute/least_squares_loop.cc.
constexpr double kLastStep = 1e-11, kLastResort = 1e-7, kHardlySmaller = 0.9;
// A linear loop with old pivots is solved again, which corrects rounding errors.
constexpr int kRefinements = 4;

std::string NumberTable(const std::string& name, const std::vector<double>& values) {
  std::string out = fmt::format("static const double {}[] = {{", name);
  for (const double value : values) out += CNumber(value) + ", ";
  return out + (values.empty() ? "0.0" : "") + "};\n";
}

}  // namespace

std::vector<ExprId> ResidualsOf(System& system, const causal::Program& program, const causal::Block& block) {
  execute::Inlining inlining(system);
  for (const causal::Assignment& a : program.AssignmentsOf(block)) inlining.Assign(a.unknown, a.value);
  std::vector<ExprId> out;
  for (const EquationId row : program.ResidualsOf(block))
    out.push_back(inlining.Inlined(system.equations[row].residual));
  return out;
}

CProgram::CProgram(const CProgramGiven& given)
    : given_(given), code_(given_.system.graph, given_.leaf, [this](ExprId leaf) {
        const auto found = depth_.find(leaf);
        return found == depth_.end() ? 0 : found->second;
      }) {}

std::optional<Diagnostic> CProgram::FindMistake() const {
  const System& system = given_.system;
  for (const Equation& equation : system.equations) {
    const ExprId roots[] = {equation.residual};
    if (FindCall(system.graph, roots).IsValid()) {
      return Error(Code::kBadOption, SpanOf(system, equation),
                   "this equation calls a function that cannot be written as an expression, so it cannot be "
                   "exported")
          .Note(fmt::format("flattened: {}", EquationText(system, equation)));
    }
  }
  for (const causal::Block& block : given_.program.blocks) {
    if (!block.takes_invariants || block.rows.size() <= kMostFull) continue;
    return Error(
        Code::kBadOption, SpanOf(system, system.invariants[0].equation),
        "the step satisfies its invariants in a loop of {} unknowns; more than {} cannot be exported",
        block.rows.size(), kMostFull);
  }
  return std::nullopt;
}

Result<std::string> CProgram::Statements() {
  std::string out;
  for (const causal::Block& block : given_.program.blocks) {
    if (block.takes_invariants) {
      out += LeastSquares(block);
    } else if (block.tearing.size() == 0) {
      out += Assignments(block, "  ");
    } else {
      auto loop = Loop(block);
      if (!loop) return loop;
      out += *loop;
    }
  }
  return out;
}

std::string CProgram::Place(const Quantity& unknown) {
  return given_.leaf(LeafOf(given_.system.graph, unknown));
}

std::string CProgram::Assignments(const causal::Block& block, const std::string& indent) {
  std::string out;
  for (const causal::Assignment& a : given_.program.AssignmentsOf(block)) {
    if (!given_.is_needed(a.unknown)) continue;
    const ExprId roots[] = {a.value};
    out += code_.Declare(roots, indent);
    out += fmt::format("{}{} = {};\n", indent, Place(a.unknown), code_.Text(a.value));
    depth_[LeafOf(given_.system.graph, a.unknown)] = code_.Depth(a.value);
  }
  return out;
}

// Updates the unknowns by the step in f, and computes its size; unknown order[i] has f[i]. Many unknowns are
// updated in a loop, since compilers are slow for a thousand branches in a row.
std::string CProgram::Update(std::span<const Quantity> unknowns, std::span<const std::size_t> order,
                             const std::string& name) {
  std::string out;
  if (!name.empty()) {
    std::vector<int> places;
    std::vector<double> nominal;
    for (const std::size_t i : order) {
      places.push_back(static_cast<int>(given_.index(unknowns[i])));
      nominal.push_back(given_.nominal[unknowns[i].variable.index()]);
    }
    tables_ += IntTable(name + "_places", places) + NumberTable(name + "_nominal", nominal);
    return fmt::format(
        "      for (i = 0; i < {0}; ++i) {{\n        double *const x = m->v + {1}_places[i];\n        *x -= "
        "f[i];\n"
        "        f[i] = fabs(f[i]) / (fabs(*x) + {1}_nominal[i]);\n        if (!(f[i] <= size)) size = "
        "f[i];\n      }}\n",
        order.size(), name);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Quantity& unknown = unknowns[order[i]];
    out += fmt::format("      {1} -= f[{0}];\n      f[{0}] = fabs(f[{0}]) / (fabs({1}) + {2});\n", i,
                       Place(unknown), CNumber(given_.nominal[unknown.variable.index()]));
    out += fmt::format("      if (!(f[{0}] <= size)) size = f[{0}];\n", i);
  }
  return out;
}

Result<std::string> CProgram::Loop(const causal::Block& block) {
  System& system = given_.system;
  const auto tearing = given_.program.TearingOf(block);
  const std::vector<ExprId> residuals = ResidualsOf(system, given_.program, block);
  const std::size_t n = tearing.size();
  std::unordered_map<ExprId, std::size_t> column_of;
  for (std::size_t c = 0; c < n; ++c) column_of[LeafOf(system.graph, tearing[c])] = c;
  expr::Differentiator differentiator(system.graph);
  std::vector<MatrixEntry> entries;
  for (std::size_t row = 0; row < n; ++row) {
    for (const auto& [leaf, value] : differentiator.Gradient(residuals[row])) {
      const auto column = column_of.find(leaf.id);
      if (column != column_of.end()) entries.push_back({row, column->second, value});
    }
  }
  const bool is_full = n <= kMostFull;
  std::vector<std::size_t> rows(n), columns(n);  // in the order of elimination
  for (std::size_t i = 0; i < n; ++i) rows[i] = columns[i] = i;
  std::vector<std::size_t> places;  // of the entries in the array a
  std::size_t size_of_a = n * n;
  std::string solve = fmt::format("solve({}, a, f)", n), room, name, counter;
  if (is_full) {
    for (const MatrixEntry& entry : entries) places.push_back(entry.row * n + entry.column);
  } else {
    auto pattern = PlanElimination(system.graph, n, entries, given_.start);
    if (!pattern) {
      return Fail(Error(
          Code::kBadOption, SpanOf(system, system.equations[given_.program.ResidualsOf(block)[0]]),
          "a loop of {} iteration variables is singular at the start values, so it has no pivots to export",
          n));
    }
    rows = pattern->rows, columns = pattern->columns, places = pattern->places;
    size_of_a = pattern->entry_rows.size();
    name = fmt::format("{}{}", given_.prefix, num_loops_++);
    tables_ += IntTable(name + "_starts", pattern->starts) + IntTable(name + "_rows", pattern->entry_rows) +
               IntTable(name + "_pivots", pattern->diagonals);
    solve = fmt::format("solve_pattern({0}, {1}_starts, {1}_rows, {1}_pivots, a, column, f)", n, name);
    room = fmt::format(", column[{}]", n);
    counter = ", i";
  }
  std::vector<ExprId> outputs;
  std::vector<std::string> targets;
  for (std::size_t i = 0; i < n; ++i) {
    outputs.push_back(residuals[rows[i]]);
    targets.push_back(fmt::format("f[{}]", i));
  }
  for (std::size_t e = 0; e < entries.size(); ++e) {
    outputs.push_back(entries[e].value);
    targets.push_back(fmt::format("a[{}]", places[e]));
  }
  const bool is_linear = block.kind != causal::BlockKind::kNonlinear, is_once = is_linear && is_full;
  std::string out = fmt::format("  {{ /* {} equations in {} iteration variables */\n", block.rows.size(), n);
  out += fmt::format(
      "    int iteration, done = 0{};\n    for (iteration = 0; iteration < {} && !done; ++iteration) {{\n",
      counter,
      is_once     ? 1
      : is_linear ? kRefinements
                  : given_.max_iterations);
  out += fmt::format("      double f[{}], a[{}] = {{0.0}}{}, size = 0.0;\n", n, size_of_a, room);
  out += code_.Declare(outputs, "      ");
  for (std::size_t i = 0; i < outputs.size(); ++i)
    out += fmt::format("      {} = {};\n", targets[i], code_.Text(outputs[i]));
  out += fmt::format("      if (!{}) return fail(m, {}_NOT_CONVERGED);\n", solve, given_.model);
  out += Update(tearing, columns, name);
  out += is_once ? "      done = size == size;\n"
                 : fmt::format("      done = size <= {};\n", CNumber(kSmallStep));
  out += fmt::format("    }}\n    if (!done) return fail(m, {}_NOT_CONVERGED);\n", given_.model);
  return out + Assignments(block, "    ") + "  }\n";
}

std::string CProgram::LeastSquares(const causal::Block& block) {
  System& system = given_.system;
  const auto unknowns = given_.program.UnknownsOf(block);
  const auto rows = given_.program.EquationsOf(block);
  const std::size_t n = unknowns.size(), p = system.invariants.size();
  std::unordered_map<ExprId, std::size_t> column_of;
  for (std::size_t c = 0; c < n; ++c) column_of[LeafOf(system.graph, unknowns[c])] = c;
  std::vector<int> yielding;
  std::vector<double> units, weights;
  for (const causal::Program::Yielding& one : given_.program.yielding) {
    const auto row = std::ranges::find(rows, one.equation);
    if (row == rows.end()) continue;
    yielding.push_back(static_cast<int>(row - rows.begin()));
    units.push_back(given_.nominal[one.unit.variable.index()]);
  }
  const std::size_t m = yielding.size(), r = std::min(m, p);
  expr::Differentiator differentiator(system.graph);
  std::vector<ExprId> outputs;
  std::vector<std::string> targets;
  const auto add = [&](ExprId residual, const char* value, const char* matrix, std::size_t row) {
    outputs.push_back(residual);
    targets.push_back(fmt::format("{}[{}]", value, row));
    for (const auto& [leaf, partial] : differentiator.Gradient(residual)) {
      const auto column = column_of.find(leaf.id);
      if (column == column_of.end()) continue;
      outputs.push_back(partial);
      targets.push_back(fmt::format("{}[{}]", matrix, row * n + column->second));
    }
  };
  for (std::size_t row = 0; row < n; ++row) add(system.equations[rows[row]].residual, "f", "a", row);
  for (std::size_t c = 0; c < p; ++c) {
    add(system.invariants[c].equation.residual, "g", "ga", c);
    weights.push_back(system.invariants[c].weight);
  }
  const std::string name = given_.prefix + "invariants";
  tables_ += IntTable(name + "_yield", yielding) + NumberTable(name + "_units", units) +
             NumberTable(name + "_weights", weights);
  std::string out = fmt::format("  {{ /* {} equations and {} invariants in {} unknowns */\n", n, p, n);
  out += fmt::format(
      "    double g[{}], last = HUGE_VAL;\n    int iteration, c, done = 0;\n"
      "    for (iteration = 0; iteration < {} && !done; ++iteration) {{\n",
      p, given_.max_compromises);
  out += fmt::format(
      "      double f[{0}], a[{1}] = {{0.0}}, ga[{2}] = {{0.0}}, correction[{0}], work[{3}], size = 0.0;\n"
      "      int order[{0}];\n",
      n, n * n, p * n, m * p + p + m + (p + r) * (r + 2));
  out += code_.Declare(outputs, "      ");
  for (std::size_t i = 0; i < outputs.size(); ++i)
    out += fmt::format("      {} = {};\n", targets[i], code_.Text(outputs[i]));
  out += fmt::format(
      "      if (!step_of_least_squares({}, {}, {}, a, ga, f, g, {}_weights, {}_yield, {}_units, "
      "m->invariant_sizes, order, "
      "correction, work))\n        return fail(m, {}_NOT_CONVERGED);\n",
      n, p, m, name, name, name, given_.model);
  std::vector<std::size_t> in_order(n);
  for (std::size_t i = 0; i < n; ++i) in_order[i] = i;
  out += Update(unknowns, in_order, "");
  out += fmt::format("      done = size <= {} || (size > {} * last && size <= {});\n      last = size;\n",
                     CNumber(kLastStep), CNumber(kHardlySmaller), CNumber(kLastResort));
  out += fmt::format("    }}\n    if (!done) return fail(m, {}_NOT_CONVERGED);\n", given_.model);
  // As in KeptInvariants::Measure (simulate/kept_invariants.h): the rest is larger than a compromise of the
  // weights explains.
  out += fmt::format(
      "    for (c = 0; c < {}; ++c) {{\n"
      "      const double size = m->invariant_sizes[c], weighted = {}_weights[c] * size;\n"
      "      if (size > 0.0 && !(fabs(g[c]) <= (1e-8 + 1.0 / (weighted * weighted)) * size)) return fail(m, "
      "{}_CONTRADICTION);\n"
      "    }}\n",
      p, name, given_.model);
  for (const Quantity& unknown : unknowns) depth_[LeafOf(system.graph, unknown)] = 0;
  return out + "  }\n";
}

}  // namespace daedalus::exported
