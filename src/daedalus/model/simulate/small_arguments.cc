#include "daedalus/model/simulate/small_arguments.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

using expr::Op;

// The expression whose digits are needed, if any.
std::optional<ExprId> ArgumentOf(const expr::Graph& g, ExprId e) {
  switch (g.op(e)) {
    case Op::kLog:
    case Op::kLog10:
      return g.operands(e)[0];
    case Op::kDiv:
      return g.operands(e)[1];
    default:
      return std::nullopt;
  }
}

// For each variable that is an argument somewhere: the place in the text.
std::map<VariableId, Span> FindArguments(const System& system) {
  const expr::Graph& g = system.graph;
  std::map<VariableId, Span> out;
  expr::Traversal all, guarded;
  all.Restart();
  guarded.Restart();
  std::vector<char> is_guarded(g.size(), 0);
  for (const Equation& equation : system.equations) {
    for (const ExprId e : all.Continue(g, equation.residual)) {
      if (g.op(e) != Op::kIf) continue;
      for (const ExprId branch : g.operands(e).subspan(1)) {
        for (const ExprId inside : guarded.Continue(g, branch)) is_guarded[inside.index()] = 1;
      }
    }
  }
  all.Restart();
  for (const Equation& equation : system.equations) {
    for (const ExprId e : all.Continue(g, equation.residual)) {
      const auto argument = ArgumentOf(g, e);
      if (!argument || is_guarded[e.index()] || g.op(*argument) != Op::kVariable ||
          g.derivative_order(*argument) > 0)
        continue;
      out.try_emplace(g.variable(*argument), SpanOf(system, equation));
    }
  }
  return out;
}

}  // namespace

SmallArguments::SmallArguments(const System& system, std::span<const Quantity> places,
                               std::span<const double> absolute) {
  const std::map<VariableId, Span> arguments = FindArguments(system);
  if (arguments.empty()) return;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Quantity& place = places[i];
    if (!(absolute[i] > 0) || !place.variable.IsValid() || place.order > 0) continue;
    if (const auto found = arguments.find(place.variable); found != arguments.end())
      watched_.push_back({.quantity = i, .absolute = absolute[i], .span = found->second});
  }
}

void SmallArguments::Observe(double t, std::span<const double> quantities) {
  for (Watched& watched : watched_) {
    const double value = quantities[watched.quantity], size = std::abs(value);
    watched.changes_sign = watched.changes_sign || value * watched.last < 0;
    watched.last = value;
    if (value == 0 || !(size < watched.absolute) || (watched.smallest > 0 && size >= watched.smallest))
      continue;
    watched.smallest = size;
    watched.time = t;
  }
}

std::optional<Diagnostic> SmallArguments::Find(const System& given,
                                               std::span<const Quantity> quantities) const {
  const Watched* worst = nullptr;
  for (const Watched& watched : watched_) {
    if (watched.smallest == 0 || watched.changes_sign) continue;
    if (!worst || watched.smallest / watched.absolute < worst->smallest / worst->absolute) worst = &watched;
  }
  if (!worst) return std::nullopt;
  const Variable& variable = given.variables[quantities[worst->quantity].variable];
  const std::string name = NameOf(given, variable);
  return Warning(Code::kBelowTolerance, given.declarations[variable.declaration].span,
                 "`{}` is as small as {:.3g}, at time = {:.6g}, below its absolute tolerance of {:.3g}: it "
                 "has no correct digits there for a logarithm or a quotient",
                 name, worst->smallest, worst->time, worst->absolute)
      .With(worst->span, "here")
      .Hint(fmt::format("state how small it becomes: {}(nominal = {:.0e})", name, worst->smallest));
}

}  // namespace daedalus::simulate
