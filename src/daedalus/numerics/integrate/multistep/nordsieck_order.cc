#include "daedalus/numerics/integrate/multistep/nordsieck_order.h"

#include <cmath>

namespace daedalus::integrate {
namespace {

constexpr double kLowerBias = 1.3;
constexpr double kHigherBias = 1.4;
constexpr double kLeastDivisor = 1e-6;  // the answer to an error of zero

}  // namespace

double StepRatio(double error, int order, double bias) {
  return 1 / (bias * std::pow(error, 1.0 / (order + 1)) + kLeastDivisor);
}

OrderChoice ChooseOrder(int order, const NeighbourErrors& errors) {
  OrderChoice best{order, StepRatio(errors.same, order, kSameOrderBias)};
  const OrderChoice lower{order - 1, StepRatio(errors.lower, order - 1, kLowerBias)};
  const OrderChoice higher{order + 1, StepRatio(errors.higher, order + 1, kHigherBias)};
  if (lower.ratio > best.ratio) best = lower;
  if (higher.ratio > best.ratio) best = higher;
  return best;
}

}  // namespace daedalus::integrate
