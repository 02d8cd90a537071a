#include "daedalus/programs/causal/helper_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/system/expr/transcendental.h"

namespace daedalus::causal {
namespace {

constexpr std::uint32_t kNoStage = ~0u;
constexpr std::size_t kLargestHelperBlock = 50;

bool IsAnalytic(expr::Op op) {
  using expr::Op;
  switch (op) {
    case Op::kConstant:
    case Op::kTime:
    case Op::kParameter:
    case Op::kVariable:
    case Op::kAdd:
    case Op::kMul:
    case Op::kDiv:
    case Op::kSqrt:
    case Op::kNoEvent:
      return true;
    default:
      return expr::IsTranscendental(op);
  }
}

// The shortest step to a solution of certainly independent equations; empty if they are not.
Eigen::VectorXd ShortestStep(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& residual) {
  constexpr double kDependent = 1e-6;
  if (matrix.size() == 1)
    return matrix(0, 0) == 0 ? Eigen::VectorXd() : Eigen::VectorXd(residual / matrix(0, 0));
  const Eigen::VectorXd sizes = matrix.cwiseAbs().rowwise().maxCoeff();
  if (sizes.minCoeff() <= 0) return {};
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kDependent);
  decomposition.compute(sizes.cwiseInverse().asDiagonal() * matrix);
  if (decomposition.rank() < matrix.rows()) return {};
  return linear::Solve(decomposition, residual.cwiseQuotient(sizes));
}

double& PlaceOf(PointValues& values, const expr::VariableLeaf& leaf) {
  return (leaf.order == 0 ? values.variables : values.slopes)[leaf.variable.index()];
}

}  // namespace

struct HelperValues::Linear {
  std::vector<expr::VariableLeaf> unknowns;
  Eigen::MatrixXd matrix;
  Eigen::VectorXd residual;
};

HelperValues::HelperValues(const System& system, const Offsets& offsets, const structure::Blocks& blocks,
                           std::span<const double> parameters)
    : system_(system),
      offsets_(offsets),
      blocks_(blocks),
      parameters_(parameters),
      gradients_(system.graph),
      block_of_(offsets.c.size(), 0),
      tops_(blocks.size(), 0),
      uses_(blocks.size(), Use::kUnknown),
      needs_(blocks.size(), kNoStage) {
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (const structure::RowId row : blocks[b]) {
      block_of_[row] = b;
      tops_[b] = std::max(tops_[b], offsets.c[row]);
    }
  }
}

HelperValues::Moved HelperValues::Begin(PointValues values) const {
  return {std::move(values), std::vector<std::uint32_t>(blocks_.size(), kNoStage), {}};
}

bool HelperValues::IsDetermined(const expr::VariableLeaf& leaf, std::uint32_t own) const {
  const std::uint32_t block = BlockOf(leaf.variable);
  return block != own && leaf.order <= 1 &&
         offsets_.d[ColumnOf(leaf.variable)] <= tops_[block] + static_cast<std::uint32_t>(leaf.order);
}

bool HelperValues::MayBeUsed(std::uint32_t block) {
  Use& use = uses_[block];
  if (use != Use::kUnknown) return use == Use::kYes;
  const auto is_analytic = [&](structure::RowId row) {
    const auto all = traversal_.Visit(system_.graph, system_.equations[EquationOf(row)].residual);
    return std::ranges::all_of(all, [&](ExprId e) { return IsAnalytic(system_.graph.op(e)); });
  };
  const bool may =
      blocks_[block].size() <= kLargestHelperBlock && std::ranges::all_of(blocks_[block], is_analytic);
  use = may ? Use::kYes : Use::kNo;
  return may;
}

void HelperValues::Ask(VariableId v, int order, const std::vector<std::uint32_t>& done) {
  const std::uint32_t block = BlockOf(v);
  if (!IsDetermined({v, order, {}}, own_)) return;
  const std::uint32_t stage = offsets_.d[ColumnOf(v)] - static_cast<std::uint32_t>(order);
  if (done[block] <= stage || needs_[block] <= stage || !MayBeUsed(block)) return;
  if (needs_[block] == kNoStage) cone_.push_back(block);
  needs_[block] = stage;
  open_.push_back(block);
}

void HelperValues::AskForOthers(std::uint32_t block, const std::vector<std::uint32_t>& done) {
  const std::uint32_t stage = needs_[block];
  for (const structure::RowId row : blocks_[block]) {
    if (offsets_.c[row] < stage) continue;
    for (const expr::VariableLeaf& leaf :
         leaves_.Collect(system_.graph, system_.equations[EquationOf(row)].residual).variables) {
      if (BlockOf(leaf.variable) == block) continue;
      taken_.push_back({block, BlockOf(leaf.variable)});
      Ask(leaf.variable, leaf.order, done);
      if (offsets_.c[row] > stage) Ask(leaf.variable, leaf.order + 1, done);
    }
  }
}

// (1)
void HelperValues::Gather(std::span<const expr::VariableLeaf> wanted, std::uint32_t own,
                          const std::vector<std::uint32_t>& done) {
  for (const std::uint32_t block : cone_) needs_[block] = kNoStage;
  cone_.clear();
  taken_.clear();
  own_ = own;
  for (const expr::VariableLeaf& leaf : wanted) Ask(leaf.variable, leaf.order, done);
  while (!open_.empty()) {
    const std::uint32_t block = open_.back();
    open_.pop_back();
    AskForOthers(block, done);
  }
  std::ranges::sort(cone_);  // the order of execution
}

