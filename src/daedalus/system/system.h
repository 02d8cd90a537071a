// The System: a flat differential-algebraic equation system with its provenance. The Modelica front end and
// the builder make it; structure, code generation and simulation read it.
//
//   0 = F(t, x, der(x), p)      the equations        (as many as variables, in a right model)
//   0 = G(t, x, der(x), p)      further initial equations, true at the start only
//   0 = I(t, x, der(x), p)      invariants: true at all times, because they follow from F
//   p = P(p)                    parameters by expressions over parameters (no cycle)
//
// and, for models with events, its discrete part (hybrid.h). Between events that is constant, and F sees it
// through held leaves.
//
// Invariants of this stage: names are unique over variables and parameters; everything is scalar; every
// expression is in `graph`; equations contain only variables and parameters of this System; derivatives are
// of order 0 or 1; every equation knows its origin. Classes, arrays, loops, connections and types other than
// the three scalar ones are gone. Nothing numerical belongs here.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/base/source.h"
#include "daedalus/base/text_table.h"
#include "daedalus/system/expr/graph.h"
#include "daedalus/system/function_texts.h"
#include "daedalus/system/hybrid.h"
#include "daedalus/system/name_table.h"
#include "daedalus/system/provenance.h"
#include "daedalus/system/text_template.h"

namespace daedalus {

using expr::ExprId;
using expr::ParameterId;
using expr::VariableId;

enum class StateSelect : std::uint8_t { kNever, kAvoid, kDefault, kPrefer, kAlways };
enum class Causality : std::uint8_t { kLocal, kInput, kOutput };

// Integers that stand for texts, counted from 1: the literals of an enumeration, or the texts of the model's
// Strings.
struct EnumerationTag;
using EnumerationId = Id<EnumerationTag>;
struct Enumeration {
  std::string name;  // in full: "Modelica.Blocks.Types.Init"; "String"
  std::vector<std::string> literals;
  std::shared_ptr<const TextTable> texts = nullptr;  // of String, which has no literals

  bool is_string() const { return texts != nullptr; }
  // nullopt if no text has this number.
  std::optional<std::string_view> TextOf(double number) const {
    if (texts != nullptr) return texts->TextOf(number);
    if (!(number >= 1) || number > static_cast<double>(literals.size())) return std::nullopt;
    return literals[static_cast<std::size_t>(number) - 1];
  }
};

// The data that all elements of one declaration share: an array of a million cells has one Declaration.
struct DeclarationTag;
using DeclarationId = Id<DeclarationTag>;
struct Declaration {
  Span span;  // of the declaration in the user's text
  std::string unit;
  std::string display_unit;
  std::string quantity;
  std::string description;
  std::string unassigned_message;  // of the author, for those whose equations do not determine it
  ValueType type = ValueType::kReal;
  EnumerationId enumeration = {};  // of an Integer that stands for a text
  Causality causality = Causality::kLocal;
  StateSelect state_select = StateSelect::kDefault;
};

// The priority of a start value that is not fixed, by the place where it was written
// (initialize/start_preferences.h).
enum class StartWeight : std::uint8_t {
  kGuess,  // in a type, for all quantities of the kind; or the default 0 of a component; or made by Daedalus
  kDefault,  // in the class of a component
  kModel,    // in the text of the model itself
};

// Attributes that were not given are invalid ids; the defaults are those of the language (start 0, nominal 1,
// ...).
struct Variable {
  ScalarName name;  // in System::names
  DeclarationId declaration;
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  bool fixed = false;
  StartWeight start_weight = StartWeight::kGuess;
  // Not a state, but its start value may be a condition, because a state has none.
  bool is_start_preferred = false;
  // For a variable that represents a derivative after index reduction: the nominal value of the
  // differentiated variable, if it has one, and the number of differentiations.
  ExprId derived_nominal;
  int derivative_order = 0;
  bool is_kept =
      false;  // a parameter that is found at the start (fixed = false): an equation der(v) = 0 keeps it
};

struct Parameter {
  ScalarName name;  // in System::names
  DeclarationId declaration;
  ExprId value;  // over other parameters and constants; invalid: the start attribute or 0 stands in, with a
                 // warning
  ExprId start;
  ExprId min;
  ExprId max;
  ExprId nominal;
  bool is_constant = false;  // `constant`, `final parameter`, or structural: cannot be set from outside
  // The equations were made for this value: flattening evaluated it. With another value the model is
  // flattened again.
  bool is_structural = false;
  bool fixed = true;  // false: an unknown of the initial problem
};

// A parameter whose value is a text or a literal of an enumeration. Flattening evaluates it, and no
// expression refers to it.
struct TextParameter {
  ScalarName name;  // in System::names
  Span span;        // of its declaration
  std::string description;
  std::string type;  // "String", or the full name of the enumeration
  std::string value;
  std::vector<std::string> literals;  // of the enumeration
  bool is_final = false;              // no text can give it another value
};

struct EquationTag;
using EquationId = Id<EquationTag>;
struct Equation {
  ExprId left;
  ExprId right;
  ExprId residual;    // left - right, simplified
  OriginId origin;    // in System::origins; invalid: unknown
  HistoryId history;  // in System::histories: its transformations
};

// assert(condition, message): checked at the start and at every output point.
struct Assertion {
  ExprId condition;
  TextTemplate message;
  bool is_warning = false;
  OriginId origin;
};

// An equation that follows from the others, such as a balance of energy. It determines nothing, so it does
// not count among the equations, but the solution must not leave it.
struct Invariant {
  Equation equation;
  // The weight of its residual in the least squares of an inlined step, relative to the equations.
  double weight = kUsualWeight;

