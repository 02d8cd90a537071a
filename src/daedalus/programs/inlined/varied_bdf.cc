#include "daedalus/programs/inlined/varied_bdf.h"

#include "daedalus/numerics/integrate/multistep/block_sums.h"

namespace daedalus::inlined {

VariedBdf::VariedBdf(std::size_t num_states, int max_order, double max_step)
    : past_(static_cast<std::int32_t>(num_states)),
      control_(max_order, max_step),
      predicted_(num_states),
      predicted_slopes_(num_states),
      old_(num_states),
      correction_(num_states) {}

void VariedBdf::Start(std::span<const double> slopes, double h, double longest_leap) {
  control_.Start(h, longest_leap);
  past_.Start(slopes, h);
  has_started_ = true;
}

void VariedBdf::Prepare(std::span<const double> x, std::span<const double> slopes, double h) {
  if (control_.TakeLeap()) past_.StartOnParabola(slopes, correction_, step_.h, control_.step());
  integrate::ComputeBdfCoefficients(past_.spans(), control_.order(), h, step_);
  past_.Predict(step_, x, predicted_, predicted_slopes_);
  const double bar = h_bar();
  for (std::size_t i = 0; i < old_.size(); ++i) old_[i] = predicted_[i] - bar * predicted_slopes_[i];
}

double VariedBdf::ErrorOf(std::span<const double> x, std::span<const double> weights) {
  if (x.empty()) return 0;
  for (std::size_t i = 0; i < x.size(); ++i) correction_[i] = x[i] - predicted_[i];
  integrate::SumOfSquares sum;
  sum.Add(correction_.data(), weights.data(), correction_.size());
  return step_.error * sum.RootMean(correction_.size());
}

void VariedBdf::FillSlopes(std::span<double> slopes) const {
  for (std::size_t i = 0; i < slopes.size(); ++i)
    slopes[i] = predicted_slopes_[i] + step_.leading * correction_[i];
}

void VariedBdf::Accept(std::span<const double> weights) {
  const integrate::DifferenceNorms norms = past_.Append(step_, correction_, weights);
  if (step_.h < control_.step()) {
    control_.AfterTruncation();
  } else {
    control_.AfterSuccess(step_, correction_.empty() ? integrate::DifferenceNorms{} : norms);
  }
}

void VariedBdf::Refuse(std::span<const double> weights, double error) {
  control_.AfterErrorFailure(step_, past_.Norms(step_, correction_, weights), error);
}

}  // namespace daedalus::inlined
