#include "daedalus/language/semantics/events/acting_equation.h"

#include <utility>

#include "daedalus/language/semantics/events/clocked_unknowns.h"

namespace daedalus::semantics {
namespace {

template <class AnyEquation>
void TieSides(Context& c, ExprId clock, const std::vector<AnyEquation>& equations, std::size_t first) {
  for (std::size_t i = first; i < equations.size(); ++i) {
    c.clocks.text.ties.push_back({equations[i].left, clock});
    c.clocks.text.ties.push_back({equations[i].right, clock});
  }
}

}  // namespace

ActingEquation::ActingEquation(Context& context, const FlatEquations& flat)
    : context_(context),
      flat_(flat),
      num_equations_(flat.equations.size()),
      num_discretes_(flat.discretes.size()),
      outer_(std::exchange(context.clocks.tick, {})) {}

ActingEquation::~ActingEquation() {
  const ExprId tick = std::exchange(context_.clocks.tick, outer_);
  if (!tick.IsValid()) return;
  TieSides(context_, tick, flat_.equations, num_equations_);
  TieSides(context_, tick, flat_.discretes, num_discretes_);
}

bool MayHaveTick(const Lowering& l) {
  const FunctionState& functions = l.context.functions;
  const bool is_read =
      l.purpose.mode == Mode::kSymbolic && l.writer() == nullptr && functions.effects != nullptr;
  return is_read && l.purpose.place == Place::kEquation && l.purpose.limit > Variability::kParameter;
}

ExprId TickOfEquation(Lowering& l, Span span, Diagnostic refusal) {
  ClockState& clocks = l.context.clocks;
  if (!clocks.tick.IsValid()) {
    clocks.tick = AddUnknown(l, BaseType::kReal, span);
    clocks.text.tick_uses.push_back({l.graph().variable(clocks.tick), std::move(refusal)});
  }
  return clocks.tick;
}

void TieTo(Context& context, ExprId clock, const FlatEquations& flat) {
  TieSides(context, clock, flat.equations, 0);
  TieSides(context, clock, flat.discretes, 0);
  for (const Effect& effect : flat.effects) context.clocks.text.ties.push_back({effect.active, clock});
}

}  // namespace daedalus::semantics
