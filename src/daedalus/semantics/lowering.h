// Lowering: expressions of the syntax tree become Values. The same walk translates and evaluates; the Purpose
// says which.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "daedalus/semantics/context.h"
#include "daedalus/semantics/value.h"

namespace daedalus::semantics {

enum class Mode : std::uint8_t {
  kSymbolic,    // parameters and variables are leaves of the graph
  kProbe,       // parameters are their values, variables are unknown: only types and dimensions of them count
  kStructural,  // parameters are their values and marked as structural; every element must come out constant
  kCheck,  // as kProbe, for a class alone: what has no value here will have one, sizes too (kUnknownSize)
};

// What kind of equation the text belongs to.
enum class Place : std::uint8_t {
  kEquation,  // also everything that is no equation
  kInitial,   // of an initial section
  kWhen,      // in the body of a when-clause
};

struct Purpose {
  Mode mode = Mode::kSymbolic;
  Variability limit = Variability::kContinuous;  // what varies more is an error
  std::string_view what = "an equation";         // for that error
  // In kCheck: a parameter without a value decides whether this is looked at, so that elements may be
  // missing.
  bool is_conditional = false;
  Place place = Place::kEquation;
  bool at_tick = false;             // in the body of a when-clause with a clock; the place is kEquation then
  bool has_events = true;           // not within noEvent
  bool is_pure_by_promise = false;  // within pure(...)
  // The text asks for a parameter: what is declared a variable is none, even if its value never changes
  // (Symbol::is_unchanging).
  bool is_by_declaration = false;
};

class RoutineWriter;

// A variable of a function that is being carried out.
struct Local {
  Progress progress = Progress::kUnknown;  // of finding its dimensions and first value
  Dims dims;                               // declared; kUnknownSize where that is `:`
  Value value;                             // elements are unknown that nothing was assigned to
  std::vector<Type> index_types = {};      // as in Symbol
  bool is_assigned = false;
  bool may_be_assigned = false;  // by some of the branches up to here
  // In a routine: its elements have registers from here on, as many as there are.
  std::optional<std::uint32_t> first_register = {};
  // In a routine: declared sizes that are known during the run only, by dimension; unknown where they are
  // not. Of an array in the arena whose size is open: the register with the number of elements that there is
  // room for.
  std::vector<Scalar> run_sizes = {};
  std::optional<std::uint32_t> capacity = {};
  // Likewise of the arrays of a record, by leaf; a leaf that has registers of its own has none
  // (run_record.h).
  std::vector<std::optional<std::uint32_t>> leaf_capacities = {};
};

// The variables of a function that is being carried out, or the fields of a record that is being made. They
// get their first values when somebody asks for them (function_frame.h), so that their order does not matter.
struct FunctionFrame {
  scope::EnvId env;  // of the function
  NodeId node;       // from which the instances around it are looked for
  Purpose purpose;
  std::vector<Local> locals = {};                      // by member of its class
  std::vector<const scope::Modifier*> modifiers = {};  // of the declaration whose record this is
  FunctionFrame* around = nullptr;                     // in which that declaration stands
  bool* depends_on_free = nullptr;                     // as in Lowering
  // The text is an algorithm section of a component: only what it assigns to is a local variable.
  bool is_section = false;
  // Set where the value of a declaration reads a variable that has none yet: then it gives none either.
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

// The text that is being read: where its expressions are, and what is visible in it beyond the declarations.
// A value that is asked for while another text is being read has a scope of its own, so that iteration
// variables of one class are not seen in another.
struct TextScope {
  const syntax::Tree& tree;
  NodeId node = {};                   // the instance to which the text belongs; invalid: there is none
  scope::Scope scope = {};            // where its names are looked up
  std::vector<LoopIndex> loops = {};  // innermost last
  FunctionFrame* frame = nullptr;     // of the function whose text it is
};

// The size of a dimension, and the type of its subscripts: Integer, or the enumeration or Boolean whose
// values it counts.
struct Dimension {
  std::int64_t size;
  Type index_type = BaseType::kInteger;
  Scalar of_run = {};  // in a routine: the size, where it is known during the run only
};

struct Lowering {
  Context& context;
  TextScope& scope;
  Purpose purpose = {};
  // `end` means the last index of the dimension that is being subscripted; null outside of subscripts.
  const Dimension* end = nullptr;
  // Set where a value would do as well: then an expression too large to be written out is not an error; it is
  // noted here, and its elements are unknown.
  bool* is_too_large = nullptr;
  // Set where a parameter is met whose value is found at the start of a simulation only.
  bool* depends_on_free = nullptr;

