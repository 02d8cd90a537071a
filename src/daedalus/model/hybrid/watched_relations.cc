#include "daedalus/model/hybrid/watched_relations.h"

namespace daedalus::hybrid {
namespace {

constexpr int kChattering = 100;

}  // namespace

WatchedRelations::WatchedRelations(const EventModel& model, double tolerance)
    : judgement_{.tolerance = tolerance, .is_exact = 0, .is_lenient = 0, .is_crossing = 0},
      relations_(model.state_relations.size()),
      sides_(2 * model.state_relations.size()),
      rests_(model.resting.size()) {
  for (std::size_t k = 0; k < relations_.size(); ++k)
    relation_begin(&relations_[k], model.state_relations[k].or_equal);
}

void WatchedRelations::ReadSides(EventModel& model, const codegen::KernelInputs& inputs) {
  const std::span<const double> sides = EvaluateSides(model, inputs);
  for (std::size_t k = 0; k < relations_.size(); ++k)
    relation_set_sides(&relations_[k], sides[2 * k], sides[2 * k + 1]);
}

void WatchedRelations::ReadRests(EventModel& model, const codegen::KernelInputs& inputs) {
  if (rests_.empty()) return;
  model.rests.Evaluate(inputs, rests_.data());
  for (std::size_t i = 0; i < rests_.size(); ++i)
    relation_set_rest(&relations_[model.resting[i]], rests_[i] != 0, judgement_.tolerance);
}

std::optional<Chattering> WatchedRelations::FindChattering() const {
  for (std::size_t k = 0; k < relations_.size(); ++k) {
    const event_relation& relation = relations_[k];
    if (relation.num_small >= kChattering) return Chattering{k, relation.num_small, relation.since};
  }
  return std::nullopt;
}

}  // namespace daedalus::hybrid
