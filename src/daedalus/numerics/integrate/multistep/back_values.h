// The last values of some unknowns, and the polynomial through them: dense output for unknowns that a method
// does not predict.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace daedalus::integrate {

class BackValues {
 public:
  // Keeps at most `capacity` values of the unknowns with these numbers.
  BackValues(std::vector<std::size_t> unknowns, int capacity);

  void Clear() { count_ = 0; }
  // Times must rise. The oldest values are dropped when there are too many.
  void Push(double t, std::span<const double> y);
  // Writes value and slope of these unknowns at t, from the polynomial of this degree (or less, as far as
  // there are values) through the youngest of them.
  void Interpolate(double t, int degree, std::span<double> y, std::span<double> yp) const;

 private:
  std::vector<std::size_t> unknowns_;
  std::vector<double> times_;                // youngest first
  std::vector<std::vector<double>> values_;  // by time, then by position in unknowns_
  int count_ = 0;
};

}  // namespace daedalus::integrate
