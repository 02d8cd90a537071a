// What a run remembers for delays that vary and for spatial distributions: the records of the past, and what
// is read from them into the leaves of each Recall (system/hybrid.h).
//
// Where a recall is read depends on unknowns that are not known before an evaluation. So the stretch of the
// record that it lies on is chosen by a prediction: the place goes on from the last step as a parabola of
// time. On that stretch the value is an expression of the true place; where the prediction is off by more
// than the stretch, its polynomial is used a little beyond its end, which costs what a step of the integrator
// costs in accuracy at most.
//
// In which section of the record a recall is, is told by its leaves `low` and `high`, and changes in events
// alone.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/hybrid/event_model.h"
#include "daedalus/hybrid/past_record.h"

namespace daedalus::hybrid {

class Recollection {
 public:
  static constexpr std::size_t kNodes = PastRecord::kNodes;
  // Gives a leaf a value.
  using Put = std::function<void(HeldId, double)>;

  explicit Recollection(EventModel& model);
  bool empty() const { return recalls().empty(); }

  // At the start, again with each guess: the records are those of now, and nothing is cut.
  void PutInitial(const codegen::KernelInputs& now, const Put& put);
  // After the start.
  void Begin(const codegen::KernelInputs& now, const Put& put);

  // In an event: follows the relations into other sections, and reads at the places of now. Whether a section
  // has changed.
  bool Follow(const codegen::KernelInputs& now, const Put& put);
  // From here on places are predicted: with what they are at `now`, and at `later`.
  void Stand(const codegen::KernelInputs& now, const codegen::KernelInputs& later);
  // An event begins or ends: in it the leaves are what Follow makes of them.
  void Freeze(bool is_frozen);
  // Before an evaluation at time t.
  void Predict(double t, std::span<double> held) const;

  // A step from t0 to t1: its points, equally spaced, then Append.
  void KeepNode(std::size_t node, const codegen::KernelInputs& point);
  void Append(double t0, double t1, std::span<double> held);

  // No step from t may end later: what is read would not be written yet.
  double StepLimit(double t) const;
  // A delay that is not positive or beyond its limit now, and its value.
  struct BadDelay {
    std::size_t recall = 0;
    double delay = 0, limit = 0;
  };
  std::optional<BadDelay> FindBadDelay() const;

  // What is remembered (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(records_, extents_, motions_, places_, left_, is_frozen_);
  }

 private:
  struct Motion {  // of a place: place + dt (speed + dt curvature), dt = t - time
    double time = 0, place = 0, speed = 0, curvature = 0;

    template <class Archive>
    void Visit(Archive& archive) {
      archive(time, place, speed, curvature);
    }
  };
  const std::vector<Recall>& recalls() const { return model_.hybrid.recalls; }
  bool IsBack(std::size_t i, double cut) const;
  void BuildRecords(const codegen::KernelInputs& now);
  void ReadInto(const Recall& recall, double place, const PastRecord::Section& section, const Put& put) const;

  EventModel& model_;
  std::vector<PastRecord> records_;
  std::vector<double> extents_;
  std::vector<Motion> motions_;              // of each recall
  std::vector<double> recorded_, profiles_;  // scratch
  std::vector<double> places_, later_;
  std::vector<double> nodes_;        // recorded, node by node
  std::vector<double> node_places_;  // likewise
  std::vector<double> left_;  // the cut that each recall has passed in the event at hand; not a number: none
  bool is_frozen_ = false;
};

}  // namespace daedalus::hybrid
