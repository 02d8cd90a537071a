#include "daedalus/model/simulate/combination_watch.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace daedalus::simulate {
namespace {

// The bound on the share of a multiplier, relative to the largest one or to its own former value. The chosen
// multiplier was the largest, so there is room between the two.
constexpr double kWornShare = 0.3;

codegen::Kernel CompileMultipliers(const System& system, const causal::ConversionReport& report) {
  std::vector<ExprId> all;
  for (const causal::Conversion& conversion : report.conversions)
    all.insert(all.end(), conversion.rivals.begin(), conversion.rivals.end());
  return codegen::Kernel(codegen::CompileProgram(system.graph, all));
}

}  // namespace

CombinationWatch::CombinationWatch(const System& system, const causal::ConversionReport& report)
    : kernel_(CompileMultipliers(system, report)) {
  std::size_t first = 0;
  for (const causal::Conversion& conversion : report.conversions) {
    if (!conversion.rivals.empty()) combinations_.push_back({first, conversion.rivals.size(), 0, kWornShare});
    first += conversion.rivals.size();
  }
  values_.resize(first);
}

void CombinationWatch::Evaluate(const codegen::KernelInputs& inputs) {
  kernel_.Evaluate(inputs, values_.data());
  for (double& value : values_) value = std::abs(value);
}

bool CombinationWatch::IsDue(const codegen::KernelInputs& inputs) {
  if (!is_needed()) return false;
  Evaluate(inputs);
  for (Combination& combination : combinations_) {
    if (combination.own == 0) combination.own = values_[combination.first];
  }
  return std::ranges::any_of(combinations_, [this](const Combination& combination) {
    const std::span<const double> multipliers =
        std::span(values_).subspan(combination.first, combination.count);
    return !(multipliers[0] >= combination.share * std::ranges::max(multipliers)) ||
           !(multipliers[0] >= kWornShare * combination.own);
  });
}

void CombinationWatch::Confirm() {
  for (Combination& combination : combinations_) {
    const std::span<const double> multipliers =
        std::span(values_).subspan(combination.first, combination.count);
    combination.own = multipliers[0];
    combination.share = std::min(combination.share, multipliers[0] / (2 * std::ranges::max(multipliers)));
  }
}

void CombinationWatch::Begin(const codegen::KernelInputs& inputs) {
  if (!is_needed()) return;
  Evaluate(inputs);
  for (Combination& combination : combinations_) {
    combination.own = values_[combination.first];
    combination.share = kWornShare;
  }
}

}  // namespace daedalus::simulate
