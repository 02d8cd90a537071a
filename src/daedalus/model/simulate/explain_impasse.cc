#include "daedalus/model/simulate/explain_impasse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr std::size_t kMostUnknowns = 300;  // of a block
constexpr std::size_t kMostNamed = 6;
constexpr double kPart = 0.05;  // of the largest part of a vector: smaller parts are not named

struct Entries {
  std::vector<double> dy, dyp;
  bool AreFinite() const { return linear::AreFinite(dy) && linear::AreFinite(dyp); }
};

Entries EntriesAt(execute::DaeModel& dae, const execute::EvaluationPoint& point) {
  auto& jacobian = dae.kernels().jacobian;
  Entries out{std::vector<double>(jacobian.dy_pattern().row_indices.size()),
              std::vector<double>(jacobian.dyp_pattern().row_indices.size())};
  jacobian.EvaluateParts(dae.Inputs(point.time, point.y, point.yp), out.dy.data(), out.dyp.data());
  return out;
}

// Calls visit(row, entry in nominal units) for the entries of one column.
void ForEachIn(const linear::SparsePattern& pattern, const std::vector<double>& values, std::size_t column,
               double nominal, auto visit) {
  for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
    visit(static_cast<std::size_t>(pattern.row_indices[static_cast<std::size_t>(k)]),
          values[static_cast<std::size_t>(k)] * nominal);
}

class Measurement {
 public:
  Measurement(const compile::PreparedModel& model, execute::DaeModel& dae, std::span<const double> nominal)
      : model_(model), dae_(dae), nominal_(nominal), units_(model.system->equations.size(), 0.0) {}

  // Rows are in units of their largest entry at any of the given points.
  void TakeUnits(const Entries& entries) {
    const auto& jacobian = dae_.kernels().jacobian;
    const auto take = [&](std::size_t row, double entry) {
      units_[row] = std::max(units_[row], std::abs(entry));
    };
    for (std::size_t v = 0; v < nominal_.size(); ++v) {
      ForEachIn(jacobian.dy_pattern(), entries.dy, v, nominal_[v], take);
      ForEachIn(jacobian.dyp_pattern(), entries.dyp, v, nominal_[v], take);
    }
  }

  Singularity Measure(const Entries& entries) const {
    Singularity out{
        .value = std::numeric_limits<double>::infinity(), .equations = {}, .unknowns = {}, .directions = {}};
    const structure::Blocks blocks =
        structure::BlockTriangularForm(causal::HighestDerivatives(model_.incidence), model_.matching);
    std::vector<Eigen::Index> place(units_.size(), -1);  // of each row in the present block
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const std::span<const structure::RowId> rows = blocks[b];
      if (rows.size() > kMostUnknowns) continue;
      for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i].index()] = static_cast<Eigen::Index>(i);
      const bool is_named = MeasureBlock(entries, rows, place, out);
      for (const structure::RowId row : rows) place[row.index()] = -1;
      if (is_named) break;
    }
    return out;
  }

 private:
  // True if the block is singular.
  bool MeasureBlock(const Entries& entries, std::span<const structure::RowId> rows,
                    const std::vector<Eigen::Index>& place, Singularity& out) const {
    const auto& jacobian = dae_.kernels().jacobian;
    const auto size = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    std::vector<VariableId> columns;
    for (const structure::RowId row : rows) {
      const std::size_t v = model_.matching.column_of_row[row].index();
      const auto column = static_cast<Eigen::Index>(columns.size());
      columns.emplace_back(v);
      const bool is_derivative = dae_.is_differential()[v] != 0;
      ForEachIn(is_derivative ? jacobian.dyp_pattern() : jacobian.dy_pattern(),
                is_derivative ? entries.dyp : entries.dy, v, nominal_[v], [&](std::size_t r, double entry) {
                  if (place[r] >= 0)
                    matrix(place[r], column) +=
                        entry / std::max(units_[r], std::numeric_limits<double>::min());
                });
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double value = svd.singularValues()[size - 1];
    if (!(value < out.value)) return false;
    out = {.value = value, .equations = {}, .unknowns = {}, .directions = {}};
    const Eigen::VectorXd left = svd.matrixU().col(size - 1), right = svd.matrixV().col(size - 1);
    for (const Eigen::Index i : LargestOf(left))
      out.equations.emplace_back(rows[static_cast<std::size_t>(i)].index());
    const auto in_own_units = [&](Eigen::Index i) {
      const VariableId v = columns[static_cast<std::size_t>(i)];
      return right[i] * nominal_[v.index()];
    };
    double largest = 0;
    for (const Eigen::Index i : LargestOf(right)) {
      if (std::abs(in_own_units(i)) > std::abs(largest)) largest = in_own_units(i);
    }
    for (const Eigen::Index i : LargestOf(right)) {
      out.unknowns.push_back(columns[static_cast<std::size_t>(i)]);
      out.directions.push_back(in_own_units(i) / largest);
    }
    return value < kSingular;
  }

  static std::vector<Eigen::Index> LargestOf(const Eigen::VectorXd& vector) {
    std::vector<Eigen::Index> out;
    const double least = kPart * vector.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < vector.size(); ++i) {
      if (std::abs(vector[i]) >= least) out.push_back(i);
    }
    // Parts that differ by rounding only keep their order.
    std::ranges::stable_sort(out, [&](Eigen::Index a, Eigen::Index b) {
      return std::abs(vector[a]) > 1.001 * std::abs(vector[b]);
    });
    return out;
  }

  const compile::PreparedModel& model_;
  execute::DaeModel& dae_;
  std::span<const double> nominal_;
  std::vector<double> units_;  // for each row
};

