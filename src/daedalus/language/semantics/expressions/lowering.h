// Lowering: expressions of the syntax tree become Values. The same walk translates and evaluates; the Purpose
// decides.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/expressions/value.h"

namespace daedalus::semantics {

enum class Mode : std::uint8_t {
  kSymbolic,    // parameters and variables are leaves of the graph
  kProbe,       // parameters have their values, variables are unknown: only their types and dimensions count
  kStructural,  // parameters have their values and are marked as structural; every element must be constant
  kCheck,       // like kProbe, for a class alone: missing values, also sizes, will exist later (kUnknownSize)
};

// The kind of equation that contains the text.
enum class Place : std::uint8_t {
  kEquation,  // also all text that is not an equation
  kInitial,   // in an initial section
  kWhen,      // in the body of a when-clause
};

struct Purpose {
  Mode mode = Mode::kSymbolic;
  Variability limit = Variability::kContinuous;  // a larger variability is an error
  std::string_view what = "an equation";         // for that error
  // In kCheck: a parameter without a value decides whether this text is used, so that elements may be
  // missing.
  bool is_conditional = false;
  Place place = Place::kEquation;
  bool at_tick = false;             // in the body of a when-clause with a clock; then the place is kEquation
  bool has_events = true;           // not within noEvent
  bool is_pure_by_promise = false;  // within pure(...)
  // The text needs a parameter. A declared variable is none, even if its value never changes
  // (Symbol::is_unchanging).
  bool is_by_declaration = false;
};

class RoutineWriter;

// A variable of a function that is being carried out.
struct Local {
  Progress progress = Progress::kUnknown;  // in finding its dimensions and first value
  Dims dims;                               // declared; kUnknownSize for `:`
  Value value;                             // unassigned elements are unknown
  std::vector<Type> index_types = {};      // as in Symbol
  bool is_assigned = false;
  bool may_be_assigned = false;  // assigned in some of the branches so far
  // In a routine: the first of the consecutive registers of its elements.
  std::optional<std::uint32_t> first_register = {};
  // In a routine: declared sizes that are known only during the run, by dimension; unknown for the others.
  // For an array in the arena with an open size: the register with its capacity.
  std::vector<Scalar> run_sizes = {};
  std::optional<std::uint32_t> capacity = {};
  // Registers with the capacities of the arrays of a record, by leaf. A leaf with its own registers has none
  // (run_record.h).
  std::vector<std::optional<std::uint32_t>> leaf_capacities = {};
};

// The variables of a function that is being carried out, or the fields of a record that is being made. They
// get their first values when these are needed (function_frame.h), so their order does not matter.
struct FunctionFrame {
  scope::EnvId env;  // of the function
  NodeId node;       // the enclosing instances are searched from here
  Purpose purpose;
  std::vector<Local> locals = {};                      // by member of its class
  std::vector<const scope::Modifier*> modifiers = {};  // of the declaration to which this record belongs
  FunctionFrame* around = nullptr;                     // that contains this declaration
  bool* depends_on_free = nullptr;                     // as in Lowering
  // The text is an algorithm section of a component: only assigned variables are local.
  bool is_section = false;
  // Set if the value of a declaration reads a variable without a value; then the declaration gives none
  // either.
  bool* reads_nothing = nullptr;
  RoutineWriter* writer = nullptr;  // of the routine that the function becomes; null: it is carried out here

  bool HasLocal(scope::EnvId of, std::uint32_t member) const {
    return of == env && (!is_section || locals[member].progress != Progress::kUnknown);
  }
};

// An iteration variable in scope, with its value in the current iteration.
struct LoopIndex {
  syntax::NameId name;
  Value value;
};

// The text that is being read: the tree of its expressions, and what is visible in it besides declarations. A
// value that is needed while another text is being read has its own scope, so that iteration variables of one
// class are not visible in another.
struct TextScope {
  const syntax::Tree& tree;
  NodeId node = {};                   // the instance of the text; invalid: there is none
  scope::Scope scope = {};            // where its names are looked up
  std::vector<LoopIndex> loops = {};  // innermost last
  FunctionFrame* frame = nullptr;     // of the function whose text it is
};

// The size of a dimension, and the type of its subscripts: Integer, or the enumeration or Boolean that it
// counts.
struct Dimension {
  std::int64_t size;
  Type index_type = BaseType::kInteger;
  Scalar of_run = {};  // in a routine: the size, if it is known only during the run
};

struct Lowering {
  Context& context;
  TextScope& scope;
  Purpose purpose = {};
  // `end` means the last index of the dimension of the present subscript; null outside subscripts.
  const Dimension* end = nullptr;
  // Set if a value would do as well. An expression too large to be written out is then not an error: it is
  // noted here, and its elements are unknown.
  bool* is_too_large = nullptr;
  // Set if a parameter occurs whose value is found only at the start of a simulation.
  bool* depends_on_free = nullptr;

