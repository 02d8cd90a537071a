#include "daedalus/numerics/integrate/error_norm.h"

#include <algorithm>
#include <cmath>

namespace daedalus::integrate {
namespace {

std::vector<char> TestedUnknowns(const DaeProblem& problem, const Tolerances& tolerances,
                                 bool suppress_algebraic) {
  const bool some_algebraic = suppress_algebraic && !problem.is_differential.empty();
  if (!some_algebraic && tolerances.untested.empty()) return {};
  std::vector<char> tested(problem.size, 1);
  for (std::int32_t i = 0; i < problem.size; ++i) {
    if (some_algebraic && !problem.is_differential[i]) tested[i] = 0;
    if (!tolerances.untested.empty() && tolerances.untested[i]) tested[i] = 0;
  }
  return tested;
}

}  // namespace

ErrorNorm::ErrorNorm(const DaeProblem& problem, const Tolerances& tolerances, bool suppress_algebraic)
    : share_(tolerances.share),
      relative_(tolerances.relative),
      absolute_(tolerances.absolute),
      tested_(TestedUnknowns(problem, tolerances, suppress_algebraic)),
      index_(problem.index),
      weights_(problem.size) {
  if (absolute_.size() == 1) absolute_.assign(problem.size, tolerances.absolute.front());
  num_tested_ = tested_.empty() ? absolute_.size() : std::ranges::count(tested_, 1);
}

void ErrorNorm::SetWeights(std::span<const double> y) {
  for (std::size_t i = 0; i < weights_.size(); ++i)
    weights_[i] = 1 / (relative_ * std::abs(y[i]) + absolute_[i]);
  if (!share_ || *share_ == 1) return;
  for (double& weight : weights_) weight /= *share_;
}

double ErrorNorm::operator()(std::span<const double> v) const {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += (v[i] * weights_[i]) * (v[i] * weights_[i]);
  return std::sqrt(sum / static_cast<double>(v.size()));
}

ErrorNorm::IndexFactors ErrorNorm::FactorsOfIndex(double h) const {
  const double ratio = std::min(h / time_scale_, 1.0);
  return {1, 1, ratio, ratio * ratio};
}

double ErrorNorm::ByIndex(std::span<const double> v, double h) const {
  if (index_.empty()) return (*this)(v);
  const IndexFactors factors = FactorsOfIndex(h);
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double scaled = v[i] * weights_[i] * factors[index_[i]];
    sum += scaled * scaled;
  }
  return std::sqrt(sum / static_cast<double>(v.size()));
}

double ErrorNorm::Weight(std::size_t i, const IndexFactors& factors) const {
  if (!tested_.empty() && !tested_[i]) return 0;
  return index_.empty() ? weights_[i] : weights_[i] * factors[index_[i]];
}

void ErrorNorm::FillTestedWeights(double h, std::span<double> weights) const {
  const double share = num_tested_ == 0 ? 0 : std::sqrt(double(weights.size()) / double(num_tested_));
  const IndexFactors factors = FactorsOfIndex(h);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = share * Weight(i, factors);
}

void ErrorNorm::FillIndexWeights(double h, std::span<double> weights) const {
  const IndexFactors factors = FactorsOfIndex(h);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = index_.empty() ? weights_[i] : weights_[i] * factors[index_[i]];
  }
}

double ErrorNorm::Tested(std::span<const double> v, double h) const {
  if (tested_.empty() && index_.empty()) return (*this)(v);
  if (num_tested_ == 0) return 0;
  const IndexFactors factors = FactorsOfIndex(h);
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double value = v[i] * Weight(i, factors);
    sum += value * value;
  }
  return std::sqrt(sum / static_cast<double>(num_tested_));
}

std::int32_t ErrorNorm::Worst(std::span<const double> v, double h) const {
  const IndexFactors factors = FactorsOfIndex(h);
  const auto contribution = [&](std::size_t i) { return std::abs(v[i] * Weight(i, factors)); };
  std::size_t worst = 0;
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (contribution(i) > contribution(worst)) worst = i;
  }
  return static_cast<std::int32_t>(worst);
}

}  // namespace daedalus::integrate
