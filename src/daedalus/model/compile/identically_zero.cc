#include "daedalus/model/compile/identically_zero.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus::compile {

using expr::Op;

IdenticallyZero::IdenticallyZero(const System& system, std::span<const double> parameters)
    : graph_(system.graph),
      variabilities_(expr::AllVariabilities(system.graph)),
      evaluator_(system.graph),
      definitions_(system.variables.size()),
      verdicts_(system.graph.size(), Verdict::kUnasked),
      is_told_(system.graph.size(), 0) {
  evaluator_.SetPoint({.time = 0, .variables = {}, .derivatives = {}, .parameters = parameters});
  for (const Equation& equation : system.equations) {
    if (!equation.left.IsValid() || !equation.right.IsValid()) continue;
    for (const auto& [side, other] :
         {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
      if (graph_.op(side) != Op::kVariable || graph_.derivative_order(side) != 0) continue;
      ExprId& definition = definitions_[graph_.variable(side).index()];
      if (!definition.IsValid()) definition = other;
    }
  }
}

std::span<const ExprId> IdenticallyZero::Grounds(ExprId e) {
  if (IsNumber(e)) return {};
  if (graph_.op(e) == Op::kVariable) {
    const ExprId& definition = definitions_[graph_.variable(e).index()];
    if (graph_.derivative_order(e) != 0 || !definition.IsValid()) return {};
    return {&definition, 1};
  }
  const auto operands = graph_.operands(e);
  if (graph_.op(e) != Op::kIf) return operands;
  if (!IsNumber(operands[0])) return operands.subspan(1);
  return operands.subspan(evaluator_.Value(operands[0]) != 0 ? 1 : 2, 1);
}

IdenticallyZero::Verdict IdenticallyZero::JudgeNumber(ExprId e) {
  const double value = evaluator_.Value(e);
  if (value == 0) return Verdict::kZero;
  return std::isfinite(value) ? Verdict::kOther : Verdict::kUndefined;
}

// Everything that it follows from has a verdict, or is being judged. In the latter case it depends on itself
// and counts as not zero.
IdenticallyZero::Verdict IdenticallyZero::Judge(ExprId e) {
  if (IsNumber(e)) return JudgeNumber(e);
  const auto grounds = Grounds(e);
  const auto is = [this](Verdict verdict) {
    return [this, verdict](ExprId g) { return VerdictOf(g) == verdict; };
  };
  const bool has_undefined = std::ranges::any_of(grounds, is(Verdict::kUndefined));
  const bool has_zero = std::ranges::any_of(grounds, is(Verdict::kZero));
  const bool is_all_zero = !grounds.empty() && std::ranges::all_of(grounds, is(Verdict::kZero));
  switch (graph_.op(e)) {
    case Op::kMul:
      return has_undefined ? Verdict::kUndefined : has_zero ? Verdict::kZero : Verdict::kOther;
    case Op::kDiv:
      if (has_undefined || VerdictOf(grounds[1]) == Verdict::kZero) return Verdict::kUndefined;
      return has_zero ? Verdict::kZero : Verdict::kOther;
    case Op::kIf:
      if (std::ranges::all_of(grounds, is(Verdict::kUndefined))) return Verdict::kUndefined;
      return has_zero && std::ranges::none_of(grounds, is(Verdict::kOther)) &&
                     std::ranges::none_of(grounds, is(Verdict::kAsked))
                 ? Verdict::kZero
                 : Verdict::kOther;
    case Op::kAdd:
      if (has_undefined) return Verdict::kUndefined;
      return is_all_zero ? Verdict::kZero : Verdict::kOther;
    case Op::kVariable:
    case Op::kAbs:
    case Op::kSign:
    case Op::kSqrt:
    case Op::kMin:
    case Op::kMax:
    case Op::kNoEvent:
      return is_all_zero ? Verdict::kZero : Verdict::kOther;
    default:
      return Verdict::kOther;
  }
}

IdenticallyZero::Verdict IdenticallyZero::Ask(ExprId e) {
  std::vector<ExprId> stack = {e};
  while (!stack.empty()) {
    const ExprId top = stack.back();
    Verdict& verdict = verdicts_[top.index()];
    if (verdict == Verdict::kUnasked) {
      verdict = Verdict::kAsked;
      for (const ExprId ground : Grounds(top)) {
        if (VerdictOf(ground) == Verdict::kUnasked) stack.push_back(ground);
      }
      continue;
    }
    if (verdict == Verdict::kAsked) verdict = Judge(top);
    stack.pop_back();
  }
  return VerdictOf(e);
}

void IdenticallyZero::TellReasons(ExprId zero, std::vector<ParameterId>& to) {
  std::vector<ExprId> stack = {zero};
  const auto tell = [&](ExprId number) {
    const auto& parameters = leaves_.Collect(graph_, number).parameters;
    to.insert(to.end(), parameters.begin(), parameters.end());
  };
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (std::exchange(is_told_[e.index()], 1)) continue;
    if (IsNumber(e)) {
      tell(e);
      continue;
    }
    if (graph_.op(e) == Op::kIf && IsNumber(graph_.operand(e, 0))) tell(graph_.operand(e, 0));
    const auto grounds = Grounds(e);
    if (graph_.op(e) == Op::kMul && VerdictOf(e) == Verdict::kZero) {
      stack.push_back(
          *std::ranges::find_if(grounds, [&](ExprId g) { return VerdictOf(g) == Verdict::kZero; }));
    } else {
      stack.insert(stack.end(), grounds.begin(), grounds.end());
    }
  }
}

}  // namespace daedalus::compile
