#include "daedalus/model/simulate/event_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

// The place in the text: " (Ball.mo:9)".
std::string Place(const Sources& sources, Span span) {
  const std::string text = PlaceText(sources, span);
  return text.empty() ? text : fmt::format(" ({})", text);
}

std::string ValueText(const System& system, const Declaration& declaration, double value) {
  if (declaration.enumeration.IsValid()) {
    const Enumeration& enumeration = system.enumerations[declaration.enumeration];
    if (const auto text = enumeration.TextOf(value))
      return enumeration.is_string() ? fmt::format("\"{}\"", *text) : std::string(*text);
  }
  if (declaration.type == ValueType::kBoolean) return value != 0 ? "true" : "false";
  return fmt::format("{:.9g}", value);
}

std::vector<std::string> EffectsOf(const System& system, const Sources& sources, const EventRecord& record) {
  const Hybrid& hybrid = system.hybrid;
  std::vector<std::string> effects;
  for (const EventRecord::Change& change : record.changes) {
    const Held& held = hybrid.held[change.leaf];
    if (held.kind != Held::Kind::kDiscrete || hybrid.discretes[DiscreteId(held.of)].is_internal) continue;
    const Declaration& declaration = system.declarations[hybrid.discretes[DiscreteId(held.of)].declaration];
    effects.push_back(fmt::format("{}: {} -> {}", HeldText(system, change.leaf),
                                  ValueText(system, declaration, change.before),
                                  ValueText(system, declaration, change.after)));
  }
  for (const hybrid::NewState& state : record.states) {
    const Reinit& reinit = hybrid.reinits[state.reinit];
    effects.push_back(fmt::format("{}: {:.9g} -> {:.9g}{}", ExpressionText(system, reinit.variable),
                                  state.before, state.after, Place(sources, SpanOf(system, reinit.origin))));
  }
  for (const compile::Jump& jump : record.jumps) {
    for (const compile::Jump::Value& value : jump.values) {
      effects.push_back(fmt::format("{} jumps: {:.9g} -> {:.9g}", NameOf(system, value.quantity),
                                    value.before, value.after));
    }
    for (const compile::Jump::Impulse& impulse : jump.impulses)
      effects.push_back(
          fmt::format("{} is an impulse of {:.9g}", NameOf(system, impulse.variable), impulse.size));
  }
  return effects;
}

// Writes "x = 0" whichever side of the relation has the number.
std::string SurfaceText(const System& system, const EventRecord::Slide& slide) {
  const bool is_turned = system.graph.IsConstant(slide.left);
  return fmt::format("{} = {}", ExpressionText(system, is_turned ? slide.right : slide.left),
                     ExpressionText(system, is_turned ? slide.left : slide.right));
}

}  // namespace

std::string CausesOfEvent(const System& system, const Sources& sources, const EventRecord& record) {
  const Hybrid& hybrid = system.hybrid;
  std::vector<std::string> causes;
  for (const SampleId s : record.samples)
    causes.push_back(HeldText(system, hybrid.samples[s].value) +
                     Place(sources, SpanOf(system, hybrid.samples[s].origin)));
  for (const HeldId leaf : record.crossed) {
    const bool is_undone =
        std::ranges::none_of(record.changes, [&](const auto& change) { return change.leaf == leaf; });
    if (is_undone) causes.push_back(BareHeldText(system, leaf) + " changes, and changes back");
  }
  for (const EventRecord::Change& change : record.changes) {
    const Held& held = hybrid.held[change.leaf];
    if (held.kind != Held::Kind::kRelation) continue;
    causes.push_back(
        fmt::format("{} becomes {}{}", BareHeldText(system, change.leaf), change.after != 0,
                    Place(sources, SpanOf(system, hybrid.relations[RelationId(held.of)].origin))));
  }
  for (const EventRecord::Slide& slide : record.slides)
    causes.push_back(fmt::format("the model {} to slide along {}{}", slide.begins ? "begins" : "ceases",
                                 SurfaceText(system, slide), Place(sources, SpanOf(system, slide.origin))));
  return fmt::format("{}", fmt::join(causes, ", "));
}

std::string DescribeEvent(const System& system, const Sources& sources, const EventRecord& record) {
  const std::string causes = CausesOfEvent(system, sources, record);
  std::string text =
      fmt::format("event at time = {:.9g}{}{}\n", record.time, causes.empty() ? "" : ": ", causes);
  for (const std::string& effect : EffectsOf(system, sources, record)) text += "  " + effect + "\n";
  return text;
}

}  // namespace daedalus::simulate
