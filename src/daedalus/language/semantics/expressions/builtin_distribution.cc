// (out0, out1) = spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues), section
// 3.7.4.2: what is carried along a pipe of length 1 by a velocity der(x),
//
//   dz/dt + der(x) dz/dy = 0,   z(0, t) = in0 where the velocity is positive, z(1, t) = in1 where it is not.
//
// z is constant along y - x. So it is a function w of the distance that the contents have moved: z(y, t) =
// w(x(t) - y). What enters at y = 0 is written to w at its upper end x; what enters at y = 1 at its lower end
// x - 1. What leaves at the other end is read there (Record and Recall, system/hybrid.h): exactly, without a
// grid along the pipe.
#include "daedalus/language/semantics/events/recalled_value.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::semantics {
namespace {

enum DistributionArgument : std::size_t {
  kIn0,
  kIn1,
  kPosition,
  kPositiveVelocity,
  kInitialPoints,
  kInitialValues,
  kNumArguments
};

// Checks the points and values at the start, as far as they are known now: in ascending order and from end to
// end.
bool IsProfile(Lowering& l, const CallSite& call, const Value& points, const Value& values) {
  if (points.dims.size() != 1 || values.dims != points.dims || points.size() < 2) {
    l.Error(
        Code::kBadDistribution, call.span,
        "the points and values at the start are vectors of one length, at least 2, but these are {} and {}",
        l.TypeText(points), l.TypeText(values));
    return false;
  }
  if (!points.IsConstant()) return true;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].number >= points[i - 1].number) continue;
    l.Error(Code::kBadDistribution, l.SpanOf(call.arguments[kInitialPoints]),
            "the points at the start rise from 0 to 1, but {} follows {}", points[i].number,
            points[i - 1].number);
    return false;
  }
  if (points[0].number == 0 && points[points.size() - 1].number == 1) return true;
  l.Error(Code::kBadDistribution, l.SpanOf(call.arguments[kInitialPoints]),
          "the points at the start rise from 0 to 1, but these from {} to {}", points[0].number,
          points[points.size() - 1].number);
  return false;
}

// The profile decides about the structure of the record, so its present points are used.
bool AddProfile(Lowering& l, const CallSite& call, Record& record) {
  if (call.arguments.size() <= kInitialPoints) {
    for (const double y : {0.0, 1.0}) {
      record.profile_places.push_back(l.graph().Constant(y));
      record.profile_values.push_back(l.graph().Constant(0.0));
    }
    return true;
  }
  if (call.arguments.size() != kNumArguments || !call.arguments[kInitialPoints].IsValid()) {
    l.Error(Code::kWrongArgumentCount, call.span, "`initialPoints` and `initialValues` are given together");
    return false;
  }
  const Value points = LowerStructural(l, call.arguments[kInitialPoints], "the points of a distribution");
  const Value values = Lower(l, call.arguments[kInitialValues]);
  if (points.IsError() || values.IsError() || !IsProfile(l, call, points, values)) return false;
  if (values.variability > Variability::kParameter) {
    l.Error(Code::kTooVariable, l.SpanOf(call.arguments[kInitialValues]),
            "the values at the start cannot vary during the run");
    return false;
  }
  for (std::size_t i = 0; i < points.size() && l.purpose.mode == Mode::kSymbolic; ++i) {
    record.profile_places.push_back(ToExpr(l, points[i]));
    record.profile_values.push_back(ToExpr(l, values[i]));
  }
  return true;
}

}  // namespace

std::optional<std::vector<Value>> DistributionResults(Lowering& l, const CallSite& call) {
  if (IsInFunction(l, call, "past")) return std::nullopt;
  const Value in0 = ScalarArgument(l, call, kIn0), in1 = ScalarArgument(l, call, kIn1),
              x = ScalarArgument(l, call, kPosition);
  const Value is_positive = Lower(l, call.arguments[kPositiveVelocity]);
  if (in0.IsError() || in1.IsError() || x.IsError() || is_positive.IsError()) return std::nullopt;
  if (is_positive.type != BaseType::kBoolean || !is_positive.IsScalar()) {
    WrongArgument(l, call, kPositiveVelocity, "a Boolean", is_positive);
    return std::nullopt;
  }
  Record record;
  if (!AddProfile(l, call, record)) return std::nullopt;
  std::vector<Value> out(2, ScalarValue(BaseType::kReal, Scalar(), Variability::kContinuous));
  if (l.purpose.mode != Mode::kSymbolic) return out;
  expr::Graph& g = l.graph();
  const ExprId one = g.Constant(1.0);
  record.origin = OriginOfCall(l, call.span);
  record.top = ToExpr(l, x.scalar);
  record.top_value = ToExpr(l, in0.scalar);
  record.bottom = expr::Difference(g, record.top, one);
  record.bottom_value = ToExpr(l, in1.scalar);
  record.is_rising = ToExpr(l, is_positive.scalar);
  record.extent = one;
  auto& records = l.context.system.hybrid.records;
  records.push_back(record);
  const auto number = static_cast<std::uint32_t>(records.size() - 1);
  const ExprId at_0 = RecalledValue(l, number, record.top, record.origin);
  const ExprId at_1 = RecalledValue(l, number, record.bottom, record.origin);
  out[0].scalar = Expression(expr::Conditional(g, record.is_rising, record.top_value, at_0));
  out[1].scalar = Expression(expr::Conditional(g, record.is_rising, at_1, record.bottom_value));
  return out;
}

Value SpatialDistribution(Lowering& l, const CallSite& call) {
  auto results = DistributionResults(l, call);
  return results ? std::move(results->front()) : Value();
}

}  // namespace daedalus::semantics