  static constexpr double kUsualWeight = 1e6;
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
  NameTable names;
  OriginTable origins;
  HistoryPool histories;
  IdVector<EnumerationId, Enumeration> enumerations;
  IdVector<DeclarationId, Declaration> declarations;
  IdVector<VariableId, Variable> variables;
  IdVector<ParameterId, Parameter> parameters;
  std::vector<TextParameter> text_parameters;
  IdVector<EquationId, Equation> equations;
  IdVector<EquationId, Equation> initial_equations;
  std::vector<Invariant> invariants;
  std::vector<Assertion> assertions;
  // The same model with `homotopy`; its last parameter is lambda (homotopy.h). nullptr without `homotopy`.
  std::shared_ptr<const System> led;
  Hybrid hybrid;
  Experiment experiment;
  std::shared_ptr<const FunctionTexts> function_texts;  // for flat text; nullptr unless requested
  std::shared_ptr<const TextTable>
      texts;  // that constants among Strings stand for; nullptr if there are none
};

// Full dotted names, subscripts included: "a[2].b".
inline std::string NameOf(const System& system, const Variable& variable) {
  return system.names.Text(variable.name);
}
inline std::string NameOf(const System& system, const Parameter& parameter) {
  return system.names.Text(parameter.name);
}
inline std::string NameOf(const System& system, VariableId v) {
  return NameOf(system, system.variables[v]);
}
inline std::string NameOf(const System& system, ParameterId p) {
  return NameOf(system, system.parameters[p]);
}

// The number of parameters that are found at the start.
inline std::size_t NumKept(const System& system) {
  return static_cast<std::size_t>(std::ranges::count(system.variables, true, &Variable::is_kept));
}

// The place in the user's text. For a generated equation, invalid or the place of its cause.
inline Span SpanOf(const System& system, OriginId origin) {
  return origin.IsValid() ? system.origins[origin].span : Span();
}
inline Span SpanOf(const System& system, const Equation& equation) {
  return SpanOf(system, equation.origin);
}
// The component that the equation comes from, or the line of C++ (builder.h); empty: the model itself.
inline std::string InstanceOf(const System& system, const Equation& equation) {
  return equation.origin.IsValid() ? system.names.Text(system.origins[equation.origin].instance)
                                   : std::string();
}

// Calls with a reference to each expression of an equation.
template <class Visit>
void VisitExpressions(Equation& equation, Visit visit) {
  for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
    if (e->IsValid()) visit(*e);
  }
}

inline std::size_t TimesDifferentiated(const System& system, const Equation& equation) {
  return system.histories.Count(equation.history, Operation::Kind::kDifferentiated);
}

// Calls with a reference to each expression of an assertion: its condition, and the values in its text.
template <class Visit>
void VisitExpressions(Assertion& assertion, Visit visit) {
  visit(assertion.condition);
  for (TextTemplate::Piece& piece : assertion.message.pieces) {
    if (piece.value.IsValid()) visit(piece.value);
  }
}

}  // namespace daedalus
