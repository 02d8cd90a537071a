// Models written in C++:
//
//   Model m("Pendulum");
//   auto g = m.Parameter("g", 9.81), l = m.Parameter("l", 1.0);
//   auto phi = m.Variable("phi", {.start = 0.5, .fixed = true});
//   auto w = m.Variable("w", {.start = 0.0, .fixed = true});
//   m.Equation(der(phi) == w);
//   m.Equation(der(w) == -g / l * sin(phi));
//   System s = std::move(m).Build().value();
//
// Build returns the same System as the Modelica front end, or all mistakes at once as diagnostics (a
// duplicate name, an expression of another model, ...). An equation remembers the line of C++ that made it:
// its instance is "pendulum.cc:12", because there is no Modelica text for a span.
#pragma once

#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

// The attributes of a declaration. Missing ones have the defaults of the language.
struct VariableAttributes {
  std::optional<Expr> start = std::nullopt;
  bool fixed = false;
  std::optional<Expr> min = std::nullopt;
  std::optional<Expr> max = std::nullopt;
  std::optional<Expr> nominal = std::nullopt;
  std::string unit = {};
  std::string description = {};
  ValueType type = ValueType::kReal;
  Causality causality = Causality::kLocal;
  StateSelect state_select = StateSelect::kDefault;
};

struct ParameterAttributes {
  std::string unit = {};
  std::string description = {};
  ValueType type = ValueType::kReal;
  bool is_constant = false;
};

// Where a statement of a model stands, as messages name it: "pendulum.cc:12". A line of C++ becomes one by
// itself; bindings to other languages give theirs as a text.
class Place {
 public:
  Place(const std::source_location& where);
  explicit Place(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Model {
 public:
  explicit Model(std::string name, std::string description = {});

  Expr Variable(std::string name, const VariableAttributes& attributes = {});
  // A variable that somebody outside sets (hybrid.h). It begins with its start value.
  Expr Input(std::string name, const VariableAttributes& attributes = {},
             const Place& where = std::source_location::current());
  // The value may use other parameters.
  Expr Parameter(std::string name, const Expr& value, const ParameterAttributes& attributes = {});
  Expr Time();

  void Equation(const EquationExpr& equation, const Place& where = std::source_location::current());
  void InitialEquation(const EquationExpr& equation, const Place& where = std::source_location::current());
  // An equation that the others imply (system.h); it determines no unknown.
  void Invariant(const EquationExpr& equation, double weight = ::daedalus::Invariant::kUsualWeight,
                 const Place& where = std::source_location::current());
  void Assert(const Expr& condition, std::string message,
              const Place& where = std::source_location::current());
  void Experiment(const ::daedalus::Experiment& experiment);

  // Ends the model: the expressions made with it must not be used any more.
  Result<System> Build() &&;

 private:
  DeclarationId Declare(const std::string& unit, const std::string& description, ValueType type);
  // The expression in our graph; a foreign one is reported once per use and replaced by 0.
  ExprId Import(const Expr& e, const std::string& use);
  ExprId Import(const std::optional<Expr>& e, const std::string& use);
  void CheckDerivativeOrders(ExprId e, const std::string& use);
  ::daedalus::Equation MakeEquation(const EquationExpr& equation, const Place& where);

  std::unique_ptr<System> system_;  // at a fixed address, since expressions point to its graph
  Diagnostics diagnostics_;
  expr::LeafCollector leaf_collector_;
};

}  // namespace daedalus
