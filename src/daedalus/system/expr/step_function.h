// Functions that change by jumps only, such as functions of texts: their derivative is 0.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "daedalus/system/expr/function.h"

namespace daedalus::expr {

// The tangent of a function with that many inputs and outputs.
class ZeroFunction : public Function {
 public:
  ZeroFunction(const std::string& name, std::size_t num_inputs, std::size_t num_outputs)
      : Function("derivative of " + name, 2 * num_inputs, num_outputs) {}

 private:
  bool DoEvaluate(std::span<const double>, std::span<double> out, std::string*) const override {
    std::ranges::fill(out, 0.0);
    return true;
  }
  std::shared_ptr<const Function> MakeTangent() const override {
    return std::make_shared<ZeroFunction>(name(), num_inputs(), num_outputs());
  }
};

class StepFunction : public Function {
 public:
  using Function::Function;

  ExprId Derivative(Graph& g, std::span<const ExprId>, std::span<const ExprId>, std::size_t,
                    bool) const override {
    return g.Constant(0.0);
  }

 private:
  std::shared_ptr<const Function> MakeTangent() const override {
    return std::make_shared<ZeroFunction>(name(), num_inputs(), num_outputs());
  }
};

}  // namespace daedalus::expr
