#include "daedalus/language/semantics/expressions/builtin_functions.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

constexpr Builtin OfRun(Builtin function) {
  function.knows_arrays_of_run = true;
  return function;
}

constexpr Builtin VariesByItself(Builtin function) {
  function.varies_by_itself = true;
  return function;
}

constexpr Builtin kBuiltins[] = {
    // Mathematical functions (3.7.3) and conversions (3.7.1)
    OfRun({"abs", 1, 1, Abs}),
    OfRun({"sign", 1, 1, Sign}),
    OfRun({"sqrt", 1, 1, RealFunction, Op::kSqrt}),
    OfRun({"sin", 1, 1, RealFunction, Op::kSin}),
    OfRun({"cos", 1, 1, RealFunction, Op::kCos}),
    OfRun({"tan", 1, 1, RealFunction, Op::kTan}),
    OfRun({"asin", 1, 1, RealFunction, Op::kAsin}),
    OfRun({"acos", 1, 1, RealFunction, Op::kAcos}),
    OfRun({"atan", 1, 1, RealFunction, Op::kAtan}),
    OfRun({"atan2", 2, 2, Atan2}),
    OfRun({"sinh", 1, 1, RealFunction, Op::kSinh}),
    OfRun({"cosh", 1, 1, RealFunction, Op::kCosh}),
    OfRun({"tanh", 1, 1, RealFunction, Op::kTanh}),
    OfRun({"exp", 1, 1, RealFunction, Op::kExp}),
    OfRun({"log", 1, 1, RealFunction, Op::kLog}),
    OfRun({"log10", 1, 1, RealFunction, Op::kLog10}),
    {"floor", 1, 1, Rounded, Op::kFloor},
    {"ceil", 1, 1, Rounded, Op::kCeil},
    {"integer", 1, 1, Rounded, Op::kFloor},
    {"Integer", 1, 1, EnumerationToInteger},
    {"div", 2, 2, IntegerDivision, Op::kTruncDiv},
    {"mod", 2, 2, IntegerDivision, Op::kMod},
    {"rem", 2, 2, IntegerDivision, Op::kRem},
    OfRun({"min", 1, 2, MinMax, Op::kMin}),
    OfRun({"max", 1, 2, MinMax, Op::kMax}),
    {"String", 1, 5, ToStringCall, Op::kConstant, "x,significantDigits,minimumLength,leftJustified,format"},
    {"getInstanceName", 0, 0, InstanceNameCall},
    // Operators (3.7.4, 3.7.5)
    {"der", 1, 1, Der},
    OfRun({"noEvent", 1, 1, NoEvent}),
    {"pure", 1, 1, PureCall},
    {"smooth", 2, 2, Smooth},
    {"homotopy", 2, 2, Homotopy, Op::kConstant, "actual,simplified"},
    {"semiLinear", 3, 3, SemiLinear},
    {"assert", 2, 3, NotAnExpression, Op::kConstant, "condition,message,level"},
    {"terminate", 1, 1, NotAnExpression, Op::kConstant, "message"},
    // Events (3.7.5, 8.3.6)
    VariesByItself({"initial", 0, 0, Initial}),
    VariesByItself({"terminal", 0, 0, Terminal}),
    VariesByItself({"sample", 1, 2, SampleCall}),
    {"pre", 1, 1, Pre},
    {"edge", 1, 1, Edge},
    {"change", 1, 1, Change},
    {"reinit", 2, 2, NotAnExpression},
    // Clocks (16)
    {"Clock", 0, 2, ClockCall, Op::kConstant,
     "intervalCounter|interval|condition|c,resolution|startInterval|solverMethod"},
    VariesByItself({"previous", 1, 1, Previous}),
    VariesByItself({"hold", 1, 1, Hold}),
    VariesByItself({"subSample", 1, 2, ChangeRate, Op::kConstant, "u,factor"}),
    VariesByItself({"superSample", 1, 2, ChangeRate, Op::kConstant, "u,factor"}),
    VariesByItself({"shiftSample", 2, 3, Shift, Op::kConstant, "u,shiftCounter,resolution"}),
    VariesByItself({"backSample", 2, 3, Shift, Op::kConstant, "u,backCounter,resolution"}),
    VariesByItself({"noClock", 1, 1, NoClock}),
    VariesByItself({"interval", 0, 1, OfTick}),
    VariesByItself({"firstTick", 0, 1, OfTick}),
    // Connections (9.4, 15.2, 15.3)
    {"cardinality", 1, 1, Cardinality},
    {"Connections.branch", 2, 2, NotAnExpression},
    {"Connections.root", 1, 1, NotAnExpression},
    {"Connections.potentialRoot", 1, 2, NotAnExpression, Op::kConstant, "a,priority"},
    {"Connections.isRoot", 1, 1, IsRoot},
    {"Connections.rooted", 1, 1, Rooted},
    {"rooted", 1, 1, Rooted},
    {"inStream", 1, 1, InStream},
    {"actualStream", 1, 1, ActualStream},
    // Arrays (10.3)
    {"ndims", 1, 1, Ndims},
    {"size", 1, 2, Size},
    OfRun({"scalar", 1, 1, ToScalar}),
    OfRun({"vector", 1, 1, ToVector}),
    OfRun({"matrix", 1, 1, ToMatrix}),
    OfRun({"zeros", 1, kAnyNumber, Filled}),
    OfRun({"ones", 1, kAnyNumber, Filled}),
    OfRun({"fill", 2, kAnyNumber, Filled}),
    OfRun({"identity", 1, 1, Identity}),
    OfRun({"diagonal", 1, 1, Diagonal}),
    OfRun({"linspace", 3, 3, Linspace}),
    {"sum", 1, 1, SumOrProduct, Op::kAdd},
    {"product", 1, 1, SumOrProduct, Op::kMul},
    OfRun({"array", 1, kAnyNumber, ArrayOf}),
    OfRun({"cat", 2, kAnyNumber, Cat}),
    OfRun({"transpose", 1, 1, TransposeCall}),
    OfRun({"outerProduct", 2, 2, OuterProduct}),
    OfRun({"symmetric", 1, 1, Symmetric}),
    OfRun({"cross", 2, 2, Cross}),
    OfRun({"skew", 1, 1, Skew}),
    // The past (3.7.4)
    {"delay", 2, 3, DelayCall},
    VariesByItself({"spatialDistribution", 4, 6, SpatialDistribution, Op::kConstant,
                    "in0,in1,x,positiveVelocity,initialPoints,initialValues"}),
    // State machines (17)
    {"transition", 3, 7, NotAnExpression, Op::kConstant,
     "from,to,condition,immediate,reset,synchronize,priority"},
    {"initialState", 1, 1, NotAnExpression},
    VariesByItself({"activeState", 1, 1, ActiveState}),
    VariesByItself({"ticksInState", 0, 0, DurationInState}),
    VariesByItself({"timeInState", 0, 0, DurationInState}),
};

}  // namespace

std::span<const Builtin> Builtins() {
  return kBuiltins;
}

const Builtin* FindBuiltin(std::string_view name) {
  for (const Builtin& builtin : kBuiltins) {
    if (builtin.name == name) return &builtin;
  }
  return nullptr;
}

bool IsInFunction(Lowering& l, const CallSite& call, std::string_view missing) {
  if (l.scope.frame == nullptr || l.scope.frame->is_section) return false;
  l.Error(Code::kFunctionFailed, call.span, "`{}` is not allowed in a function, which has no {}",
          call.function.name, missing);
  return true;
}

}  // namespace daedalus::semantics
