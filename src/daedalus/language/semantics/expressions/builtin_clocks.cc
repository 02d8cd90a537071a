// Clocks and the operators between them (Modelica 3.6, chapter 16). The result of a call is a separate
// unknown, with an entry in the list of statements about clocks (clocks/clocked_text.h). Its clock is found
// when all equations exist.
#include <utility>

#include "daedalus/language/semantics/emit.h"
#include "daedalus/language/semantics/events/clocked_unknowns.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/system/expr/linearity.h"

namespace daedalus::semantics {
namespace {

using clocks::Constructor;
using clocks::Conversion;
using clocks::Fraction;
using Kind = Conversion::Kind;

bool HasArgument(const CallSite& call, std::size_t i) {
  return i < call.arguments.size() && call.arguments[i].IsValid();
}

// A whole number that is known now and at least `least`. nullopt after an error.
std::optional<std::int64_t> WholeArgument(Lowering& l, const CallSite& call, std::size_t i,
                                          std::int64_t least) {
  const auto number = LowerInteger(l, call.arguments[i], "an argument of an operator of clocks");
  if (!number || *number == kUnknownSize || *number >= least) return number;
  l.Error(Code::kBadClock, l.SpanOf(call.arguments[i]),
          "`{}` needs a whole number from {} on here, but this is {}", call.function.name, least, *number);
  return std::nullopt;
}

// A parameter has no clock and needs no conversion, but sample() gives it a clock.
bool IsTheSameAtAllTimes(Lowering& l, const Scalar& scalar, const Conversion& what) {
  if (what.kind == Kind::kSample) return false;
  return scalar.IsConstant() || expr::VariabilityOf(l.graph(), scalar.expr) <= expr::Variability::kParameter;
}

// Converts each element of the value; kError after a mistake. `what` has everything except argument and
// result.
Value Convert(Lowering& l, Value value, const Conversion& what) {
  ForEachLeaf(value, [&](Value& leaf) {
    leaf.variability = leaf.type == BaseType::kReal || leaf.type == BaseType::kClock
                           ? Variability::kContinuous
                           : Variability::kDiscrete;
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      if (l.purpose.mode != Mode::kSymbolic) {
        leaf[i] = Scalar();
      } else if (!leaf[i].IsUnknown() && !IsTheSameAtAllTimes(l, leaf[i], what)) {
        leaf[i] = Expression(AddConversion(l, leaf.type, ToExpr(l, leaf[i]), what));
      }
    }
  });
  value.variability = std::max(value.variability, Variability::kDiscrete);
  return value;
}

bool CanBeClocked(Lowering& l, const CallSite& call, const Value& value, bool may_be_clock) {
  bool ok = true;
  ForEachLeaf(value, [&](const Value& leaf) {
    const bool is_value = CanVary(leaf.type) && leaf.type != BaseType::kString;
    ok = ok && (is_value || (may_be_clock && leaf.type == BaseType::kClock));
  });
  if (!ok) WrongArgument(l, call, 0, "a variable with a clock", value);
  return ok;
}

// ---- Clock(...) ----

Value ClockValue(ExprId clock) {
  const Scalar scalar = clock.IsValid() ? Expression(clock) : Scalar();
  return ScalarValue(BaseType::kClock, scalar, Variability::kContinuous);
}

Value Construct(Lowering& l, const CallSite& call, Constructor constructor) {
  if (l.purpose.mode != Mode::kSymbolic) return ClockValue({});
  constructor.clock = AddUnknown(l, BaseType::kClock, call.span);
  constructor.origin = l.context.system.origins.Add({call.span, InstanceOf(l)});
  l.context.clocks.text.constructors.push_back(constructor);
  return ClockValue(constructor.clock);
}

// Clock(intervalCounter, resolution) and Clock(interval) with a variable: the variable has the clock that it
// defines.
Value VaryingClock(Lowering& l, const CallSite& call, Constructor::Kind kind) {
  const Value interval = ScalarArgument(l, call, 0);
  if (interval.IsError()) return {};
  Constructor constructor;
  constructor.kind = kind;
  if (HasArgument(call, 1)) {
    const auto resolution = WholeArgument(l, call, 1, 1);
    if (!resolution) return {};
    constructor.resolution = *resolution;
  }
  if (l.purpose.mode != Mode::kSymbolic) return ClockValue({});
  constructor.expression = ToExpr(l, interval.scalar);
  if (!IsVariableLeaf(l, constructor.expression))
    return l.Error(
        Code::kBadClock, l.SpanOf(call.arguments[0]),
        "the interval of a clock is a parameter, or a variable that has this clock, and no other expression");
  Value clock = Construct(l, call, constructor);
  l.context.clocks.text.ties.push_back({clock.scalar.expr, constructor.expression});
  return clock;
}

// Clock(intervalCounter, resolution)
Value ExactClock(Lowering& l, const CallSite& call) {
  const auto counter = WholeArgument(l, call, 0, 1);
  const auto resolution =
      HasArgument(call, 1) ? WholeArgument(l, call, 1, 1) : std::optional<std::int64_t>(1);
  if (!counter || !resolution) return {};
  Constructor constructor;
  if (*counter != kUnknownSize && *resolution != kUnknownSize)
    constructor.seconds = Fraction::Of(*counter, *resolution);
  return Construct(l, call, constructor);
}

// An expression of parameters; invalid after an error.
std::optional<Value> ParameterArgument(Lowering& l, const CallSite& call, std::size_t i,
                                       std::string_view what) {
  const Purpose outer = l.purpose;
  l.purpose.limit = Variability::kParameter;
  l.purpose.what = what;
  Value value = ScalarArgument(l, call, i);
  l.purpose = outer;
  return value.IsError() ? std::nullopt : std::optional(std::move(value));
}

Value RealClock(Lowering& l, const CallSite& call) {
  const auto interval = ParameterArgument(l, call, 0, "the interval of a clock");
  if (!interval) return {};
  const Purpose outer = l.purpose;
  if (outer.mode == Mode::kSymbolic) l.purpose.mode = Mode::kProbe;
  const Scalar now = Lower(l, call.arguments[0]).scalar;
  l.purpose = outer;
  if (now.IsConstant() && now.number <= 0.0) {
    return l.Error(Code::kBadClock, l.SpanOf(call.arguments[0]),
                   "the interval of a clock is more than 0, but this is {}", now.number);
  }
  Constructor constructor;
  constructor.kind = Constructor::Kind::kReal;
  if (l.purpose.mode == Mode::kSymbolic) constructor.expression = ToExpr(l, interval->scalar);
  return Construct(l, call, constructor);
}

Value EventClock(Lowering& l, const CallSite& call) {
  const auto condition = LowerCondition(l, call.arguments[0]);
  if (!condition) return {};
  Constructor constructor;
  constructor.kind = Constructor::Kind::kEvent;
  std::optional<Value> start;
  if (HasArgument(call, 1)) {
    start = ParameterArgument(l, call, 1, "the first interval of a clock");
    if (!start) return {};
  }
  if (l.purpose.mode == Mode::kSymbolic) {
    constructor.expression = ToExpr(l, condition->scalar);
    constructor.start_interval = start ? ToExpr(l, start->scalar) : l.graph().Constant(0.0);
  }
  return Construct(l, call, constructor);
}

// Clock(c, solverMethod): the same clock, with a solver for equations with der().
Value SolverClock(Lowering& l, const CallSite& call, Value clock) {
  if (!HasArgument(call, 1))
    return l.Error(Code::kWrongArgumentCount, call.span, "`Clock` of a clock needs the name of a solver");
  const Value method = LowerStructural(l, call.arguments[1], "the name of a solver");
  if (method.IsError()) return {};
  if (method.type != BaseType::kString) return WrongArgument(l, call, 1, "a String", method);
  if (l.purpose.mode == Mode::kSymbolic) {
    l.context.clocks.text.solvers.push_back({clock.scalar.expr,
                                             std::string(l.context.strings.TextOf(method.scalar)),
                                             l.SpanOf(call.arguments[1])});
  }
  return clock;
}

}  // namespace

