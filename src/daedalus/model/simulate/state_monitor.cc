#include "daedalus/model/simulate/state_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::simulate {
namespace {

std::vector<ExprId> EntriesOf(const std::vector<causal::ChoiceMatrix>& matrices) {
  std::vector<ExprId> out;
  for (const causal::ChoiceMatrix& matrix : matrices)
    out.insert(out.end(), matrix.entries.begin(), matrix.entries.end());
  return out;
}

// The elimination of r rows and c columns takes about r^2 c operations; a step takes some hundred for each
// row.
std::int64_t IntervalFor(const std::vector<causal::ChoiceMatrix>& matrices) {
  double check = 0, step = 1;
  for (const causal::ChoiceMatrix& matrix : matrices) {
    const auto rows = static_cast<double>(matrix.rows), columns = static_cast<double>(matrix.columns);
    check += rows * rows * columns;
    step += 100 * rows;
  }
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(check / step));
}

// If a pivot has shrunk to this part since the last check, the next check is due.
constexpr double kDecline = 0.8;

}  // namespace

StateMonitor::StateMonitor(const System& given, std::vector<causal::ChoiceMatrix> matrices,
                           const std::vector<double>& nominal)
    : matrices_(std::move(matrices)),
      kernel_(codegen::CompileProgram(given.graph, EntriesOf(matrices_))),
      interval_(IntervalFor(matrices_)) {
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    for (std::size_t i = 0; i < matrix.entries.size(); ++i)
      scales_.push_back(nominal[matrix.variables[i % matrix.columns].index()]);
  }
  values_.resize(scales_.size());
  std::size_t begin = 0;
  expr::LeafCollector collector;
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    if (!matrix.chosen.empty() && matrix.chosen.size() < matrix.columns) {
      varies_ = varies_ || std::ranges::any_of(matrix.entries, [&](ExprId e) {
                  return collector.Collect(given.graph, e).Vary();
                });
      Chosen chosen;
      std::vector<linear::Entry> places;
      for (std::size_t c = 0; c < matrix.chosen.size(); ++c) {
        for (std::size_t r = 0; r < matrix.rows; ++r) {
          const std::size_t entry = r * matrix.columns + matrix.chosen[c];
          if (given.graph.IsConstant(matrix.entries[entry], 0)) continue;
          places.push_back({static_cast<std::int32_t>(r), static_cast<std::int32_t>(c)});
          chosen.source.push_back(begin + entry);
        }
      }
      const auto n = static_cast<std::int32_t>(matrix.rows);
      chosen.solver = linear::CopyableSolver(linear::PatternFromEntries(n, n, places));
      chosen.entries.resize(places.size());
      chosen.pivots.resize(matrix.rows);
      watched_.push_back(std::move(chosen));
    }
    begin += matrix.entries.size();
  }
}

void StateMonitor::Evaluate(const codegen::KernelInputs& inputs) {
  kernel_.Evaluate(inputs, values_.data());
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] *= scales_[i];
}

int StateMonitor::Factor(Chosen& chosen, std::span<const double> values) {
  for (std::size_t k = 0; k < chosen.source.size(); ++k) chosen.entries[k] = values[chosen.source[k]];
  if (chosen.solver->Factor(chosen.entries) != linear::FactorStatus::kOk) return 0;
  return chosen.solver->Pivots(chosen.pivots);
}

bool StateMonitor::IsDue(const codegen::KernelInputs& inputs) {
  if (++steps_ >= interval_) return true;
  Evaluate(inputs);
  for (Chosen& chosen : watched_) {
    const int sign = Factor(chosen, values_);
    if (sign == 0 || sign != chosen.last_sign) return true;
    for (std::size_t i = 0; i < chosen.pivots.size(); ++i) {
      if (chosen.pivots[i] < kDecline * chosen.last_pivots[i]) return true;
    }
  }
  return false;
}

double StateMonitor::Gain(const codegen::KernelInputs& inputs) {
  steps_ = 0;
  Evaluate(inputs);
  if (!linear::AreFinite(values_)) return std::numeric_limits<double>::infinity();
  for (Chosen& chosen : watched_) {
    if (interval_ == 1) break;  // every step is checked: the pivots in between are not needed
    chosen.last_sign = Factor(chosen, values_);
    std::swap(chosen.last_pivots, chosen.pivots);
    chosen.pivots.resize(chosen.last_pivots.size());
  }
  return LargestGain();
}

double StateMonitor::Measure(const codegen::KernelInputs& inputs) {
  Evaluate(inputs);
  return linear::AreFinite(values_) ? LargestGain() : std::numeric_limits<double>::infinity();
}

double StateMonitor::LargestGain() const {
  double gain = 0;
  std::size_t begin = 0;
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    gain = std::max(gain, causal::ExchangeGain({values_.data() + begin, matrix.entries.size()}, matrix));
    begin += matrix.entries.size();
  }
  return gain;
}

double StateMonitor::LeastSingularValue(const codegen::KernelInputs& inputs, std::vector<double>& units) {
  Evaluate(inputs);
  const bool is_first = units.empty();
  std::size_t row = 0;
  double out = std::numeric_limits<double>::infinity();
  const double* entries = values_.data();
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    const auto rows = static_cast<Eigen::Index>(matrix.rows),
               columns = static_cast<Eigen::Index>(matrix.columns);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::MatrixXd scaled = Eigen::Map<const RowMajor>(entries, rows, columns);
    entries += matrix.entries.size();
    if (rows == 0 || columns <= rows) continue;
    if (!scaled.allFinite()) return 0;
    for (Eigen::Index r = 0; r < rows; ++r, ++row) {
      if (is_first) units.push_back(std::max(scaled.row(r).norm(), std::numeric_limits<double>::min()));
      scaled.row(r) /= units[row];
    }
    out = std::min(out, Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues()[rows - 1]);
  }
  return out;
}

}  // namespace daedalus::simulate
