#include "daedalus/language/semantics/events/varying_values.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "daedalus/language/semantics/events/events.h"

namespace daedalus::semantics {
namespace {

using expr::Op;

class ChangeSearch {
 public:
  explicit ChangeSearch(Context& context) : context_(context), g_(context.graph()) {}

  bool FindChange(ExprId root) {
    pending_ = {root};
    while (!pending_.empty()) {
      const ExprId e = pending_.back();
      pending_.pop_back();
      if (!seen_.insert(e.value).second || HoldsAtInstants(e)) continue;
      if (g_.operands(e).empty() && VariesBetweenEvents(context_, e)) return true;
      const bool is_of_instant = g_.op(e) == Op::kIf && HoldsAtInstants(g_.operand(e, 0));
      for (const ExprId operand : g_.operands(e).subspan(is_of_instant ? 2 : 0)) pending_.push_back(operand);
    }
    return false;
  }

 private:
  // True only at events: initial(), a sample, the edge of a variable, and conditions that need one of these.
  bool HoldsAtInstants(ExprId e) const {
    const auto holds = [this](ExprId operand) { return HoldsAtInstants(operand); };
    switch (g_.op(e)) {
      case Op::kHeld: {
        const Held::Kind kind = HeldOf(e).kind;
        return kind == Held::Kind::kInitial || kind == Held::Kind::kTerminal || kind == Held::Kind::kSample;
      }
      case Op::kOr:
        return std::ranges::all_of(g_.operands(e), holds);
      case Op::kAnd:
        return HasEdge(g_.operands(e)) || std::ranges::any_of(g_.operands(e), holds);
      default:
        return false;
    }
  }

  // `v and not pre(v)`, the edge of v.
  bool HasEdge(std::span<const ExprId> operands) const {
    std::set<std::uint32_t> values, negated;
    for (const ExprId e : operands) {
      const bool is_not = g_.op(e) == Op::kNot;
      const ExprId leaf = is_not ? g_.operand(e, 0) : e;
      if (g_.op(leaf) != Op::kHeld) continue;
      const Held::Kind wanted = is_not ? Held::Kind::kPre : Held::Kind::kDiscrete;
      if (HeldOf(leaf).kind == wanted) (is_not ? negated : values).insert(HeldOf(leaf).of);
    }
    return std::ranges::any_of(values, [&](std::uint32_t v) { return negated.contains(v); });
  }

  const Held& HeldOf(ExprId e) const { return context_.system.hybrid.held[g_.held(e)]; }

  Context& context_;
  const expr::Graph& g_;
  std::vector<ExprId> pending_;
  std::unordered_set<std::uint32_t> seen_;
};

// For a flat model that Daedalus has written: FloorOf (events.h) made it, with the event at which it changes.
bool IsRoundedNumber(std::string_view name) {
  return name.starts_with("'$floor");
}

}  // namespace

bool ChangesBetweenEvents(Context& context, ExprId e) {
  return VariesBetweenEvents(context, e) && ChangeSearch(context).FindChange(e);
}

void ReportVaryingValues(Context& c) {
  if (c.events.varying.empty()) return;
  std::set<std::pair<ExprId, ExprId>> present;  // values with a clock were rewritten
  for (const DiscreteEquation& equation : c.system.hybrid.equations)
    present.emplace(equation.left, equation.right);
  for (const VaryingValue& varying : c.events.varying) {
    if (!present.contains({varying.left, varying.right})) continue;
    const Held& held = c.system.hybrid.held[c.system.graph.held(varying.left)];
    const DiscreteVariable& variable = c.system.hybrid.discretes[DiscreteId(held.of)];
    if (IsRoundedNumber(c.system.names.Text(variable.name))) continue;
    c.reporter.Report(
        Error(Code::kTooVariable, varying.span,
              "`{}` changes at events only, but the value that this algorithm gives it varies between them",
              c.system.names.Text(variable.name))
            .With(c.system.declarations[variable.declaration].span, "declared here")
            .Note("an assigned value may vary no more than the variable (section 3.8 of the specification)")
            .Hint("a relation in `noEvent` or in a function makes no event; outside of them it does, and so "
                  "does `integer(...)`"));
  }
}

}  // namespace daedalus::semantics
