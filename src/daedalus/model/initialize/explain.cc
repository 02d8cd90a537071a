#include "daedalus/model/initialize/explain.h"

#include <fmt/format.h>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/function.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

using expr::Op;

struct Culprit {
  std::string what;    // "division by zero"
  std::string detail;  // "`x - 1` is 0"
};

Culprit NameCulprit(const System& system, ExprId e, expr::Evaluator& evaluator) {
  const expr::Graph& g = system.graph;
  const auto text = [&](ExprId id) { return ExpressionText(system, id, 80); };
  const auto value = [&](std::size_t i) { return evaluator.Value(g.operand(e, i)); };
  const auto is = [&](std::size_t i) {
    return fmt::format("`{}` is {:.6g}", text(g.operand(e, i)), value(i));
  };
  switch (g.op(e)) {
    case Op::kDiv:
    case Op::kTruncDiv:
    case Op::kMod:
    case Op::kRem:
      if (value(1) == 0) return {"division by zero", is(1)};
      break;
    case Op::kSqrt:
      return {"square root of a negative number", is(0)};
    case Op::kLog:
    case Op::kLog10:
      return {value(0) == 0 ? "logarithm of zero" : "logarithm of a negative number", is(0)};
    case Op::kAsin:
    case Op::kAcos:
      return {fmt::format("{} of a number outside [-1, 1]", Name(g.op(e))), is(0)};
    case Op::kPow:
      if (value(0) == 0) return {"zero to a negative power", is(1)};
      if (value(0) < 0) return {"fractional power of a negative number", is(0)};
      break;
    case Op::kCall:
      if (const std::string why = evaluator.WhyCallFails(e); !why.empty()) {
        return {fmt::format("a function failed: {}", why),
                fmt::format("`{}` has no value", g.functions()[g.function(e).index()]->name())};
      }
      break;
    default:
      break;
  }
  return {"a value overflows", fmt::format("`{}` is {}", text(e), evaluator.Value(e))};
}

}  // namespace

std::string ValuesIn(const System& system, const Equation& equation, const execute::EvaluationPoint& point) {
  constexpr std::size_t kMaxNamed = 8;
  std::string out;
  std::size_t named = 0;
  const expr::Leaves leaves = expr::CollectLeaves(system.graph, equation.residual);
  for (const expr::VariableLeaf& leaf : leaves.variables) {
    if (++named > kMaxNamed) return out + ", ...";
    const std::string name = NameOf(system, leaf.variable);
    const double value = (leaf.order == 0 ? point.y : point.yp)[leaf.variable.index()];
    out += fmt::format("{}{} = {:.6g}", out.empty() ? "" : ", ", leaf.order == 0 ? name : "der(" + name + ")",
                       value);
  }
  return out;
}

Diagnostic ExplainNonFinite(const System& system, const Equation& equation,
                            const execute::EvaluationPoint& point, std::span<const double> parameters,
                            Code code) {
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint({point.time, point.y, point.yp, parameters, point.held});
  const ExprId where = evaluator.FindNonFinite(equation.residual);
  Diagnostic d =
      Error(code, SpanOf(system, equation), "an equation has no finite value at time = {:.9g}", point.time);
  if (where.IsValid()) {
    const Culprit culprit = NameCulprit(system, where, evaluator);
    d.message = fmt::format("{} at time = {:.9g}", culprit.what, point.time);
    d.Here(fmt::format("{} in `{}`", culprit.detail, ExpressionText(system, where, 80)));
  }
  d.Note(fmt::format("flattened: {}", EquationText(system, equation)));
  d.Note(fmt::format("with {}", ValuesIn(system, equation, point)));
  return d;
}

Diagnostic DescribeUndetermined(const System& system, const execute::Undetermined& undetermined) {
  const std::optional<Quantity>& unknown = undetermined.what.unknown;
  const Span span =
      unknown ? system.declarations[system.variables[unknown->variable].declaration].span : Span();
  return Warning(Code::kUndetermined, span, "at time = {:.9g} nothing determines {}", undetermined.time,
                 unknown ? "`" + NameOf(system, *unknown) + "`" : std::string("an unknown of a loop"))
      .Note(
          "the equations of its loop are singular there but consistent: the solution nearest to the last "
          "values was taken");
}

}  // namespace daedalus::initialize
