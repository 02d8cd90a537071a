// The state relations of a model with what events know about them, judged by the rules of event_rules.h.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/model/hybrid/event_rules.h"

namespace daedalus::hybrid {

// The rules are C, and have no members to do this (base/byte_archive.h).
template <class Archive>
void VisitMembers(Archive& archive, event_relation& r) {
  archive(r.difference, r.before, r.size, r.scale, r.recent, r.width, r.slack, r.excursion, r.landed, r.seen,
          r.largest, r.since);
  archive(r.num_small, r.num_undone, r.or_equal, r.has_crossed, r.doubt, r.stays_equal, r.rests);
}

// A state relation that has changed to and fro many times without leaving equality by more than the band
// around it, even after that band was made as wide as the tolerance. How often, and since when.
struct Chattering {
  std::size_t relation = 0;
  int count = 0;
  double since = 0;
};

class WatchedRelations {
 public:
  WatchedRelations(const EventModel& model, double tolerance);

  std::size_t size() const { return relations_.size(); }
  event_relation& operator[](std::size_t k) { return relations_[k]; }
  const event_relation& operator[](std::size_t k) const { return relations_[k]; }
  auto begin() { return relations_.begin(); }
  auto end() { return relations_.end(); }
  auto begin() const { return relations_.begin(); }
  auto end() const { return relations_.end(); }

  // How they are judged in the event at hand.
  event_judgement& judgement() { return judgement_; }
  const event_judgement& judgement() const { return judgement_; }

  // left and right of each, one after the other, in the model with these values.
  std::span<const double> EvaluateSides(EventModel& model, const codegen::KernelInputs& inputs) {
    model.sides.Evaluate(inputs, sides_.data());
    return sides_;
  }
  // Notes them; and which relations an equation makes equal at the moment.
  void ReadSides(EventModel& model, const codegen::KernelInputs& inputs);
  void ReadRests(EventModel& model, const codegen::KernelInputs& inputs);

  double Band(std::size_t k) const { return relation_band(&relations_[k], judgement_.tolerance); }
  bool ShouldBeTrue(std::size_t k, bool is_true) const {
    return relation_should_be_true(&relations_[k], &judgement_, is_true) != 0;
  }
  // Positive as long as the relation keeps its value.
  double Root(std::size_t k, double left, double right, bool is_true) {
    return relation_root(&relations_[k], judgement_.tolerance, left, right, is_true);
  }
  std::optional<Chattering> FindChattering() const;

  template <class Archive>
  void Visit(Archive& archive) {
    archive(relations_);
  }

 private:
  event_judgement judgement_;
  std::vector<event_relation> relations_;
  std::vector<double> sides_, rests_;  // scratch
};

}  // namespace daedalus::hybrid
