// The results of a user's callback, and the data about a failure.
//
// A callback computes numbers at a point that a solver chose. It may find the point outside the domain of the
// model (`kRecoverable`: the solver should try a nearer one), or meet a failure that no other point would
// cure (`kFatal`). A number that is not finite counts as recoverable, an exception as fatal. The type is in
// `linear`, the lowest of the numerical rooms, because `nonlinear` and `integrate` share it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace daedalus::linear {

enum class EvalOutcome { kOk, kRecoverable, kFatal };

// Why an evaluation was not kOk. `row` is the first residual (or Jacobian row) that was not finite.
struct EvalFailure {
  EvalOutcome outcome = EvalOutcome::kOk;
  std::optional<std::int32_t> row;
  std::string message;
};

// The index of the first infinity or NaN.
std::optional<std::int32_t> FirstNotFinite(std::span<const double> values);

// True if all are finite. A sum is finite only if all its terms are: that decides the usual case without
// branches, for many values in four lanes. (A sum that is not finite proves nothing: it may have overflowed.)
inline bool AreFinite(std::span<const double> values) {
  constexpr std::size_t kLanes = 4;
  constexpr std::size_t kMany = 32;  // fewer have just been stored one by one, and are best read so
  const std::size_t n = values.size();
  double sum = 0;
  std::size_t k = 0;
  if (n >= kMany) {
    double sums[kLanes] = {};
    for (; k + kLanes <= n; k += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += values[k + lane];
    }
    sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  for (; k < n; ++k) sum += values[k];
  return std::abs(sum) <= std::numeric_limits<double>::max() || !FirstNotFinite(values);
}

// Calls `callback()`, which returns an EvalOutcome, and turns an exception into kFatal.
// `failure` is written only when the outcome is not kOk, and then without a row.
template <class Callback>
EvalOutcome CallGuarded(Callback&& callback, EvalFailure& failure) {
  try {
    const EvalOutcome outcome = std::forward<Callback>(callback)();
    if (outcome != EvalOutcome::kOk) failure = {outcome, std::nullopt, "the callback reported a failure"};
    return outcome;
  } catch (const std::exception& error) {
    failure = {EvalOutcome::kFatal, std::nullopt, std::string("the callback threw: ") + error.what()};
  } catch (...) {
    failure = {EvalOutcome::kFatal, std::nullopt, "the callback threw something that is no std::exception"};
  }
  return EvalOutcome::kFatal;
}

}  // namespace daedalus::linear
