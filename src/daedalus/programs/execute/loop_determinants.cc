#include "daedalus/programs/execute/loop_determinants.h"

#include <algorithm>
#include <numeric>

#include "daedalus/programs/causal/pivot_cost.h"
#include "daedalus/programs/execute/inlining.h"
#include "daedalus/programs/execute/partials.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::execute {
namespace {

constexpr std::size_t kFewUnknowns = 6;
constexpr std::uint32_t kMostUnknowns = 100;
constexpr std::size_t kMostWritten = 4;

int SignOf(double value) {
  return (value > 0) - (value < 0);
}

// The determinant as an expression, by its permutations; nullopt if there are too many.
std::optional<ExprId> Written(expr::Graph& graph, const linear::SparsePattern& pattern,
                              std::span<const ExprId> entries, std::size_t size) {
  if (size > kMostWritten) return std::nullopt;
  std::vector<ExprId> matrix(size * size);  // not valid: zero
  for (std::size_t column = 0; column < size; ++column) {
    for (auto k = static_cast<std::size_t>(pattern.column_starts[column]);
         k < static_cast<std::size_t>(pattern.column_starts[column + 1]); ++k)
      matrix[static_cast<std::size_t>(pattern.row_indices[k]) * size + column] = entries[k];
  }
  std::vector<std::int32_t> column_of(size);
  std::iota(column_of.begin(), column_of.end(), 0);
  ExprId sum = graph.Constant(0);
  do {
    ExprId product = graph.Constant(linear::SignOfPermutation(column_of));
    for (std::size_t row = 0; row < size && product.IsValid(); ++row) {
      const ExprId entry = matrix[row * size + static_cast<std::size_t>(column_of[row])];
      product = entry.IsValid() ? expr::Product(graph, product, entry) : ExprId();
    }
    if (product.IsValid()) sum = expr::Sum(graph, sum, product);
  } while (std::ranges::next_permutation(column_of).found);
  return sum;
}

}  // namespace

bool IsSmallConstraint(bool keeps_branch, std::size_t size) {
  return keeps_branch && size <= kFewUnknowns;
}

LoopDeterminants::LoopDeterminants(System& system, const causal::Program& program,
                                   std::span<const double> parameters) {
  causal::PivotCosts pivots(system, {.parameters = {.values = parameters}});
  std::vector<ExprId> entries;
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const causal::Block& block = program.blocks[b];
    if (block.kind != causal::BlockKind::kNonlinear || block.takes_invariants ||
        block.tearing.size() > kMostUnknowns)
      continue;
    Inlining inlining(system);
    for (const causal::Assignment& a : program.AssignmentsOf(block)) inlining.Assign(a.unknown, a.value);
    std::vector<ExprId> leaves, rows;
    for (const Quantity& unknown : program.TearingOf(block)) leaves.push_back(LeafOf(system.graph, unknown));
    for (const EquationId e : program.ResidualsOf(block))
      rows.push_back(inlining.Inlined(system.equations[e].residual));
    const linear::SparsePattern pattern = AddPartials(system.graph, leaves, rows);
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(leaves.size()));
    if (const auto determinant = Written(system.graph, pattern, rows, leaves.size());
        determinant && pivots.IsSafe(*determinant))
      continue;
    loops_.push_back({.block = static_cast<std::uint32_t>(b),
                      .size = leaves.size(),
                      .first = entries.size(),
                      .count = rows.size(),
                      .keeps_branch = block.keeps_branch,
                      .solver = linear::CopyableSolver(pattern)});
    entries.insert(entries.end(), rows.begin(), rows.end());
    pivots_.resize(std::max(pivots_.size(), leaves.size()));
  }
  for (std::size_t p = 0; p < pivots.decided_by_sign().size(); ++p) {
    if (pivots.decided_by_sign()[p]) decided_.push_back({ParameterId(p), parameters[p]});
  }
  if (loops_.empty()) return;
  kernel_.emplace(codegen::CompileJointly(system.graph, entries));
  entries_.resize(entries.size());
}

bool LoopDeterminants::HoldsFor(std::span<const double> parameters) const {
  return std::ranges::all_of(
      decided_, [&](const Decided& d) { return SignOf(d.value) == SignOf(parameters[d.parameter.index()]); });
}

void LoopDeterminants::Find(const Workspace& workspace, std::vector<LoopDeterminant>& out) {
  out.clear();
  kernel_->Evaluate(workspace.inputs(), entries_.data());
  for (Loop& loop : loops_) {
    const auto found =
        DeterminantOf(*loop.solver, std::span<const double>(entries_).subspan(loop.first, loop.count),
                      std::span(pivots_).first(loop.size));
    if (found)
      out.push_back({loop.block, *found, loop.keeps_branch, IsSmallConstraint(loop.keeps_branch, loop.size)});
  }
}

}  // namespace daedalus::execute