Value ClockCall(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  if (!HasArgument(call, 0)) {
    if (l.purpose.mode != Mode::kSymbolic) return ClockValue({});
    return ClockValue(AddUnknown(l, BaseType::kClock, call.span));
  }
  const Purpose outer = l.purpose;
  if (outer.mode == Mode::kSymbolic) l.purpose.mode = Mode::kProbe;
  const Value first = Lower(l, call.arguments[0]);
  const Type type = first.type;
  const bool varies = first.variability > Variability::kParameter;
  l.purpose = outer;
  switch (type.base) {
    case BaseType::kError:
      return {};
    case BaseType::kInteger:
      return varies ? VaryingClock(l, call, Constructor::Kind::kCounter) : ExactClock(l, call);
    case BaseType::kReal:
      return varies ? VaryingClock(l, call, Constructor::Kind::kVarying) : RealClock(l, call);
    case BaseType::kBoolean:
      return EventClock(l, call);
    case BaseType::kClock: {
      Value clock = Lower(l, call.arguments[0]);
      return clock.IsError() ? Value() : SolverClock(l, call, std::move(clock));
    }
    default:
      return WrongArgument(l, call, 0, "an interval, a condition or a clock", ScalarValue(type, {}));
  }
}

// sample(u), sample(u, clock)
Value ClockedSample(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  Value value = Lower(l, call.arguments[0]);
  if (value.IsError() || !CanBeClocked(l, call, value, false)) return {};
  Conversion sample;
  sample.span = call.span;
  value = Convert(l, std::move(value), sample);
  if (!HasArgument(call, 1)) return value;
  const Value clock = Lower(l, call.arguments[1]);
  if (clock.IsError()) return {};
  if (l.purpose.mode == Mode::kSymbolic) {
    ForEachLeaf(value, [&](const Value& leaf) {
      for (std::size_t i = 0; i < leaf.size(); ++i)
        l.context.clocks.text.ties.push_back({leaf[i].expr, clock.scalar.expr});
    });
  }
  return value;
}

