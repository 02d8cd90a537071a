// Functions for calls in tests of the graph and of code generation.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "daedalus/system/expr/function.h"

namespace daedalus::expr {

// A function by what it computes; `compute` is false where there is no value. Counts its evaluations.
class TestFunction : public Function {
 public:
  using Compute = std::function<bool(std::span<const double> in, std::span<double> out)>;
  TestFunction(std::string name, std::size_t num_inputs, std::size_t num_outputs, Compute compute,
               std::shared_ptr<const Function> tangent = nullptr)
      : Function(std::move(name), num_inputs, num_outputs),
        compute_(std::move(compute)),
        tangent_(std::move(tangent)) {}

  mutable std::atomic<int> num_evaluations = 0;

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override {
    ++num_evaluations;
    const bool ok = compute_(in, out);
    if (!ok && why != nullptr) *why = "no value here";
    return ok;
  }
  std::shared_ptr<const Function> MakeTangent() const override { return tangent_; }

  Compute compute_;
  std::shared_ptr<const Function> tangent_;
};

// (x y, sin x), with or without its derivative.
inline std::shared_ptr<TestFunction> ProductAndSine(bool has_tangent) {
  std::shared_ptr<const Function> tangent;
  if (has_tangent) {
    tangent = std::make_shared<TestFunction>("f_dot", 4, 2, [](auto in, auto out) {
      out[0] = in[2] * in[1] + in[0] * in[3];
      out[1] = std::cos(in[0]) * in[2];
      return true;
    });
  }
  const auto compute = [](auto in, auto out) {
    out[0] = in[0] * in[1];
    out[1] = std::sin(in[0]);
    return true;
  };
  return std::make_shared<TestFunction>("f", 2, 2, compute, tangent);
}

}  // namespace daedalus::expr
