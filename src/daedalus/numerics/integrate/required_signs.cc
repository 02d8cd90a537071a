#include "daedalus/numerics/integrate/required_signs.h"

namespace daedalus::integrate {
namespace {

bool Obeys(double value, Sign sign) {
  switch (sign) {
    case Sign::kAny:
      return true;
    case Sign::kNonNegative:
      return value >= 0;
    case Sign::kPositive:
      return value > 0;
    case Sign::kNonPositive:
      return value <= 0;
    case Sign::kNegative:
      break;
  }
  return value < 0;
}

}  // namespace

std::optional<std::int32_t> RequiredSigns::FindWrong(std::span<const double> y) {
  for (std::size_t i = 0; i < signs_.size(); ++i) {
    if (Obeys(y[i], signs_[i])) continue;
    violator_ = i;
    return static_cast<std::int32_t>(i);
  }
  return std::nullopt;
}

}  // namespace daedalus::integrate
