// What the last accepted steps came to, in all variables: the polynomial in time through the latest of them says where the loops of the next step begin.
// Kept in a ring, so that steps can be tried and forgotten again without a copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/inlined/methods.h"

namespace daedalus::inlined {

class AcceptedResults {
 public:
  // For a multistep method of the highest order.
  static constexpr std::size_t kMostUsed = kHighestOrder + 1;

  AcceptedResults() = default;
  explicit AcceptedResults(std::size_t num_variables);

  // The only ones.
  void Begin(std::span<const double> values);
  // At the end of a step.
  void Append(double t, std::span<const double> values);
  // All but the last are forgotten, and that was at t.
  void StartAt(double t);

  std::size_t size() const { return size_; }
  std::span<const double> last() const { return results_[latest_].values; }

  // The values of some variables at t, by the polynomial through the latest results: as many as there are, and no more than `most`.
  void Continue(double t, std::size_t most, std::span<const std::uint32_t> variables, std::span<double> values) const;

  // To try one step or two, and forget them again.
  void Mark() { marked_ = {latest_, size_}; }
  void ReturnToMark() {
    latest_ = marked_.latest;
    size_ = marked_.size;
  }

 private:
  static constexpr std::size_t kTried = 2;
  static constexpr std::size_t kPlaces = kMostUsed + kTried;
  struct Result {
    double time = 0;
    std::vector<double> values;
  };
  const Result& At(std::size_t age) const { return results_[(latest_ + kPlaces - age) % kPlaces]; }

  std::array<Result, kPlaces> results_;
  std::size_t latest_ = 0, size_ = 0;
  struct {
    std::size_t latest = 0, size = 0;
  } marked_;
};

}  // namespace daedalus::inlined