  // Of the routine whose text this is; null: it is none.
  RoutineWriter* writer() const { return scope.frame != nullptr ? scope.frame->writer : nullptr; }
  expr::Graph& graph() { return context.graph(); }
  const syntax::Tree& tree() const { return scope.tree; }
  std::string_view Text(syntax::NameId name) const { return scope.tree.Text(name); }
  Span SpanOf(syntax::ExpressionId id) const { return scope.tree.SpanOf(id); }
  const TypeTable& types() const { return context.types; }
  std::string TypeText(const Value& value) const { return context.TypeText(value); }
  // The declaration being sized asks for what its own size decides.
  Value ErrorOfOwnSize(Span span, const Symbol& symbol) {
    context.reporter.Report(daedalus::Error(Code::kCyclicDeclaration, span,
                                            "the size of `{0}` depends on `{0}` itself here",
                                            context.NameOf(symbol))
                                .With(symbol.name_span, "declared here"));
    return {};
  }
  // What a function does cannot be written out as expressions. The outermost call decides what comes of it.
  template <class... Args>
  Value Refuse(Span span, fmt::format_string<Args...> format, Args&&... args) {
    if (!context.functions.refusal)
      context.functions.refusal = {span, fmt::format(format, std::forward<Args>(args)...)};
    return {};
  }
  // Because a size is not known; with arrays in the arena it may be possible (run_array.h).
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
// With constant elements, or an error that was reported. `what` names the use: "a subscript". In Mode::kCheck
// elements may be unknown. `further`: names behind the expression, which is a reference then.
Value LowerStructural(Lowering& l, syntax::ExpressionId id, std::string_view what,
                      std::span<const syntax::NameId> further = {});
// A whole number from such an expression, kUnknownSize when it is unknown; nothing after an error.
std::optional<std::int64_t> LowerInteger(Lowering& l, syntax::ExpressionId id, std::string_view what);
// A size: such a number or, in a routine with arrays of the run, what it is during the run.
std::optional<Dimension> LowerSizeNumber(Lowering& l, syntax::ExpressionId id, std::string_view what);
// A dimension of a declaration, which may be a type: `Real x[Boolean]`.
std::optional<Dimension> LowerDimension(Lowering& l, syntax::ExpressionId id);

// A scalar Boolean; nothing after an error that was reported.
std::optional<Value> LowerCondition(Lowering& l, syntax::ExpressionId id);
// Whether a value can be a condition; reports where not.
bool IsCondition(Lowering& l, const Value& value, syntax::ExpressionId id);

// lower_if.cc: if c then a else b.
Value LowerIf(Lowering& l, const syntax::Expression& e);

// lower_reference.cc: names, with subscripts.
Value LowerReference(Lowering& l, syntax::ReferenceId id, std::span<const syntax::NameId> further = {});
// The type that the expression names; kError when it is something else.
Type TypeNamedBy(Lowering& l, syntax::ExpressionId id);
Value LowerSubscripted(Lowering& l, std::span<const syntax::ExpressionId> elements);
// The declared scalar or array that the reference names, without subscripts; invalid: it is something else.
SymbolId PlainSymbol(Lowering& l, syntax::ReferenceId id);
// The array of components that the reference names, without subscripts; invalid: it is something else.
NodeId PlainArray(Lowering& l, syntax::ReferenceId id);
// The same with the subscripts of its last part left aside.
SymbolId SubscriptedSymbol(Lowering& l, syntax::ReferenceId id);
// The dimensions of the variable of the function that is being carried out which the reference names, the
// subscripts of its last part left aside; null: it is something else.
const Dims* LocalDims(Lowering& l, syntax::ReferenceId id);
const Local* FindLocal(Lowering& l, syntax::ReferenceId id);
// What the reference means, looked up at the first question. Reports unknown names.
const Meaning& Resolve(Lowering& l, syntax::ReferenceId id);

// lower_operators.cc: a + b - c, a * b / c, a ^ b, and (in lower_relations.cc) a < b, a and b; one node each,
// however long.
Value LowerInfix(Lowering& l, const syntax::Expression& e);
Value LowerUnary(Lowering& l, const syntax::Expression& e);

// lower_call.cc: built-in functions by the table in builtin_functions.h.
Value LowerCall(Lowering& l, const syntax::Expression& e);
// What the name of a function means: a class, or a built-in one. Reports unknown ones.
const Meaning& ResolveFunction(Lowering& l, syntax::ReferenceId id);
// lower_iteration.cc: ranges, {e for i in r}, sum(e for i in r).
Value LowerRange(Lowering& l, const syntax::Expression& e);
Value LowerComprehension(Lowering& l, const syntax::Expression& e);
// The values that the index runs through: its range, or when that is left out what the `scope` uses it for.
Value LowerIterationRange(Lowering& l, const syntax::ForIndex& index,
                          std::span<const syntax::ExpressionId> scope);

}  // namespace daedalus::semantics
