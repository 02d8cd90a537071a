// The results of the last accepted steps: all variables of the last one, and for the latest ones the
// variables with which loops start. The polynomial of these in time gives the start of the loops in the next
// step. They are kept in rings, so that steps can be tried and undone without a copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/programs/inlined/methods.h"

namespace daedalus::inlined {

class AcceptedResults {
 public:
  // For a multistep method of the highest order.
  static constexpr std::size_t kMostUsed = kHighestOrder + 1;

  AcceptedResults() = default;
  // `continued`: the variables whose polynomials are needed.
  AcceptedResults(std::size_t num_variables, std::vector<std::uint32_t> continued);

  // The only ones.
  void Begin(std::span<const double> values);
  // At the end of a step.
  void Append(double t, std::span<const double> values);
  // Forgets all but the last one, which was at t.
  void StartAt(double t);

  std::size_t size() const { return size_; }
  std::span<const double> last() const { return last_[latest_ % kLastPlaces]; }
  std::span<const std::uint32_t> continued() const { return continued_; }

  // The values of some variables at t, by the polynomial through the latest results: as many as there are,
  // and no more than `most`. `which`: places in continued().
  void Continue(double t, std::size_t most, std::span<const std::uint32_t> which,
                std::span<double> values) const;

  // To try one step or two, and forget them again.
  void Mark() { marked_ = {latest_, size_}; }
  void ReturnToMark() {
    latest_ = marked_.latest;
    size_ = marked_.size;
  }

 private:
  static constexpr std::size_t kTried = 2;
  static constexpr std::size_t kLastPlaces = kTried + 1;
  static constexpr std::size_t kPlaces =
      3 * kLastPlaces;  // a multiple, so that one counter goes round both rings
  static_assert(kPlaces >= kMostUsed + kTried);
  struct Result {
    double time = 0;
    std::vector<double> values;
  };
  const Result& At(std::size_t age) const { return results_[(latest_ + kPlaces - age) % kPlaces]; }
  void Put(std::span<const double> values);

  std::vector<std::uint32_t> continued_;
  std::array<std::vector<double>, kLastPlaces> last_;  // all variables
  std::array<Result, kPlaces> results_;                // the continued ones
  std::size_t latest_ = 0, size_ = 0;
  struct {
    std::size_t latest = 0, size = 0;
  } marked_;
};

}  // namespace daedalus::inlined
