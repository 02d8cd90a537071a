#include "daedalus/system/clocks/partition.h"

#include <algorithm>
#include <set>

namespace daedalus::clocks {
namespace {

using expr::Op;
using ConversionKind = Conversion::Kind;

}  // namespace

Partitions::Partitions(const System& system, const ClockedText& text)
    : system_(system),
      num_variables_(static_cast<std::uint32_t>(system.variables.size())),
      sets_(system.variables.size() + system.hybrid.discretes.size()),
      is_free_(system.variables.size() + system.hybrid.discretes.size(), 0),
      marks_(is_free_.size()),
      number_(is_free_.size()) {
  FindFree();
  JoinEquations();
  for (const Tie& tie : text.ties) Join(tie.a, tie.b);
  for (const Conversion& conversion : text.conversions) {
    if (conversion.kind == ConversionKind::kPrevious) Join(conversion.argument, conversion.result);
  }
  JoinActions(text);
  MarkAll(text);
  Number();
}

// Those of der(p) = 0 and of p = pre(p).
void Partitions::FindFree() {
  const expr::Graph& g = system_.graph;
  for (const Equation& equation : system_.equations) {
    const ExprId e = equation.residual;
    if (g.op(e) == Op::kVariable && g.derivative_order(e) == 1) is_free_[g.variable(e).index()] = 1;
  }
  for (const DiscreteEquation& equation : system_.hybrid.equations) {
    if (g.op(equation.left) != Op::kHeld || g.op(equation.right) != Op::kHeld) continue;
    const Held &left = system_.hybrid.held[g.held(equation.left)],
               &right = system_.hybrid.held[g.held(equation.right)];
    if (right.kind == Held::Kind::kPre && left.of == right.of) is_free_[num_variables_ + left.of] = 1;
  }
}

void Partitions::AddUnknowns(ExprId e) {
  const expr::Leaves& leaves = leaves_.Collect(system_.graph, e);
  for (const expr::VariableLeaf& leaf : leaves.variables) unknowns_.push_back(leaf.variable.value);
  const std::vector<HeldId> held = leaves.held;  // what follows collects again
  for (const HeldId h : held) {
    const Held& what = system_.hybrid.held[h];
    switch (what.kind) {
      case Held::Kind::kDiscrete:
      case Held::Kind::kPre:
        unknowns_.push_back(num_variables_ + what.of);
        break;
      case Held::Kind::kPreValue:
        AddUnknowns(what.expression);
        break;
      case Held::Kind::kRelation:
        AddUnknowns(system_.hybrid.relations[RelationId(what.of)].left);
        AddUnknowns(system_.hybrid.relations[RelationId(what.of)].right);
        break;
      case Held::Kind::kDelayed:
        AddUnknowns(system_.hybrid.delays[what.of].expression);
        break;
      case Held::Kind::kRecalled:
        AddUnknowns(system_.hybrid.records[system_.hybrid.recalls[what.of].record].top_value);
        break;
      default:
        break;
    }
  }
}

const std::vector<std::uint32_t>& Partitions::UnknownsIn(ExprId e) {
  unknowns_.clear();
  AddUnknowns(e);
  std::erase_if(unknowns_, [&](std::uint32_t u) { return is_free_[u] != 0; });
  return unknowns_;
}

void Partitions::Join(ExprId a, ExprId b) {
  unknowns_.clear();
  AddUnknowns(a);
  AddUnknowns(b);
  std::optional<std::uint32_t> first;
  for (const std::uint32_t u : unknowns_) {
    if (is_free_[u] != 0) continue;
    if (first) sets_.Unite(*first, u);
    first = u;
  }
}

void Partitions::JoinEquations() {
  for (const Equation& equation : system_.equations) Join(equation.left, equation.right);
  for (const DiscreteEquation& equation : system_.hybrid.equations) Join(equation.left, equation.right);
}

// All effects at the tick of an equation.
void Partitions::JoinActions(const ClockedText& text) {
  if (text.tick_uses.empty()) return;
  std::set<std::uint32_t> ticks;
  for (const TickUse& use : text.tick_uses) ticks.insert(use.tick.value);
  for (const Effect& effect : system_.hybrid.effects) {
    const std::vector<std::uint32_t>& unknowns = UnknownsIn(effect.active);
    const auto tick = std::ranges::find_if(unknowns, [&](std::uint32_t u) { return ticks.contains(u); });
    if (tick == unknowns.end()) continue;
    const std::uint32_t own = *tick;
    VisitExpressions(effect, [&](ExprId e) {
      for (const std::uint32_t u : UnknownsIn(e)) sets_.Unite(own, u);
    });
  }
}

void Partitions::Mark(ExprId e, bool is_clocked, Span span) {
  for (const std::uint32_t u : UnknownsIn(e)) MarkUnknown(u, is_clocked, span);
}

void Partitions::MarkUnknown(std::uint32_t unknown, bool is_clocked, Span span) {
  Marks& marks = marks_[sets_.Find(unknown)];
  bool& is_marked = is_clocked ? marks.is_clocked : marks.is_continuous;
  if (!is_marked) (is_clocked ? marks.clocked : marks.continuous) = span;
  is_marked = true;
  // One error is enough: its consequences would repeat it.
  if (!marks.is_clocked || !marks.is_continuous || !errors_.empty()) return;
  errors_.push_back(Error(Code::kClockedAndContinuous, marks.clocked,
                          "this has a clock, but equations connect it with variables that have none")
                        .With(marks.continuous, "this has no clock")
                        .Hint("`sample` leads from continuous variables to clocked ones, `hold` back"));
}

void Partitions::MarkAll(const ClockedText& text) {
  for (const Constructor& constructor : text.constructors) {
    const Span span = SpanOf(system_, constructor.origin);
    Mark(constructor.clock, true, span);
    if (constructor.kind == Constructor::Kind::kEvent) Mark(constructor.expression, false, span);
  }
  for (const VariableId clock : text.clocks)
    MarkUnknown(clock.value, true, system_.declarations[system_.variables[clock].declaration].span);
  for (const Conversion& conversion : text.conversions) {
    if (conversion.argument.IsValid())
      Mark(conversion.argument, conversion.kind != ConversionKind::kSample, conversion.span);
    Mark(conversion.result, conversion.kind != ConversionKind::kHold, conversion.span);
  }
}

void Partitions::Number() {
  for (std::uint32_t u = 0; u < number_.size(); ++u) {
    const std::uint32_t set = sets_.Find(u);
    if (is_free_[u] != 0 || !marks_[set].is_clocked) continue;
    if (!number_[set]) {
      number_[set] = static_cast<std::uint32_t>(reasons_.size());
      reasons_.push_back(marks_[set].clocked);
    }
    number_[u] = number_[set];
  }
}

std::optional<std::uint32_t> Partitions::Of(ExprId e) {
  const std::vector<std::uint32_t>& unknowns = UnknownsIn(e);
  return unknowns.empty() ? std::nullopt : number_[unknowns[0]];
}

}  // namespace daedalus::clocks
