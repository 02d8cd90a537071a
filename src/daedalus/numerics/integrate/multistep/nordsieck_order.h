// Which order and step a method in Nordsieck form goes on with, from the errors that the last step had at its
// own order k, and would have had at the orders k - 1 and k + 1 ([Gea71] sec. 9.3, program DIFSUB).
//
// The step at order p could be 1 / (b e_p^(1/(p+1))) times the last one. The safety factors for the orders
// k - 1, k, k + 1 are b = 1.3, 1.2, 1.4. They prefer the present order to a change, and a lower order to a
// higher one. The order with the largest ratio is taken. After a change the step is kept for k + 1 steps,
// until the array no longer contains older steps. A gain of less than a tenth is not worth a change. (DIFSUB
// then keeps the order too. We change the order at the present step size, if the new order allows at least
// that. Otherwise Adams methods stay for ever at an order whose step is just right, with twice the steps of
// the next order.)
#pragma once

namespace daedalus::integrate {

// Errors of the neighbouring orders in units of the tolerance; infinite if unknown or not allowed.
struct NeighbourErrors {
  double lower;
  double same;
  double higher;
};

struct OrderChoice {
  int order;
  double ratio;  // of the next step to the last, not yet limited
};

OrderChoice ChooseOrder(int order, const NeighbourErrors& errors);

// The ratio of (1) alone: an error e at order p.
inline constexpr double kSameOrderBias = 1.2;
double StepRatio(double error, int order, double bias);

// A ratio that is worth a change of step.
inline constexpr double kWorthwhileRatio = 1.1;
// Steps after which a gain that was too small is examined again.
inline constexpr int kStepsUntilNextLook = 3;

}  // namespace daedalus::integrate
