#include "daedalus/model/parameter_slopes.h"

#include <algorithm>

#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/parameters.h"

namespace daedalus::model {

ParameterSlopes::ParameterSlopes(const System& system) {
  const auto order = ParameterOrder(system);
  if (!order) return;  // the model was read, so there is one
  expr::LeafCollector collector;
  std::vector<ExprId> bindings;
  std::vector<ParameterId> followers;  // of each binding, in the order of evaluation
  for (const ParameterId p : *order) {
    const Parameter& parameter = system.parameters[p];
    const ExprId binding = parameter.value.IsValid() ? parameter.value : parameter.start;
    if (!binding.IsValid() || collector.Collect(system.graph, binding).parameters.empty()) continue;
    bindings.push_back(binding);
    followers.push_back(p);
  }
  if (bindings.empty()) return;
  kernel_.emplace(codegen::CompileInfluences(system, bindings));
  const linear::SparsePattern& pattern = kernel_->dy_pattern();
  struct Entry {
    std::int32_t row = 0;
    Slope slope;
  };
  std::vector<Entry> entries;
  for (std::int32_t column = 0; column < pattern.cols; ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const std::int32_t row = pattern.row_indices[entry];
      entries.push_back({row, {followers[static_cast<std::size_t>(row)], ParameterId(c), entry, 0.0}});
    }
  }
  std::ranges::stable_sort(entries, {}, &Entry::row);
  for (const Entry& entry : entries) slopes_.push_back(entry.slope);
  values_.resize(pattern.row_indices.size());
}

void ParameterSlopes::MoveTo(std::span<const double> values, std::span<const char> is_set) {
  if (!kernel_) return;
  codegen::KernelInputs inputs;
  inputs[codegen::InputBlock::kParameter] = values.data();
  std::vector<double> by_held(kernel_->dyp_pattern().row_indices.size());
  kernel_->EvaluateParts(inputs, values_.data(), by_held.data());
  for (Slope& slope : slopes_) slope.value = is_set[slope.of.index()] ? 0.0 : values_[slope.entry];
}

void ParameterSlopes::Forward(std::span<double> changes) const {
  for (const Slope& slope : slopes_) {
    if (const double by = changes[slope.by.index()]; by != 0) changes[slope.of.index()] += slope.value * by;
  }
}

void ParameterSlopes::Backward(std::span<double> sensitivities) const {
  for (std::size_t i = slopes_.size(); i-- > 0;) {
    const double of = sensitivities[slopes_[i].of.index()];
    if (of != 0) sensitivities[slopes_[i].by.index()] += slopes_[i].value * of;
  }
}

}  // namespace daedalus::model
