// EI, ICP and UCP (Campbell, sections II and III): equations of any index, integrated as they stand.
//
// The derivative array gives x' at a point of the solution manifold (array_solver.h). That is an explicit
// differential equation in coordinates x2 = U2^T x of the manifold, integrated by a pair of Adams formulas
// with variable steps in the mode E(PC)E:
//
//   P   x2 by the Adams-Bashforth formula of order q, from past slopes                                    (1)
//   E   Gauss-Newton: the rest of x, x' and higher derivatives
//   C   x2 by the Adams-Moulton formula through the same slopes and that of E
//   E   once more: a point of the manifold, all constraints to rounding
//
// The slopes of the past are kept in the model's own variables, and a new U is applied to all of them:
// changing coordinates makes no error. The methods differ in U alone:
//
//   kUcp  orthogonal: the best coordinates there are, chosen anew at each step (or when they have tilted)
//   kIcp  some of the variables: worse where a constraint bends sharply
//   kEi   all variables: no constraint is looked at, x' is a least-squares solution, and x drifts away from
//         them
//
// The corrector has the order q + 1; the error is estimated as its difference from the formula with one slope
// less, of order q (local extrapolation; Shampine & Gordon 1975), and measured on the manifold, in all
// variables. Steps are chosen by H211b with a smooth limiter (integrate/step_controller.h). The order begins
// at 1 and rises to the highest with the steps; with a fixed step classical Runge-Kutta steps make the past.
// Guesses for E: slopes by extrapolation of their polynomial; higher derivatives that are determined along
// their last difference, the others from zero.
//
// Dense output is a cubic, moved to the manifold: constraints hold there as well.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/array/array_solver.h"

namespace daedalus::array {

enum class ArrayMethod { kEi, kIcp, kUcp };

constexpr int kUsualOrder = 4;  // Campbell's

struct ArrayOptions {
  ArrayMethod method = ArrayMethod::kUcp;
  integrate::IntegratorOptions integrator = {};
  bool reuses_coordinates = false;  // as long as they have not tilted; else new ones in each step
};

class ArrayIntegrator final : public integrate::IntegratorBase {
 public:
  // `problem` is the model that the array is of, in the residual form. `parameters` and `held` are read at
  // each evaluation.
  ArrayIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                  const ArrayOptions& options, std::shared_ptr<DerivativeArray> array, ArrayInputs inputs);

  void ObeyCancellation(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }
  DerivativeArray& array() { return *array_; }

 private:
  struct Past {
    double time = 0;
    Eigen::VectorXd slope;  // x'
  };

  std::optional<integrate::StepOutcome> FindMethodError(double t, std::span<const double> y,
                                                        std::span<const double> yp) override;
  void Start() override;
  integrate::StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  int Order() const;
  bool StartsByRungeKutta() const;
  // From the present point; the new one is in next_.
  integrate::Attempt TryStep(double h);
  integrate::Attempt RungeKuttaStep(double h);
  integrate::Attempt AdamsStep(double h, int order);
  // To the manifold, from `at`.
  integrate::Attempt Correct(double t, Eigen::VectorXd& at);
  bool ChooseCoordinates();
  double SizeOfError(double h) const;
  void Guess(double h, int order);
  Eigen::VectorXd WeightedSlopes(std::span<const double> weights, std::span<const double> nodes) const;
  integrate::StepOutcome TakeStep(double h, int order, double t_limit);
  auto X(Eigen::VectorXd& v) const { return v.head(size()); }
  auto Slope(Eigen::VectorXd& v) const { return v.segment(size(), size()); }

  ArrayOptions array_options_;
  int highest_order_;
  std::shared_ptr<DerivativeArray> array_;
  ArrayInputs inputs_;
  const std::atomic<bool>* cancelled_ = nullptr;
  std::vector<double> x_units_;
  std::unique_ptr<ArraySolver> solver_;
  integrate::StepController controller_;
  std::deque<Past> past_;  // the present point first
  Eigen::VectorXd now_, before_,
      next_;  // (x, z) at time(), at previous_time(), at the end of the step that is tried
  Eigen::VectorXd error_;
  bool has_coordinates_ = false;
  double tilt_ = 0;      // when the coordinates were chosen
  double h_next_ = 0;    // 0: at the start
  double h_before_ = 0;  // of the last step; 0: there is none
};

}  // namespace daedalus::array
