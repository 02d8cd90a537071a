#include "daedalus/model/simulate/state_monitor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::simulate {
namespace {

// Entries that are always zero become invalid: the constraints of a large mechanism have few others, and the
// others are evaluated after every step.
std::vector<causal::ChoiceMatrix> WithoutZeros(const expr::Graph& graph,
                                               std::vector<causal::ChoiceMatrix> matrices) {
  for (causal::ChoiceMatrix& matrix : matrices) {
    for (ExprId& entry : matrix.entries) {
      if (graph.IsConstant(entry, 0)) entry = ExprId();
    }
  }
  return matrices;
}

std::vector<ExprId> EntriesOf(const std::vector<causal::ChoiceMatrix>& matrices) {
  std::vector<ExprId> out;
  for (const causal::ChoiceMatrix& matrix : matrices) {
    std::ranges::copy_if(matrix.entries, std::back_inserter(out), [](ExprId e) { return e.IsValid(); });
  }
  return out;
}

// All entries of a matrix, row-major. `next`: the values of those that are not zero, from it on. Small
// matrices, the usual case, are examined after every step, so they avoid the heap.
class DenseValues {
 public:
  DenseValues(const causal::ChoiceMatrix& matrix, const double*& next) : size_(matrix.entries.size()) {
    if (size_ > few_.size()) many_.resize(size_);
    double* out = data();
    for (const ExprId e : matrix.entries) *out++ = e.IsValid() ? *next++ : 0.0;
  }
  double* data() { return many_.empty() ? few_.data() : many_.data(); }
  std::span<const double> all() { return {data(), size_}; }

 private:
  std::size_t size_;
  std::array<double, 64> few_;
  std::vector<double> many_;
};

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
    : matrices_(WithoutZeros(given.graph, std::move(matrices))),
      kernel_(codegen::CompileProgram(given.graph, EntriesOf(matrices_))),
      interval_(IntervalFor(matrices_)) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  expr::LeafCollector collector;
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    std::vector<std::size_t> value_of(matrix.entries.size(), kNone);
    for (std::size_t i = 0; i < matrix.entries.size(); ++i) {
      if (!matrix.entries[i].IsValid()) continue;
      value_of[i] = scales_.size();
      scales_.push_back(nominal[matrix.variables[i % matrix.columns].index()]);
    }
    if (matrix.chosen.empty() || matrix.chosen.size() == matrix.columns) continue;
    varies_ = varies_ || std::ranges::any_of(matrix.entries, [&](ExprId e) {
                return e.IsValid() && collector.Collect(given.graph, e).Vary();
              });
    Chosen chosen;
    std::vector<linear::Entry> places;
    for (std::size_t c = 0; c < matrix.chosen.size(); ++c) {
      for (std::size_t r = 0; r < matrix.rows; ++r) {
        const std::size_t value = value_of[r * matrix.columns + matrix.chosen[c]];
        if (value == kNone) continue;
        places.push_back({static_cast<std::int32_t>(r), static_cast<std::int32_t>(c)});
        chosen.source.push_back(value);
      }
    }
    const auto n = static_cast<std::int32_t>(matrix.rows);
    chosen.solver = linear::CopyableSolver(linear::PatternFromEntries(n, n, places));
    chosen.entries.resize(places.size());
    chosen.pivots.resize(matrix.rows);
    watched_.push_back(std::move(chosen));
  }
  values_.resize(scales_.size());
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
  const double* next = values_.data();
  for (const causal::ChoiceMatrix& matrix : matrices_)
    gain = std::max(gain, causal::ExchangeGain(DenseValues(matrix, next).all(), matrix));
  return gain;
}

double StateMonitor::LeastSingularValue(const codegen::KernelInputs& inputs, std::vector<double>& units) {
  Evaluate(inputs);
  const bool is_first = units.empty();
  std::size_t row = 0;
  double out = std::numeric_limits<double>::infinity();
  const double* next = values_.data();
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    const auto rows = static_cast<Eigen::Index>(matrix.rows),
               columns = static_cast<Eigen::Index>(matrix.columns);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    DenseValues entries(matrix, next);
    Eigen::MatrixXd scaled = Eigen::Map<const RowMajor>(entries.data(), rows, columns);
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
