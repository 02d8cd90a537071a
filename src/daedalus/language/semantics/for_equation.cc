#include "daedalus/language/semantics/for_equation.h"

#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/walk.h"

namespace daedalus::semantics {
namespace {

// The indices from the first, which is the outermost.
bool Unroll(EquationScope& scope, const syntax::Equation& equation, std::size_t level,
            const std::function<bool()>& body) {
  const auto indices = scope.tree().List(equation.indices);
  if (level == indices.size()) return body();
  Lowering l = scope.MakeStructural("the range of a loop");
  std::vector<syntax::ExpressionId> used_in;
  if (!indices[level].range.IsValid()) AppendExpressions(scope.tree(), equation, &used_in);
  const Value range = LowerIterationRange(l, indices[level], used_in);
  if (range.IsError()) return false;
  if (!range.IsConstant() && !scope.IsCheck()) {
    l.Error(Code::kNotEvaluable, l.SpanOf(indices[level].range),
            "the range of a loop must have a value here");
    return false;
  }
  const std::size_t slot = scope.text.loops.size();
  scope.text.loops.push_back({indices[level].name, {}});
  bool ok = true;
  // If a size is unknown, the body is read once for all iterations.
  const std::size_t count = range.HasUnknownSize() ? 1 : static_cast<std::size_t>(range.dims[0]);
  for (std::size_t i = 0; i < count; ++i) {
    Value& index = scope.text.loops[slot].value;
    index = range.HasUnknownSize() ? Blank(range, {}) : ElementOf(range, i);
    index.variability = Variability::kConstant;
    ok = Unroll(scope, equation, level + 1, body) && ok;
  }
  scope.text.loops.pop_back();
  return ok;
}

}  // namespace

bool ForEachIteration(EquationScope& scope, const syntax::Equation& equation,
                      const std::function<bool()>& body) {
  constexpr std::size_t kMaxIndices = 64;  // each level is a recursion; hand-written text has fewer
  if (equation.indices.size() <= kMaxIndices) return Unroll(scope, equation, 0, body);
  scope.context.reporter.Report(
      Error(Code::kBadRange, scope.tree().SpanOf(equation), "a loop with more than {} indices", kMaxIndices));
  return false;
}

}  // namespace daedalus::semantics
