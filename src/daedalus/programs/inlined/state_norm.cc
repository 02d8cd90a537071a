#include "daedalus/programs/inlined/state_norm.h"

#include <algorithm>
#include <cmath>

namespace daedalus::inlined {

StateNorm::StateNorm(const integrate::ErrorNorm& norm, const StatePlaces& places)
    : norm_(norm),
      places_(places),
      are_states_(norm.tests_all_alike() && places.has_same_order()),
      of_unknowns_(places.unknowns().size()),
      weights_(places.num_states()) {}

double StateNorm::SizeOf(std::span<const double> error, double h) {
  places_.WriteStates(error, of_unknowns_);
  return norm_.Tested(of_unknowns_, h);
}

std::int32_t StateNorm::Worst(double h) const {
  return norm_.Worst(of_unknowns_, h);
}

std::int32_t StateNorm::WorstOf(std::span<const double> error, double h) {
  std::ranges::fill(of_unknowns_, 0.0);
  places_.WriteStates(error, of_unknowns_);
  return Worst(h);
}

// The norm of the error test has all unknowns in its mean, of which the algebraic ones count nothing here.
std::span<const double> StateNorm::Weights(double h) {
  if (are_states_) return norm_.weights();
  norm_.FillTestedWeights(h, of_unknowns_);
  const double share =
      std::sqrt(static_cast<double>(places_.num_states()) / static_cast<double>(places_.unknowns().size()));
  const std::span<const std::size_t> unknown_of = places_.unknown_of();
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = share * of_unknowns_[unknown_of[i]];
  return weights_;
}

}  // namespace daedalus::inlined