void AddTo(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

// The start values that the user may have given: of the unknowns, and of other variables in the equations.
std::string StartsOf(const compile::PreparedModel& model, const Singularity& found) {
  const System& system = *model.system;
  std::vector<VariableId> variables;
  const auto add = [&](VariableId v) {
    const bool is_dummy =
        !model.is_dummy.empty() && v.index() < model.is_dummy.size() && model.is_dummy[v.index()];
    if (!is_dummy && std::ranges::find(variables, v) == variables.end()) variables.push_back(v);
  };
  for (const EquationId e : found.equations) {
    for (const expr::VariableLeaf& leaf :
         expr::CollectLeaves(system.graph, system.equations[e].residual).variables) {
      if (leaf.order == 0) add(leaf.variable);
    }
  }
  for (const VariableId v : found.unknowns) add(v);
  std::string out;
  for (const VariableId v : variables) {
    if (out.size() > 200) break;
    const Variable& variable = system.variables[v];
    AddTo(out, fmt::format("{} ({}{})", NameOf(system, variable),
                           variable.start.IsValid() ? "start " + ExpressionText(system, variable.start, 20)
                                                    : std::string("no start value"),
                           variable.fixed ? ", fixed" : ""));
  }
  return out;
}

}  // namespace

std::optional<Singularity> MeasureSingularity(const compile::PreparedModel& model, execute::DaeModel& dae,
                                              std::span<const double> nominal,
                                              const execute::EvaluationPoint& point,
                                              const execute::EvaluationPoint* reference) {
  const std::size_t n = model.system->variables.size();
  if (n == 0 || point.y.size() != n || model.system->equations.size() != n || !model.matching.IsPerfect())
    return std::nullopt;
  const Entries here = EntriesAt(dae, point);
  if (!here.AreFinite()) return std::nullopt;
  Measurement measurement(model, dae, nominal);
  measurement.TakeUnits(here);
  if (reference && reference->y.size() == n) {
    if (const Entries there = EntriesAt(dae, *reference); there.AreFinite()) measurement.TakeUnits(there);
  }
  return measurement.Measure(here);
}

void DescribeImpasse(const compile::PreparedModel& model, execute::DaeModel& dae,
                     std::span<const double> nominal, const execute::EvaluationPoint& last,
                     const execute::EvaluationPoint* reference, Diagnostic& message) {
  const auto found = MeasureSingularity(model, dae, nominal, last, reference);
  if (!found || !(found->value < kSingular)) return;
  const System& system = *model.system;
  std::string unknowns, directions, values;
  for (std::size_t i = 0; i < std::min(found->unknowns.size(), kMostNamed); ++i) {
    const VariableId v = found->unknowns[i];
    const bool is_derivative = dae.is_differential()[v.index()] != 0;
    const std::string name = NameOf(system, Quantity{v, is_derivative ? 1 : 0});
    AddTo(unknowns, name);
    AddTo(directions, fmt::format("{} by {:.3g}", name, found->directions[i]));
    AddTo(values, fmt::format("{} = {:.6g}", name, (is_derivative ? last.yp : last.y)[v.index()]));
  }
  if (found->unknowns.size() > kMostNamed) unknowns += ", ...";
  const auto& equations = found->equations;
  const bool is_one = equations.size() == 1;
  message.Note(
      fmt::format("the solution comes to a singular point there (an impasse): {} not determine {} any more",
                  is_one ? fmt::format("`{}` does", EquationText(system, system.equations[equations[0]]))
                         : std::string("together these equations do"),
                  unknowns));
  for (std::size_t i = 0; !is_one && i < std::min(equations.size(), kMostNamed); ++i)
    message.Note(fmt::format("of them: {}", EquationText(system, system.equations[equations[i]])));
  if (!is_one && equations.size() > kMostNamed)
    message.Note(fmt::format("and {} more", equations.size() - kMostNamed));
  if (found->unknowns.size() > 1) message.Note("to first order these may change together: " + directions);
  message.Note("there " + values);
  for (std::size_t i = 0; i < std::min(equations.size(), kMostNamed); ++i) {
    const Span span = SpanOf(system, system.equations[equations[i]]);
    if (!span.IsValid()) continue;
    if (!message.primary.span.IsValid()) {
      message.primary = {span, "this equation does not determine its unknowns there"};
    } else if (message.primary.span != span) {
      message.With(span, "singular there");
    }
  }
  if (const std::string starts = StartsOf(model, *found); !starts.empty())
    message.Note("check these start values first: " + starts);
  message.hint =
      "if the model is right so far, its solution ends there or meets another one; a neglected effect (an "
      "inertia, a capacitance, an elasticity) would let it continue";
}

}  // namespace daedalus::simulate
