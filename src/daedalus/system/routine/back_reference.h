// A call back in a circle of functions: f calls g, which calls f. f owns g, as it owns everything that it
// calls, so g must not own f. g calls a reference instead, which finds f when it is evaluated. A function
// that calls itself directly does not need a reference (see Callee).
#pragma once

#include <memory>
#include <string>

#include "daedalus/system/expr/function.h"

namespace daedalus::routine {

class BackReference : public expr::Function {
 public:
  BackReference(std::string name, std::size_t num_inputs, std::size_t num_outputs)
      : BackReference(std::move(name), num_inputs, num_outputs, std::make_shared<Place>(), 0) {}

  // Before it is called for the first time.
  void Bind(std::weak_ptr<const expr::Function> function) const { place_->function = std::move(function); }
  // What it stands for: the function or, for a tangent, the tangent of the function. A caller of the
  // reference also owns the function.
  std::shared_ptr<const expr::Function> Target() const;

 private:
  struct Place {
    std::weak_ptr<const expr::Function> function;
  };
  BackReference(std::string name, std::size_t num_inputs, std::size_t num_outputs,
                std::shared_ptr<Place> place, int order)
      : Function(std::move(name), num_inputs, num_outputs), place_(std::move(place)), order_(order) {}

  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  // Another reference. The tangent of the function is being made now, from the tangents of what it calls.
  std::shared_ptr<const Function> MakeTangent() const override;

  const std::shared_ptr<Place> place_;
  const int order_;  // of the tangent
};

// The function itself, or what it stands for.
const expr::Function* Resolved(const expr::Function* function);

}  // namespace daedalus::routine
