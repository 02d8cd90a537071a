#include "daedalus/system/hybrid.h"

#include <utility>

namespace daedalus {
namespace {

HeldId AddHeld(Hybrid& hybrid, Held::Kind kind, std::size_t of) {
  return hybrid.held.Add({kind, static_cast<std::uint32_t>(of), {}});
}

}  // namespace

DiscreteId AddDiscrete(Hybrid& hybrid, DiscreteVariable variable) {
  const std::size_t place = hybrid.discretes.size();
  variable.value = AddHeld(hybrid, Held::Kind::kDiscrete, place);
  variable.pre = AddHeld(hybrid, Held::Kind::kPre, place);
  return hybrid.discretes.Add(std::move(variable));
}

RelationId AddRelation(Hybrid& hybrid, Relation relation) {
  relation.value = AddHeld(hybrid, Held::Kind::kRelation, hybrid.relations.size());
  return hybrid.relations.Add(relation);
}

SampleId AddSample(Hybrid& hybrid, Sample sample) {
  sample.value = AddHeld(hybrid, Held::Kind::kSample, hybrid.samples.size());
  return hybrid.samples.Add(sample);
}

HeldId AddDelay(Hybrid& hybrid, Delay delay) {
  delay.value = AddHeld(hybrid, Held::Kind::kDelayed, hybrid.delays.size());
  hybrid.delays.push_back(delay);
  return delay.value;
}

const Recall& AddRecall(Hybrid& hybrid, expr::Graph& graph, std::uint32_t record, ExprId place,
                        OriginId origin) {
  const std::size_t number = hybrid.recalls.size();
  Recall recall{.record = record,
                .place = place,
                .origin = origin,
                .cubic = {},
                .at = {},
                .low = {},
                .high = {},
                .above = {},
                .below = {}};
  for (HeldId* leaf : {&recall.cubic[0], &recall.cubic[1], &recall.cubic[2], &recall.cubic[3], &recall.at,
                       &recall.low, &recall.high})
    *leaf = AddHeld(hybrid, Held::Kind::kRecalled, number);
  recall.above = AddRelation(hybrid, {graph.Held(recall.high), place, true, origin, {}});
  recall.below = AddRelation(hybrid, {place, graph.Held(recall.low), false, origin, {}});
  hybrid.recalls.push_back(recall);
  return hybrid.recalls.back();
}

HeldId LeafOf(const Hybrid& hybrid, const ModelInput& input) {
  return input.value.IsValid() ? hybrid.discretes[input.value].value : input.cubic[0];
}

ModelInput& AddInput(Hybrid& hybrid, ScalarName name, ValueType type, ExprId start) {
  ModelInput input{.name = name, .type = type, .value = {}, .start = start, .at = {}};
  for (HeldId* leaf : {&input.cubic[0], &input.cubic[1], &input.cubic[2], &input.cubic[3], &input.at})
    *leaf = AddHeld(hybrid, Held::Kind::kInput, hybrid.inputs.size());
  hybrid.inputs.push_back(input);
  return hybrid.inputs.back();
}

HeldId AddPreValue(Hybrid& hybrid, ExprId expression) {
  const HeldId h = AddHeld(hybrid, Held::Kind::kPreValue, 0);
  hybrid.held[h].expression = expression;
  return h;
}

HeldId AddResult(Hybrid& hybrid, ValueType type) {
  return AddHeld(hybrid, Held::Kind::kResult, static_cast<std::size_t>(type));
}

HeldId InitialLeaf(Hybrid& hybrid) {
  if (!hybrid.initial.IsValid()) hybrid.initial = AddHeld(hybrid, Held::Kind::kInitial, 0);
  return hybrid.initial;
}

HeldId TerminalLeaf(Hybrid& hybrid) {
  if (!hybrid.terminal.IsValid()) hybrid.terminal = AddHeld(hybrid, Held::Kind::kTerminal, 0);
  return hybrid.terminal;
}

}  // namespace daedalus
