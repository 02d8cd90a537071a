#include "daedalus/model/described_events.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/system/print_system.h"

namespace daedalus::model {

std::vector<EventDescription> DescribeEvents(const compile::GivenModel& given) {
  using Kind = EventDescription::Kind;
  std::vector<EventDescription> out;
  if (!given.events) return out;
  const System& system = *given.system;
  const Hybrid& hybrid = system.hybrid;
  const auto add = [&](Kind kind, std::string text, OriginId origin) {
    out.push_back({kind, std::move(text), SpanOf(system, origin)});
  };
  for (const hybrid::StateRelation& r : given.events->state_relations)
    add(Kind::kCrossing, BareHeldText(system, r.value), hybrid.relations[r.relation].origin);
  for (const hybrid::TimeRelation& r : given.events->time_relations)
    add(Kind::kTime, BareHeldText(system, r.value), hybrid.relations[r.relation].origin);
  for (const Sample& sample : hybrid.samples)
    add(Kind::kSample, BareHeldText(system, sample.value), sample.origin);
  for (const Reinit& reinit : hybrid.reinits) {
    add(Kind::kReinit,
        fmt::format("{} := {}", ExpressionText(system, reinit.variable),
                    ExpressionText(system, reinit.value)),
        reinit.origin);
  }
  for (const Termination& end : hybrid.terminations)
    add(Kind::kTermination, ExpressionText(system, end.active), end.origin);
  return out;
}

std::size_t CountWhenConditions(const System& system) {
  return static_cast<std::size_t>(
      std::ranges::count_if(system.hybrid.discretes, [&](const DiscreteVariable& discrete) {
        return discrete.is_internal && system.names.Text(discrete.name).starts_with("$when");
      }));
}

}  // namespace daedalus::model
