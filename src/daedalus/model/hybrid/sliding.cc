// The part of an event iteration that concerns sliding (surface.h).
#include <algorithm>

#include "daedalus/model/hybrid/event_iteration.h"

namespace daedalus::hybrid {
namespace {

// The number of consecutive crossings that came back at once. It is more than noise makes, and much less than
// the number at which chattering is reported.
constexpr int kRestless = 3;

}  // namespace

std::vector<std::size_t> EventIteration::FindRestless(std::span<const std::int32_t> crowded) const {
  std::vector<std::size_t> out;
  for (std::size_t s = 0; s < slides_.size(); ++s) {
    const auto is_restless = [&](const SurfaceNumbers::Side& side) {
      return relations_[side.relation].num_small >= kRestless ||
             std::ranges::find(crowded, static_cast<std::int32_t>(side.relation)) != crowded.end();
    };
    if (!slides_[s] && std::ranges::any_of(model_.surface_numbers[s].sides, is_restless)) out.push_back(s);
  }
  return out;
}

bool EventIteration::Slide(double t, std::span<const std::size_t> surfaces, ContinuousPart& part) {
  for (const std::size_t s : surfaces) slides_.Begin(s);
  ReadSides(t, part);
  for (event_relation& relation : relations_) relation.before = relation.difference;
  now_.is_unsolved = true;
  const std::vector<std::int64_t> changes = changes_;
  const bool is_solved = RunRounds(t, part).ok();
  for (event_relation& relation : relations_) relation.has_crossed = 0;
  if (!is_solved || !std::ranges::all_of(surfaces, [&](std::size_t s) { return slides_[s]; })) {
    changes_ = changes;
    return false;
  }
  for (const std::size_t s : surfaces) {
    for (const SurfaceNumbers::Side& side : model_.surface_numbers[s].sides)
      relations_[side.relation].num_small = 0;
  }
  return true;
}

bool EventIteration::EndSliding() {
  bool changed = false;
  for (std::size_t s = 0; s < slides_.size(); ++s) {
    const SurfaceNumbers& surface = model_.surface_numbers[s];
    const HeldId below = model_.state_relations[surface.below].value;
    const HeldId above = model_.state_relations[surface.above].value;
    const bool is_above = held_[above.index()] != 0;
    if (!slides_[s] || (!is_above && held_[below.index()] == 0)) continue;
    slides_.End(s);
    Set(below, 0);
    Set(above, 0);
    for (const auto& [relation, is_opposite] : surface.sides) {
      if ((held_[model_.state_relations[relation].value.index()] != 0) == (is_above == is_opposite))
        Flip(relation);
      relations_[relation].has_crossed = 1;  // it is at equality, and stays on this side of it
    }
    now_.is_unsolved = changed = true;
  }
  return changed;
}

}  // namespace daedalus::hybrid