Value Hold(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  Value value = Lower(l, call.arguments[0]);
  if (value.IsError() || !CanBeClocked(l, call, value, false)) return {};
  Conversion conversion;
  conversion.kind = Kind::kHold;
  conversion.span = call.span;
  return Convert(l, std::move(value), conversion);
}

Value NoClock(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  Value value = Lower(l, call.arguments[0]);
  if (value.IsError() || !CanBeClocked(l, call, value, false)) return {};
  Conversion conversion;
  conversion.kind = Kind::kNoClock;
  conversion.span = call.span;
  return Convert(l, std::move(value), conversion);
}

Value Previous(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  // The variable itself, not the value that the enclosing algorithm has assigned so far.
  FunctionFrame* const frame = std::exchange(l.scope.frame, nullptr);
  Value value = Lower(l, call.arguments[0]);
  l.scope.frame = frame;
  if (value.IsError() || !CanBeClocked(l, call, value, false)) return {};
  bool is_variable = true;
  ForEachLeaf(value, [&](const Value& leaf) {
    for (std::size_t i = 0; i < leaf.size() && l.purpose.mode == Mode::kSymbolic; ++i)
      is_variable =
          is_variable && leaf[i].kind == Scalar::Kind::kExpression && IsVariableLeaf(l, leaf[i].expr);
  });
  if (!is_variable)
    return l.Error(Code::kWrongArgumentType, l.SpanOf(call.arguments[0]), "`previous` needs a variable here");
  Conversion conversion;
  conversion.kind = Kind::kPrevious;
  conversion.span = call.span;
  return Convert(l, std::move(value), conversion);
}

// subSample(u, factor), superSample(u, factor); without a factor, or with 0, it is inferred.
Value ChangeRate(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  Value value = Lower(l, call.arguments[0]);
  if (value.IsError() || !CanBeClocked(l, call, value, true)) return {};
  Conversion conversion;
  conversion.kind = call.function.name == "subSample" ? Kind::kSlower : Kind::kFaster;
  conversion.span = call.span;
  if (HasArgument(call, 1)) {
    const auto factor = WholeArgument(l, call, 1, 0);
    if (!factor) return {};
    if (*factor != kUnknownSize) conversion.factor = {*factor, 1};
  }
  return Convert(l, std::move(value), conversion);
}

// shiftSample(u, shiftCounter, resolution), backSample(u, backCounter, resolution)
Value Shift(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  Value value = Lower(l, call.arguments[0]);
  if (value.IsError() || !CanBeClocked(l, call, value, true)) return {};
  const auto counter = WholeArgument(l, call, 1, 0);
  const auto resolution =
      HasArgument(call, 2) ? WholeArgument(l, call, 2, 1) : std::optional<std::int64_t>(1);
  if (!counter || !resolution) return {};
  Conversion conversion;
  conversion.kind = Kind::kShift;
  conversion.span = call.span;
  if (*counter != kUnknownSize && *resolution != kUnknownSize)
    conversion.factor = Fraction::Of(call.function.name == "shiftSample" ? *counter : -*counter, *resolution);
  return Convert(l, std::move(value), conversion);
}

// interval(), interval(u), firstTick(), firstTick(u)
Value OfTick(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "clock")) return {};
  const bool is_interval = call.function.name == "interval";
  Value result = ScalarValue(is_interval ? BaseType::kReal : BaseType::kBoolean, {}, Variability::kDiscrete);
  Conversion conversion;
  conversion.kind = is_interval ? Kind::kInterval : Kind::kFirstTick;
  conversion.span = call.span;
  ExprId argument;
  if (HasArgument(call, 0)) {
    const Value value = Lower(l, call.arguments[0]);
    if (value.IsError()) return {};
    if (!value.IsScalar()) return WrongArgument(l, call, 0, "a scalar", value);
    if (l.purpose.mode == Mode::kSymbolic) argument = ToExpr(l, value.scalar);
  }
  if (l.purpose.mode != Mode::kSymbolic) return result;
  result.scalar = Expression(AddConversion(l, result.type, {}, conversion));
  if (argument.IsValid()) l.context.clocks.text.ties.push_back({result.scalar.expr, argument});
  return result;
}

}  // namespace daedalus::semantics
