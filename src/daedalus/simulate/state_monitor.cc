#include "daedalus/simulate/state_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::simulate {
namespace {

std::vector<ExprId> EntriesOf(const std::vector<causal::ChoiceMatrix>& matrices) {
  std::vector<ExprId> out;
  for (const causal::ChoiceMatrix& matrix : matrices)
    out.insert(out.end(), matrix.entries.begin(), matrix.entries.end());
  return out;
}

// The elimination of r rows and c columns takes about r^2 c operations, a step some hundred for each row.
std::int64_t IntervalFor(const std::vector<causal::ChoiceMatrix>& matrices) {
  double check = 0, step = 1;
  for (const causal::ChoiceMatrix& matrix : matrices) {
    const auto rows = static_cast<double>(matrix.rows), columns = static_cast<double>(matrix.columns);
    check += rows * rows * columns;
    step += 100 * rows;
  }
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(check / step));
}

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
}

double StateMonitor::Gain(const codegen::KernelInputs& inputs) {
  kernel_.Evaluate(inputs, values_.data());
  double gain = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    values_[i] *= scales_[i];
    if (!std::isfinite(values_[i])) return std::numeric_limits<double>::infinity();
  }
  for (const causal::ChoiceMatrix& matrix : matrices_) {
    gain = std::max(gain, causal::ExchangeGain({values_.data() + begin, matrix.entries.size()}, matrix));
    begin += matrix.entries.size();
  }
  return gain;
}

}  // namespace daedalus::simulate
