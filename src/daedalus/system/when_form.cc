#include "daedalus/system/when_form.h"

#include <algorithm>

namespace daedalus {
namespace {

using expr::Op;

// The leaf at this place; nullptr if it is something else.
const Held* FindHeld(const System& system, ExprId e) {
  return system.graph.op(e) == Op::kHeld ? &system.hybrid.held[system.graph.held(e)] : nullptr;
}

bool IsInitial(const System& system, ExprId e) {
  const Held* held = FindHeld(system, e);
  return held != nullptr && held->kind == Held::Kind::kInitial;
}
bool IsNotInitial(const System& system, ExprId e) {
  return system.graph.op(e) == Op::kNot && IsInitial(system, system.graph.operand(e, 0));
}

// c and not pre(c), as two operands of a conjunction in any order.
DiscreteId ReadEdge(const System& system, ExprId a, ExprId b) {
  const expr::Graph& g = system.graph;
  if (g.op(a) == Op::kNot) std::swap(a, b);
  if (g.op(b) != Op::kNot) return {};
  const Held *now = FindHeld(system, a), *before = FindHeld(system, g.operand(b, 0));
  const bool is_edge = now != nullptr && before != nullptr && now->kind == Held::Kind::kDiscrete &&
                       before->kind == Held::Kind::kPre && now->of == before->of;
  return is_edge ? DiscreteId(now->of) : DiscreteId();
}

bool AddEdge(const System& system, ExprId e, WhenForm& form) {
  const auto operands = system.graph.operands(e);
  if (system.graph.op(e) != Op::kAnd || operands.size() != 2) return false;
  const DiscreteId condition = ReadEdge(system, operands[0], operands[1]);
  if (condition.IsValid()) form.conditions.push_back(condition);
  return condition.IsValid();
}

bool AddEdges(const System& system, ExprId e, WhenForm& form) {
  if (system.graph.op(e) != Op::kOr) return AddEdge(system, e, form);
  const auto operands = system.graph.operands(e);
  return std::all_of(operands.begin(), operands.end(), [&](ExprId o) { return AddEdge(system, o, form); });
}

}  // namespace

std::optional<WhenForm> ReadWhenForm(const System& system, ExprId active) {
  const expr::Graph& g = system.graph;
  WhenForm form;
  if (IsInitial(system, active)) {
    form.is_active_initially = true;
    return form;
  }
  const auto operands = g.operands(active);
  if (g.op(active) == Op::kOr) {
    for (const ExprId operand : operands) {
      if (IsInitial(system, operand)) {
        form.is_active_initially = true;
      } else if (!AddEdge(system, operand, form)) {
        return std::nullopt;
      }
    }
    return form.is_active_initially ? std::optional(form) : std::nullopt;
  }
  if (g.op(active) != Op::kAnd) return std::nullopt;
  std::vector<ExprId> rest;
  for (const ExprId operand : operands) {
    if (!IsNotInitial(system, operand)) rest.push_back(operand);
  }
  if (rest.size() + 1 != operands.size()) return std::nullopt;
  if (rest.size() == 1 && AddEdges(system, rest[0], form)) return form;
  if (rest.size() != 2) return std::nullopt;
  const DiscreteId condition = ReadEdge(system, rest[0], rest[1]);
  if (!condition.IsValid()) return std::nullopt;
  form.conditions.push_back(condition);
  return form;
}

std::vector<WhenBranch> ReadWhenBranches(const System& system, const DiscreteEquation& equation) {
  const expr::Graph& g = system.graph;
  const Held* left = FindHeld(system, equation.left);
  if (left == nullptr || left->kind != Held::Kind::kDiscrete) return {};
  std::vector<WhenBranch> branches;
  ExprId e = equation.right;
  while (g.op(e) == Op::kIf) {
    if (!ReadWhenForm(system, g.operand(e, 0))) return {};
    branches.push_back({g.operand(e, 0), g.operand(e, 1)});
    e = g.operand(e, 2);
  }
  const Held* last = FindHeld(system, e);
  const bool is_kept = last != nullptr && last->kind == Held::Kind::kPre && last->of == left->of;
  return is_kept ? branches : std::vector<WhenBranch>();
}

}  // namespace daedalus
