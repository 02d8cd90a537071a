// The functions and operators of the language itself (Modelica 3.6, sections 3.7 and 10.3), as one table.
//
// To add one: write its Handler beside related ones and add a line to the table (builtin_functions.cc).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

struct Builtin;

struct CallSite {
  const Builtin& function;
  Span span;       // of the call
  Span name_span;  // of the name of the function
  std::span<const syntax::ExpressionId>
      arguments;  // by position; omitted optional ones are invalid or missing
};

using Handler = Value (*)(Lowering& l, const CallSite& call);

inline constexpr int kAnyNumber = -1;

struct Builtin {
  std::string_view name;
  int min_arguments = 0;
  int max_arguments = 0;  // or kAnyNumber
  Handler handler = nullptr;
  expr::Op op = expr::Op::kConstant;  // for handlers that serve several functions
  // "a,b,c" if arguments may be named, "a|x,b" if the first one has two names; otherwise arguments are
  // positional only.
  std::string_view parameters = {};
  bool knows_arrays_of_run =
      false;  // arguments may be arrays whose size is known only during the run (run_array.h)
  bool varies_by_itself = false;  // its value changes during a run even for constant arguments
};

std::span<const Builtin> Builtins();
// nullptr if there is none.
const Builtin* FindBuiltin(std::string_view name);

// True, with a report, if the call is in a function, where `missing` ("past", "clock") does not exist.
bool IsInFunction(Lowering& l, const CallSite& call, std::string_view missing);

// ---- Handlers: builtin_math.cc ----
Value RealFunction(Lowering& l, const CallSite& call);  // Real -> Real, element by element
Value Abs(Lowering& l, const CallSite& call);
Value Sign(Lowering& l, const CallSite& call);
Value EnumerationToInteger(Lowering& l, const CallSite& call);  // Integer(enumeration)
Value Atan2(Lowering& l, const CallSite& call);
Value MinMax(Lowering& l, const CallSite& call);
// ---- builtin_rounding.cc ----
Value Rounded(Lowering& l, const CallSite& call);          // floor, ceil, integer
Value IntegerDivision(Lowering& l, const CallSite& call);  // div, mod, rem
// ---- builtin_events.cc ----
Value Pre(Lowering& l, const CallSite& call);
Value Edge(Lowering& l, const CallSite& call);
Value Change(Lowering& l, const CallSite& call);
Value Initial(Lowering& l, const CallSite& call);
Value Terminal(Lowering& l, const CallSite& call);
Value SampleCall(Lowering& l, const CallSite& call);
Value DelayCall(Lowering& l, const CallSite& call);
Value SpatialDistribution(Lowering& l, const CallSite& call);  // the first of its results
// Both results; nullopt after a mistake.
std::optional<std::vector<Value>> DistributionResults(Lowering& l, const CallSite& call);
// ---- builtin_clocks.cc ----
Value ClockCall(Lowering& l, const CallSite& call);
Value ClockedSample(Lowering& l, const CallSite& call);
Value Hold(Lowering& l, const CallSite& call);
Value NoClock(Lowering& l, const CallSite& call);
Value Previous(Lowering& l, const CallSite& call);
Value ChangeRate(Lowering& l, const CallSite& call);  // subSample, superSample
Value Shift(Lowering& l, const CallSite& call);       // shiftSample, backSample
Value OfTick(Lowering& l, const CallSite& call);      // interval, firstTick
// ---- machines/state_statements.cc ----
Value ActiveState(Lowering& l, const CallSite& call);
Value DurationInState(Lowering& l, const CallSite& call);  // ticksInState, timeInState
// ---- builtin_arrays.cc ----
Value Ndims(Lowering& l, const CallSite& call);
Value Size(Lowering& l, const CallSite& call);
Value ToScalar(Lowering& l, const CallSite& call);
Value ToVector(Lowering& l, const CallSite& call);
Value ToMatrix(Lowering& l, const CallSite& call);
Value Filled(Lowering& l, const CallSite& call);  // zeros, ones, fill
Value Identity(Lowering& l, const CallSite& call);
Value Diagonal(Lowering& l, const CallSite& call);
Value Linspace(Lowering& l, const CallSite& call);
Value SumOrProduct(Lowering& l, const CallSite& call);
Value ArrayOf(Lowering& l, const CallSite& call);  // array(a, b, ...)
Value Cat(Lowering& l, const CallSite& call);
// ---- builtin_linear_algebra.cc ----
Value TransposeCall(Lowering& l, const CallSite& call);
Value OuterProduct(Lowering& l, const CallSite& call);
Value Symmetric(Lowering& l, const CallSite& call);
Value Cross(Lowering& l, const CallSite& call);
Value Skew(Lowering& l, const CallSite& call);
// ---- builtin_operators.cc ----
Value Der(Lowering& l, const CallSite& call);
Value NoEvent(Lowering& l, const CallSite& call);
Value PureCall(Lowering& l, const CallSite& call);
Value Smooth(Lowering& l, const CallSite& call);
Value Homotopy(Lowering& l, const CallSite& call);
Value SemiLinear(Lowering& l, const CallSite& call);
// ---- builtin_string.cc ----
Value ToStringCall(Lowering& l, const CallSite& call);
Value InstanceNameCall(Lowering& l, const CallSite& call);
// ---- builtin_connections.cc ----
Value Cardinality(Lowering& l, const CallSite& call);
Value IsRoot(Lowering& l, const CallSite& call);
Value Rooted(Lowering& l, const CallSite& call);
Value InStream(Lowering& l, const CallSite& call);
Value ActualStream(Lowering& l, const CallSite& call);
// ---- builtin_operators.cc ----
Value NotAnExpression(Lowering& l, const CallSite& call);  // assert, Connections.root

// The literals of an enumeration with these numbers; reported at `span` if there is none.
Value ToEnumeration(Lowering& l, Type type, Value numbers, Span span);

// ---- Arguments, for handlers (lower_call.cc). Each function reports its mistakes. ----
// The arguments by position, with their number and names checked; empty after an error.
std::optional<std::vector<syntax::ExpressionId>> ArrangeArguments(Lowering& l, const Builtin& function,
                                                                  const syntax::Call& call, Span span);
Value NumericArgument(Lowering& l, const CallSite& call, std::size_t i);
// Two numbers, or arrays of numbers with the same dimensions: functions of scalars apply to each element
// (section 12.4.6).
struct NumericPair {
  Value a, b;
  BaseType type = BaseType::kError;  // the common type of both; kError after a mistake
};
NumericPair NumericArguments(Lowering& l, const CallSite& call);
Value ScalarArgument(Lowering& l, const CallSite& call, std::size_t i);
// A numeric array with this number of dimensions.
Value RankedArgument(Lowering& l, const CallSite& call, std::size_t i, std::size_t rank);
Value WrongArgument(Lowering& l, const CallSite& call, std::size_t i, std::string_view wanted,
                    const Value& seen);

}  // namespace daedalus::semantics
