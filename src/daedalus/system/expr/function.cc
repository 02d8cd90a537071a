#include "daedalus/system/expr/function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace daedalus::expr {
namespace {

// Central differences along dx, for Newton matrices of functions without a known derivative: their error is
// of the order 1e-10 of the values, which costs such an iteration nothing.
class DifferenceTangent : public Function {
 public:
  explicit DifferenceTangent(std::shared_ptr<const Function> f)
      : Function(f->name(), 2 * f->num_inputs(), f->num_outputs()), function_(std::move(f)) {}

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override {
    const std::size_t n = function_->num_inputs();
    const auto x = in.first(n), dx = in.last(n);
    double size = 1.0, slope = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (dx[i] == 0.0) continue;
      size = std::max(size, std::abs(x[i]));
      slope = std::max(slope, std::abs(dx[i]));
    }
    std::ranges::fill(out, 0.0);
    if (slope == 0.0) return true;
    const double h = 6e-6 * size / slope;  // the cube root of the rounding error balances both errors
    std::vector<double> moved(x.begin(), x.end()), other(out.size());
    for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] + h * dx[i];
    if (!function_->Evaluate(moved, out, why)) return false;
    for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] - h * dx[i];
    if (!function_->Evaluate(moved, other, why)) return false;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = (out[k] - other[k]) / (2.0 * h);
    return true;
  }

  const std::shared_ptr<const Function> function_;
};

// A placeholder for an exact derivative that is unknown. Its use is reported as an error.
class UnknownTangent : public Function {
 public:
  explicit UnknownTangent(const Function& f) : Function(f.name(), 2 * f.num_inputs(), f.num_outputs()) {}

 private:
  bool DoEvaluate(std::span<const double>, std::span<double>, std::string* why) const override {
    if (why != nullptr) *why = "its derivative is needed, and it has no `derivative` annotation";
    return false;
  }
};

}  // namespace

bool Function::Evaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  if (meter_) meter_->clock->Enter(meter_->place);
  const bool ok = DoEvaluate(in, out, why);
  if (meter_) meter_->clock->Leave();
  if (ok) return true;
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  return false;
}

void Function::MeasureCalls(std::shared_ptr<WorkClock> clock, WorkClock::Place place) const {
  meter_ = std::make_unique<const Meter>(Meter{std::move(clock), place});
}

std::shared_ptr<const Function> Function::Tangent() const {
  const std::lock_guard lock(making_);
  if (!std::exchange(has_asked_, true)) tangent_ = MakeTangent();
  return tangent_;
}

bool Function::HasAsDerivative(const Function& other) const {
  const std::lock_guard lock(making_);
  return tangent_.get() == &other || differences_.lock().get() == &other;
}

std::shared_ptr<const Function> Function::TangentOrSubstitute(bool is_exact) const {
  if (auto tangent = Tangent()) return tangent;
  const std::lock_guard lock(making_);
  if (is_exact) {
    if (!refusal_) refusal_ = std::make_shared<UnknownTangent>(*this);
    return refusal_;
  }
  std::shared_ptr<const Function> differences = differences_.lock();
  if (!differences) differences_ = differences = std::make_shared<DifferenceTangent>(shared_from_this());
  return differences;
}

ExprId Function::Derivative(Graph& g, std::span<const ExprId> x, std::span<const ExprId> dx,
                            std::size_t output, bool is_exact) const {
  std::vector<ExprId> operands(x.begin(), x.end());
  const ExprId zero = g.Constant(0.0);
  bool varies = false;
  for (std::size_t i = 0; i < dx.size(); ++i) {
    operands.push_back(UsesInput(i) ? dx[i] : zero);
    varies = varies || operands.back() != zero;
  }
  return varies ? g.Call(g.AddFunction(TangentOrSubstitute(is_exact)), output, operands) : zero;
}

ExprId CallDerivative(Graph& g, ExprId call, std::span<const ExprId> derivatives, bool is_exact) {
  // Both are kept: the graph moves while the derivative is built.
  const std::shared_ptr<const Function> f = g.functions()[g.function(call).index()];
  const std::vector<ExprId> operands(g.operands(call).begin(), g.operands(call).end());
  return f->Derivative(g, operands, derivatives, g.output(call), is_exact);
}

}  // namespace daedalus::expr
