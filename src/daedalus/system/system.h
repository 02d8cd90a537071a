// The System: a flat differential-algebraic equation system with its provenance. It stands in the middle of
// everything: the Modelica front end and the builder make it, structure, code generation and simulation read
// it.
//
//   0 = F(t, x, der(x), p)      the equations        (as many as variables, in a right model)
//   0 = G(t, x, der(x), p)      further initial equations, true at the start only
//   p = P(p)                    parameters by expressions over parameters (no cycle)
//
// What holds: names are unique over variables and parameters; everything is scalar; every expression lives in
// `graph`; equation expressions refer only to variables and parameters of this System; derivatives are of
// order 0 or 1; every equation knows its origin. What is already gone: classes, arrays, loops, connections,
// types other than the three scalar ones. What must not be done here: anything numerical.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/base/source.h"
#include "daedalus/expr/graph.h"

namespace daedalus {

using expr::ExprId;
using expr::ParameterId;
using expr::VariableId;

enum class ValueType : std::uint8_t { kReal, kInteger, kBoolean };
enum class StateSelect : std::uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };
enum class Causality : std::uint8_t { kLocal, kInput, kOutput };

// What all elements of one declaration share: an array of a million cells has one Declaration.
struct DeclarationTag;
using DeclarationId = Id<DeclarationTag>;
struct Declaration {
  Span span;  // of the declaration in the user's text
  std::string unit;
  std::string display_unit;
  std::string quantity;
  std::string description;
  ValueType type = ValueType::kReal;
  Causality causality = Causality::kLocal;
  StateSelect state_select = StateSelect::kDefault;
};

// Attributes that were not given are invalid ids; the defaults are those of the language (start 0, nominal 1,
// ...).
struct Variable {
  std::string name;  // full dotted name, subscripts included: "a[2].b"
  DeclarationId declaration;
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  bool fixed = false;
};

struct Parameter {
  std::string name;
  DeclarationId declaration;
  ExprId value;  // over other parameters and constants; invalid: the start attribute or 0 stands in, with a
                 // warning
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  bool is_constant = false;  // `constant`, or `final parameter`: cannot be set from outside
  bool fixed = true;         // false: an unknown of the initial problem
};

// One step in the history of an equation since the user's text.
struct Operation {
  enum class Kind : std::uint8_t {
    kGiven,           // detail: its number in the model as written, for those who will number anew
    kDifferentiated,  // detail: the number of the equation that was
    kSubstituted,     // detail: the place of the removed variable among all removed ones, aliases first
                      // (causal/alias_removal.h), then eliminated ones (causal/elimination.h)
  };
  Kind kind;
  std::uint32_t detail = 0;
};

struct Origin {
  Span span;                       // of the equation in the user's text
  std::string instance;            // path of the component that it comes from; empty: the model itself
  std::vector<Operation> history;  // what was done to it since, oldest first
};

struct EquationTag;
using EquationId = Id<EquationTag>;
struct Equation {
  ExprId left;
  ExprId right;
  ExprId residual;  // left - right, simplified
  Origin origin;
};

// assert(condition, message): checked at the start and at every output point.
struct Assertion {
  ExprId condition;
  std::string message;
  bool is_warning = false;
  Origin origin;
};

// The `experiment` annotation.
struct Experiment {
  std::optional<double> start_time = std::nullopt;
  std::optional<double> stop_time = std::nullopt;
  std::optional<double> interval = std::nullopt;
  std::optional<double> tolerance = std::nullopt;
};

struct System {
  std::string name;
  std::string description;
  expr::Graph graph;
  IdVector<DeclarationId, Declaration> declarations;
  IdVector<VariableId, Variable> variables;
  IdVector<ParameterId, Parameter> parameters;
  IdVector<EquationId, Equation> equations;
  IdVector<EquationId, Equation> initial_equations;
  std::vector<Assertion> assertions;
  Experiment experiment;
};

}  // namespace daedalus