  // The writer of the routine to which this text belongs; null: none.
  RoutineWriter* writer() const { return scope.frame != nullptr ? scope.frame->writer : nullptr; }
  expr::Graph& graph() { return context.graph(); }
  const syntax::Tree& tree() const { return scope.tree; }
  std::string_view Text(syntax::NameId name) const { return scope.tree.Text(name); }
  Span SpanOf(syntax::ExpressionId id) const { return scope.tree.SpanOf(id); }
  const TypeTable& types() const { return context.types; }
  std::string TypeText(const Value& value) const { return context.TypeText(value); }
  // The declaration that is being sized needs something that its own size decides.
  Value ErrorOfOwnSize(Span span, const Symbol& symbol) {
    context.reporter.Report(daedalus::Error(Code::kCyclicDeclaration, span,
                                            "the size of `{0}` depends on `{0}` itself here",
                                            context.NameOf(symbol))
                                .With(symbol.name_span, "declared here"));
    return {};
  }
  // A function cannot be written out as expressions. The outermost call decides what follows.
  template <class... Args>
  Value Refuse(Span span, fmt::format_string<Args...> format, Args&&... args) {
    if (!context.functions.refusal)
      context.functions.refusal = {span, fmt::format(format, std::forward<Args>(args)...)};
    return {};
  }
  // Refused because a size is not known; with arrays in the arena it may be possible (run_array.h).
  template <class... Args>
  Value RefuseSize(Span span, fmt::format_string<Args...> format, Args&&... args) {
    if (context.functions.refusal) return {};
    Refuse(span, format, std::forward<Args>(args)...);
    context.functions.refusal->is_about_size = true;
    return {};
  }
  template <class... Args>
  Value Error(Code code, Span span, fmt::format_string<Args...> format, Args&&... args) {
    context.reporter.Report(daedalus::Error(code, span, format, std::forward<Args>(args)...));
    return {};
  }
};

// lower_expression.cc: any expression.
Value Lower(Lowering& l, syntax::ExpressionId id);
// The elements must be constant; otherwise an error is reported. `what` names the use: "a subscript". In
// Mode::kCheck elements may be unknown. `further`: names that follow the expression, which is then a
// reference.
Value LowerStructural(Lowering& l, syntax::ExpressionId id, std::string_view what,
                      std::span<const syntax::NameId> further = {});
// A whole number from such an expression, kUnknownSize if it is unknown; nullopt after an error.
std::optional<std::int64_t> LowerInteger(Lowering& l, syntax::ExpressionId id, std::string_view what);
// A size: such a number, or its value during the run, in a routine with arrays of the run.
std::optional<Dimension> LowerSizeNumber(Lowering& l, syntax::ExpressionId id, std::string_view what);
// A dimension of a declaration, which may be a type: `Real x[Boolean]`.
std::optional<Dimension> LowerDimension(Lowering& l, syntax::ExpressionId id);

// A scalar Boolean; nullopt after a reported error.
std::optional<Value> LowerCondition(Lowering& l, syntax::ExpressionId id);
// True if a value can be a condition; otherwise reported.
bool IsCondition(Lowering& l, const Value& value, syntax::ExpressionId id);

// lower_if.cc: if c then a else b.
Value LowerIf(Lowering& l, const syntax::Expression& e);

// lower_reference.cc: names, with subscripts.
Value LowerReference(Lowering& l, syntax::ReferenceId id, std::span<const syntax::NameId> further = {});
// The type that the expression names; kError if it is something else.
Type TypeNamedBy(Lowering& l, syntax::ExpressionId id);
Value LowerSubscripted(Lowering& l, std::span<const syntax::ExpressionId> elements);
// The declared scalar or array that the reference names, without subscripts; invalid: it is something else.
SymbolId PlainSymbol(Lowering& l, syntax::ReferenceId id);
// The array of components that the reference names, without subscripts; invalid: it is something else.
NodeId PlainArray(Lowering& l, syntax::ReferenceId id);
// The referenced symbol, ignoring the subscripts of its last part.
SymbolId SubscriptedSymbol(Lowering& l, syntax::ReferenceId id);
// The dimensions of the referenced variable of the function that is being carried out, ignoring the
// subscripts of its last part; null: it is something else.
const Dims* LocalDims(Lowering& l, syntax::ReferenceId id);
const Local* FindLocal(Lowering& l, syntax::ReferenceId id);
// The meaning of the reference, looked up when first needed. Reports unknown names.
const Meaning& Resolve(Lowering& l, syntax::ReferenceId id);

// lower_operators.cc: a + b - c, a * b / c, a ^ b, and (in lower_relations.cc) a < b, a and b; one node each,
// whatever its length.
Value LowerInfix(Lowering& l, const syntax::Expression& e);
Value LowerUnary(Lowering& l, const syntax::Expression& e);

// lower_call.cc: built-in functions by the table in builtin_functions.h.
Value LowerCall(Lowering& l, const syntax::Expression& e);
// The meaning of the name of a function: a class, or a built-in one. Reports unknown names.
const Meaning& ResolveFunction(Lowering& l, syntax::ReferenceId id);
// lower_iteration.cc: ranges, {e for i in r}, sum(e for i in r).
Value LowerRange(Lowering& l, const syntax::Expression& e);
Value LowerComprehension(Lowering& l, const syntax::Expression& e);
// The values of the index: its range, or if there is none, the range that its use in the `scope` implies.
Value LowerIterationRange(Lowering& l, const syntax::ForIndex& index,
                          std::span<const syntax::ExpressionId> scope);

}  // namespace daedalus::semantics