void HelperValues::Satisfy(std::span<const expr::VariableLeaf> wanted, std::uint32_t own, Moved& point) {
  for (; !point.changes.empty(); point.changes.pop_back())
    PlaceOf(point.values, point.changes.back().leaf) = point.changes.back().before;
  Gather(wanted, own, point.stages);
  std::uint32_t top = 0;
  for (const std::uint32_t block : cone_) top = std::max(top, tops_[block]);
  for (std::uint32_t stage = top + 1; stage-- > 0;) {
    for (const std::uint32_t block : cone_) {
      if (needs_[block] <= stage && stage <= tops_[block] && !Solve(block, stage, point))
        needs_[block] = kNoStage;
    }
  }
  KeepWhatIsSure(point);
}

void HelperValues::KeepWhatIsSure(Moved& point) {
  std::set<std::uint32_t> unsure{own_};
  for (const std::uint32_t block : cone_) {
    if (blocks_[block].size() > 1 || needs_[block] == kNoStage) unsure.insert(block);
  }
  for (std::size_t before = 0; before != unsure.size();) {
    before = unsure.size();
    for (const auto& [block, from] : taken_) {
      if (unsure.contains(from)) unsure.insert(block);
    }
  }
  for (const std::uint32_t block : cone_) {
    if (!unsure.contains(block)) point.stages[block] = needs_[block];
  }
  std::erase_if(point.changes,
                [&](const Moved::Change& change) { return !unsure.contains(BlockOf(change.leaf.variable)); });
}

// f_i, or its total derivative, and its partial derivatives by the unknowns of the stage. False if a second
// derivative or a value that is not finite takes part.
bool HelperValues::Linearise(std::uint32_t block, std::uint32_t stage, const PointValues& at, Linear& out) {
  gradients_.SetPoint({at.time, at.variables, at.slopes, parameters_});
  out.unknowns.clear();
  std::vector<structure::RowId> rows;
  for (const structure::RowId row : blocks_[block]) {
    const structure::ColumnId column = offsets_.matching.column_of_row[row];
    if (offsets_.c[row] >= stage) rows.push_back(row);
    if (offsets_.d[column] > stage + 1) return false;
    if (offsets_.d[column] >= stage)
      out.unknowns.push_back({VariableOf(column), static_cast<int>(offsets_.d[column] - stage), {}});
  }
  out.matrix = Eigen::MatrixXd::Zero(std::ssize(rows), std::ssize(out.unknowns));
  out.residual = Eigen::VectorXd::Zero(std::ssize(rows));
  const auto enter = [&](Eigen::Index i, VariableId v, int order, double value) {
    const auto is_it = [&](const expr::VariableLeaf& u) { return u.variable == v && u.order == order; };
    const auto found = std::ranges::find_if(out.unknowns, is_it);
    if (found != out.unknowns.end()) out.matrix(i, found - out.unknowns.begin()) += value;
  };
  for (Eigen::Index i = 0; i < std::ssize(rows); ++i) {
    const structure::RowId row = rows[static_cast<std::size_t>(i)];
    const auto level = static_cast<int>(offsets_.c[row] - stage);
    const auto gradient = gradients_.Of(system_.equations[EquationOf(row)].residual);
    if (!gradient || level > 1) return false;
    out.residual[i] = level == 0 ? gradients_.value() : gradients_.time_partial();
    for (const expr::PartialValue& partial : *gradient) {
      if (partial.leaf.order + level > 1) return false;
      if (level == 1) out.residual[i] += partial.value * at.slopes[partial.leaf.variable.index()];
      enter(i, partial.leaf.variable, partial.leaf.order + level, partial.value);
    }
  }
  return out.residual.allFinite() && out.matrix.allFinite();
}

// (2)
bool HelperValues::Solve(std::uint32_t block, std::uint32_t stage, Moved& point) {
  constexpr int kMostSteps = 40;
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon(), kNear = 1e-10;
  Linear linear;
  const std::size_t first = point.changes.size();
  double last = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMostSteps && Linearise(block, stage, point.values, linear); ++step) {
    const Eigen::VectorXd change = ShortestStep(linear.matrix, linear.residual);
    if (change.size() == 0) break;
    if (step == 0) {
      for (const expr::VariableLeaf& u : linear.unknowns)
        point.changes.push_back({u, PlaceOf(point.values, u)});
    }
    double largest = 0;
    for (Eigen::Index j = 0; j < change.size(); ++j) {
      double& value = PlaceOf(point.values, linear.unknowns[static_cast<std::size_t>(j)]);
      value -= change[j];
      if (change[j] != 0)
        largest =
            std::max(largest, std::abs(change[j]) / std::max(std::abs(value), std::abs(value + change[j])));
    }
    if (largest <= kRounding || (largest <= kNear && largest >= last)) return true;
    last = largest;
  }
  for (std::size_t i = first; i < point.changes.size(); ++i)
    PlaceOf(point.values, point.changes[i].leaf) = point.changes[i].before;
  return false;
}

std::vector<EquationId> HelperValues::EquationsFor(std::span<const expr::VariableLeaf> wanted,
                                                   std::uint32_t own) {
  Gather(wanted, own, std::vector<std::uint32_t>(blocks_.size(), kNoStage));
  std::vector<EquationId> out;
  for (const std::uint32_t block : cone_) {
    for (const structure::RowId row : blocks_[block]) {
      if (offsets_.c[row] >= needs_[block]) out.push_back(EquationOf(row));
    }
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace daedalus::causal
