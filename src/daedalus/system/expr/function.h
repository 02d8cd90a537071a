// The function behind a call in the graph: a function of numbers that cannot or should not be written out as
// expressions (a loop that ends by a condition of the run, a lookup in a table).
//
// The graph knows functions by this interface alone. A call is an operation like any other, with the
// arguments as operands and *one* of the results as its value (Graph::Call), so that every pass over the
// graph treats it like `atan2`. Code generation makes one call for all results (docs/decisions/021).
//
// A function has no memory and may be evaluated by any number of threads at once.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "daedalus/base/source.h"
#include "daedalus/base/work_clock.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

class Function : public std::enable_shared_from_this<Function> {
 public:
  Function(std::string name, std::size_t num_inputs, std::size_t num_outputs)
      : name_(std::move(name)), num_inputs_(num_inputs), num_outputs_(num_outputs) {}
  virtual ~Function() = default;
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  const std::string& name() const { return name_; }  // for messages
  std::size_t num_inputs() const { return num_inputs_; }
  std::size_t num_outputs() const { return num_outputs_; }

  // out = f(in). If there is no value (an assertion fails, an argument is outside of a table), all results
  // are NaN, `why` gets the reason unless it is nullptr, and the function returns false.
  bool Evaluate(std::span<const double> in, std::span<double> out, std::string* why = nullptr) const;

  // The derivative of result `output` at x, where dx are the derivatives of the arguments; zero derivatives
  // are the constant 0. By default a call of the Tangent. `is_exact`: differences are not allowed, as in
  // der(f(x)).
  virtual ExprId Derivative(Graph& g, std::span<const ExprId> x, std::span<const ExprId> dx,
                            std::size_t output, bool is_exact) const;

  // The function of (x, dx) whose results are df/dx * dx; nullptr if unknown. It is made on first use and
  // kept, so it must not own this function in turn.
  std::shared_ptr<const Function> Tangent() const;

  // True if results depend on this input. If not, a call does not contain what stands there: only its time
  // derivative may (LeafCollector, Traversal).
  virtual bool UsesInput(std::size_t) const { return true; }

  // True if the other function computes derivatives of this one: its Tangent, or differences.
  virtual bool HasAsDerivative(const Function& other) const;

  // Its declaration in the text; invalid: unknown.
  Span place() const { return place_; }
  // Before it is shared.
  void SetPlace(Span place) { place_ = place; }
  // The functions that this one calls.
  virtual std::span<const std::shared_ptr<const Function>> callees() const { return {}; }
  // From now on a clock measures the calls. Only one thread evaluates a function that is measured.
  void MeasureCalls(std::shared_ptr<WorkClock> clock, WorkClock::Place place) const;

 protected:
  virtual bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const = 0;
  virtual std::shared_ptr<const Function> MakeTangent() const { return nullptr; }

 private:
  std::shared_ptr<const Function> TangentOrSubstitute(bool is_exact) const;

  struct Meter {
    std::shared_ptr<WorkClock> clock;
    WorkClock::Place place;
  };

  std::string name_;
  Span place_;
  std::size_t num_inputs_;
  std::size_t num_outputs_;
  mutable std::mutex making_;
  mutable bool has_asked_ = false;
  mutable std::shared_ptr<const Function> tangent_;
  mutable std::weak_ptr<const Function> differences_;  // which keeps us
  mutable std::shared_ptr<const Function> refusal_;
  mutable std::unique_ptr<const Meter> meter_;  // null: nobody measures the calls
};

// d(call)/dt or along any other direction, from the derivatives of its operands (0 is the constant 0).
ExprId CallDerivative(Graph& g, ExprId call, std::span<const ExprId> derivatives, bool is_exact);

}  // namespace daedalus::expr
