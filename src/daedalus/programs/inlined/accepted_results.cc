#include "daedalus/programs/inlined/accepted_results.h"

#include <algorithm>
#include <utility>

#include "daedalus/programs/inlined/lagrange_weights.h"

namespace daedalus::inlined {

AcceptedResults::AcceptedResults(std::size_t num_variables, std::vector<std::uint32_t> continued)
    : continued_(std::move(continued)) {
  for (std::vector<double>& values : last_) values.resize(num_variables);
  for (Result& result : results_) result.values.resize(continued_.size());
}

void AcceptedResults::Put(std::span<const double> values) {
  std::ranges::copy(values, last_[latest_ % kLastPlaces].begin());
  std::vector<double>& kept = results_[latest_].values;
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = values[continued_[i]];
}

void AcceptedResults::Begin(std::span<const double> values) {
  size_ = 1;
  Put(values);
}

void AcceptedResults::StartAt(double t) {
  size_ = 1;
  results_[latest_].time = t;
}

void AcceptedResults::Append(double t, std::span<const double> values) {
  latest_ = (latest_ + 1) % kPlaces;
  size_ = std::min(size_ + 1, kMostUsed);
  results_[latest_].time = t;
  Put(values);
}

void AcceptedResults::Continue(double t, std::size_t most, std::span<const std::uint32_t> which,
                               std::span<double> values) const {
  if (which.empty()) return;
  const std::size_t count = std::min(most, size_);
  std::array<double, kMostUsed> times, weights;
  std::array<const double*, kMostUsed> results;
  for (std::size_t age = 0; age < count; ++age) {
    times[age] = At(age).time;
    results[age] = At(age).values.data();
  }
  LagrangeWeights(std::span(times).first(count), t, weights);
  for (const std::uint32_t i : which) {
    double value = 0;
    for (std::size_t age = 0; age < count; ++age) value += weights[age] * results[age][i];
    values[continued_[i]] = value;
  }
}

}  // namespace daedalus::inlined
