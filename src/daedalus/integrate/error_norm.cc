#include "daedalus/integrate/error_norm.h"

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
    : relative_(tolerances.relative),
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
}

double ErrorNorm::operator()(std::span<const double> v) const {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += (v[i] * weights_[i]) * (v[i] * weights_[i]);
  return std::sqrt(sum / static_cast<double>(v.size()));
}

double ErrorNorm::IndexFactor(std::size_t i, double h) const {
  double factor = 1;
  if (!index_.empty()) {
    for (int m = 1; m < index_[i]; ++m) factor *= std::min(h / time_scale_, 1.0);
  }
  return factor;
}

double ErrorNorm::ByIndex(std::span<const double> v, double h) const {
  if (index_.empty()) return (*this)(v);
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double scaled = v[i] * weights_[i] * IndexFactor(i, h);
    sum += scaled * scaled;
  }
  return std::sqrt(sum / static_cast<double>(v.size()));
}

double ErrorNorm::Weight(std::size_t i, double h) const {
  if (!tested_.empty() && !tested_[i]) return 0;
  return weights_[i] * IndexFactor(i, h);
}

double ErrorNorm::Contribution(std::span<const double> v, std::size_t i, double h) const {
  const double value = v[i] * Weight(i, h);
  return value * value;
}

void ErrorNorm::FillTestedWeights(double h, std::span<double> weights) const {
  const double share = num_tested_ == 0 ? 0 : std::sqrt(double(weights.size()) / double(num_tested_));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = share * Weight(i, h);
}

double ErrorNorm::Tested(std::span<const double> v, double h) const {
  if (tested_.empty() && index_.empty()) return (*this)(v);
  if (num_tested_ == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += Contribution(v, i, h);
  return std::sqrt(sum / static_cast<double>(num_tested_));
}

std::int32_t ErrorNorm::Worst(std::span<const double> v, double h) const {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (Contribution(v, i, h) > Contribution(v, worst, h)) worst = i;
  }
  return static_cast<std::int32_t>(worst);
}

}  // namespace daedalus::integrate
