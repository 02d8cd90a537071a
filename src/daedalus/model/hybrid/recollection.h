// The memory of a run for varying delays and spatial distributions: it has the records of the past, and reads
// them into the leaves of each Recall (system/hybrid.h).
//
// The place at which a record is read depends on unknowns of the present evaluation. So the piece of the
// record is chosen by a prediction: the place follows a parabola of time from the last step. On that piece
// the value is an expression of the true place. If the prediction misses the piece, its polynomial is
// extrapolated a little. This costs at most as much accuracy as a step of the integrator.
//
// The leaves `low` and `high` mark the section of the record in which a recall is. They change only at
// events.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/model/hybrid/past_record.h"

namespace daedalus::hybrid {

class Recollection {
 public:
  static constexpr std::size_t kNodes = PastRecord::kNodes;
  // Sets the value of a leaf.
  using Put = std::function<void(HeldId, double)>;

  explicit Recollection(EventModel& model);
  bool empty() const { return recalls().empty(); }

  // At the start, and again with each guess: the records contain the present values and have no cuts.
  void PutInitial(const codegen::KernelInputs& now, const Put& put);
  // After the start.
  void Begin(const codegen::KernelInputs& now, const Put& put);

  // In an event: follows the relations into other sections, and reads at the present places. True if a
  // section has changed.
  bool Follow(const codegen::KernelInputs& now, const Put& put);
  // From now on places are predicted from their values at `now` and at `later`.
  void Stand(const codegen::KernelInputs& now, const codegen::KernelInputs& later);
  // An event begins or ends. During an event the leaves have the values of Follow.
  void Freeze(bool is_frozen);
  // Call before an evaluation at time t.
  void Predict(double t, std::span<double> held) const;

  // A step from t0 to t1: pass its points, equally spaced, and then call Append.
  void KeepNode(std::size_t node, const codegen::KernelInputs& point);
  void Append(double t0, double t1, std::span<double> held);

  // No step from t may end later, since the values to be read are not recorded yet.
  double StepLimit(double t) const;
  // A delay whose present value is not positive or beyond its limit.
  struct BadDelay {
    std::size_t recall = 0;
    double delay = 0, limit = 0;
  };
  std::optional<BadDelay> FindBadDelay() const;

  // Everything that is remembered (base/byte_archive.h).
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
  std::vector<double> node_places_;  // their places, node by node
  std::vector<double> left_;  // the cut that each recall has passed in the event at hand; not a number: none
  bool is_frozen_ = false;
};

}  // namespace daedalus::hybrid
