#include "daedalus/products/analyze/describe_events.h"

#include <fmt/format.h>

#include <vector>

#include "daedalus/model/compile/mode_conditions.h"
#include "daedalus/model/compile/surfaces.h"
#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus::analyze {
namespace {

class Writer {
 public:
  Writer(const System& system, const Sources& sources) : system_(system), sources_(sources) {}

  // A heading with the number of lines, and the lines; nothing without lines.
  void List(std::string_view one, std::string_view many,
            const std::vector<std::pair<std::string, OriginId>>& lines) {
    if (lines.empty()) return;
    text_ += lines.size() == 1 ? fmt::format("1 {}:\n", one) : fmt::format("{} {}:\n", lines.size(), many);
    for (const auto& [line, origin] : lines) {
      const std::string place = PlaceText(sources_, SpanOf(system_, origin));
      text_ += place.empty() ? fmt::format("  {}\n", line) : fmt::format("  {:<60} {}\n", line, place);
    }
  }

  std::string Take() {
    return text_.empty() ? "nothing happens at events: the model has none\n" : std::move(text_);
  }

 private:
  const System& system_;
  const Sources& sources_;
  std::string text_;
};

}  // namespace

Result<std::string> DescribeEvents(System system, const Sources& sources) {
  auto model = hybrid::CompileEvents(system);
  if (!model) return Failure{std::move(model).error()};
  auto sorted = hybrid::SortDiscreteEquations(system);
  if (!sorted) return Failure{std::move(sorted).error()};
  const Hybrid& hybrid = system.hybrid;
  using Lines = std::vector<std::pair<std::string, OriginId>>;
  Lines watched, known, samples, computed, states, ends, effects, delays;
  const auto bare = [&](HeldId leaf) { return BareHeldText(system, leaf); };
  for (const hybrid::StateRelation& r : model->state_relations)
    watched.emplace_back(bare(r.value), hybrid.relations[r.relation].origin);
  for (const hybrid::TimeRelation& r : model->time_relations)
    known.emplace_back(bare(r.value), hybrid.relations[r.relation].origin);
  for (const Sample& sample : hybrid.samples) samples.emplace_back(bare(sample.value), sample.origin);
  for (const Delay& delay : hybrid.delays) delays.emplace_back(bare(delay.value), delay.origin);
  for (const hybrid::DiscreteAssignment& a : *sorted) {
    computed.emplace_back(fmt::format("{} := {}", system.names.Text(hybrid.discretes[a.target].name),
                                      ExpressionText(system, a.value)),
                          a.origin);
  }
  for (const Reinit& reinit : hybrid.reinits) {
    states.emplace_back(fmt::format("{} := {}", ExpressionText(system, reinit.variable),
                                    ExpressionText(system, reinit.value)),
                        reinit.origin);
  }
  for (const Termination& end : hybrid.terminations)
    ends.emplace_back(fmt::format("when {}", ExpressionText(system, end.active)), end.origin);
  for (const Effect& effect : hybrid.effects)
    effects.emplace_back(fmt::format("{} when {}", effect.name, ExpressionText(system, effect.active)),
                         effect.origin);

  Lines surfaces, modes;
  for (const hybrid::StateRelation& r : model->state_relations) {
    if (!compile::FindSlidingObstacle(system, r.relation))
      surfaces.emplace_back(bare(r.value), hybrid.relations[r.relation].origin);
  }
  if (const auto parameters = EvaluateParameters(system); parameters.ok()) {
    for (const ExprId condition : compile::FindModeConditions(system, parameters->values))
      modes.emplace_back(ExpressionText(system, condition), OriginId());
  }

  Writer writer(system, sources);
  writer.List("relation is watched during the run", "relations are watched during the run", watched);
  writer.List("relation changes at an instant that is known beforehand",
              "relations change at instants that are known beforehand", known);
  writer.List("sequence of samples", "sequences of samples", samples);
  writer.List("value is delayed", "values are delayed", delays);
  writer.List("discrete variable", "discrete variables, in the order in which an event computes them",
              computed);
  writer.List("state gets a new value", "states get new values", states);
  writer.List("condition decides which unknowns an equation has",
              "conditions decide which unknowns an equation has", modes);
  writer.List("relation changes only slopes: if it changes to and fro, --sliding slides along it",
              "relations change only slopes: if they change to and fro, --sliding slides along them",
              surfaces);
  writer.List("way to end the run", "ways to end the run", ends);
  writer.List("effect outside of the model", "effects outside of the model", effects);
  return writer.Take();
}

}  // namespace daedalus::analyze
