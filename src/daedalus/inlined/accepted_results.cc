#include "daedalus/inlined/accepted_results.h"

#include <algorithm>

#include "daedalus/inlined/lagrange_weights.h"

namespace daedalus::inlined {

AcceptedResults::AcceptedResults(std::size_t num_variables) {
  for (Result& result : results_) result.values.resize(num_variables);
}

void AcceptedResults::Begin(std::span<const double> values) {
  size_ = 1;
  std::ranges::copy(values, results_[latest_].values.begin());
}

void AcceptedResults::StartAt(double t) {
  size_ = 1;
  results_[latest_].time = t;
}

void AcceptedResults::Append(double t, std::span<const double> values) {
  latest_ = (latest_ + 1) % kPlaces;
  size_ = std::min(size_ + 1, kMostUsed);
  results_[latest_].time = t;
  std::ranges::copy(values, results_[latest_].values.begin());
}

void AcceptedResults::Continue(double t, std::size_t most, std::span<const std::uint32_t> variables, std::span<double> values) const {
  const std::size_t count = std::min(most, size_);
  std::array<double, kMostUsed> times, weights;
  std::array<const double*, kMostUsed> results;
  for (std::size_t age = 0; age < count; ++age) {
    times[age] = At(age).time;
    results[age] = At(age).values.data();
  }
  LagrangeWeights(std::span(times).first(count), t, weights);
  for (const std::uint32_t v : variables) {
    double value = 0;
    for (std::size_t age = 0; age < count; ++age) value += weights[age] * results[age][v];
    values[v] = value;
  }
}

}  // namespace daedalus::inlined
