// One event: from the values just before it to values that all equations, conditions and when-clauses agree
// with.
//
// At an event, time stands still:
//
//  1. What crossed gets its new value from the direction of the crossing, not from the numbers, which are
//     zero up to rounding. Relations with time get theirs from the queue, samples are true.
//  2. Settle (3.). Then reinits, all together, after all evaluation and before pre is updated (Modelica 3.6,
//     sec. 8.3.6). Where something differs from its pre value, or a state was changed: pre := present, and
//     again from 2. This is a *round*; a token that moves one place at a time takes many of them. More than
//     kMostRounds is an error.
//  3. To settle: evaluate the discrete equations in order. Solve the continuous ones, states given, if a
//     value that they depend on has changed. Evaluate the relations. Repeat until nothing changes.
//
// A relation between values that did not jump keeps its value within a small band around equality, so that
// rounding does not undo the event. Friction that has come to rest stays at rest; a diode that has begun to
// conduct conducts. If the values have jumped, and at the start, the numbers decide. These rules are in
// event_rules.h, in C: exported programs contain a copy.
//
// Mixed loops. A relation may depend on unknowns of a loop that itself depends on the relation: ideal diodes,
// friction. Then all relations that disagree are changed, and the loop is solved again. If that cycles, only
// the first relation that disagrees is changed at a time (the rule of Bland, which ends for linear
// complementarity problems with a P-matrix). Combinations are tried if that fails as well, or if the
// equations have no solution on the way: all switches open, for example, may be singular, although it is only
// an intermediate combination. Those that change least come first.
//
// Sliding (surface.h). If each value of a relation drives the model back to where it has the other value, it
// changes without end. With the option for sliding, the model slides: the relations of that surface keep
// their values and make no events, until the share leaves its bounds. That is an ordinary event; then the
// share decides on which side the relations are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/hybrid/delay_history.h"
#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/model/hybrid/input_values.h"
#include "daedalus/model/hybrid/recollection.h"
#include "daedalus/model/hybrid/sample_times.h"
#include "daedalus/model/hybrid/slides.h"
#include "daedalus/model/hybrid/watched_relations.h"

namespace daedalus::hybrid {

// The continuous equations, as an event sees them.
struct ContinuousPart {
  std::span<const double> y, yp;  // per variable of the given system; `solve` writes there
  // All but the states, with the values that are held now. False where there is no solution; then y and yp
  // are as before.
  std::function<bool()> solve;
  // A state gets a new value, for the next `solve`. False where the variable is no state.
  std::function<bool(VariableId, double)> set_state = {};
  std::function<void()> settled =
      {};  // after each round, before pre is updated: what is true in it alone can be seen
  // Carries out the effect of this number with the values that were found, and stores its results. Effects
  // without results may wait until the event is over. False where it failed. Empty: this is a trial, in which
  // nothing is done.
  std::function<bool(std::size_t effect, std::span<double> results)> carry_out = {};
  // After `solve`, per variable: the impulse of a value that is infinite for an instant, as its integral.
  // Empty: there are no impulses. A diode that blocks while a coil is cut off sees an impulse of voltage,
  // whatever the voltage is afterwards.
  std::function<std::span<const double>()> impulses = {};
};

// The result of a reinit.
struct NewState {
  std::size_t reinit = 0;
  double before = 0, after = 0;
};

struct EventOutcome {
  enum class Status {
    kDone,
    kNotSolved,   // the continuous equations have no solution, in any combination that was tried
    kNotSettled,  // no combination of relations agrees with itself
    kEndless,     // the rounds come to no end
    kNoState,     // a reinit of a variable that is not a state
    kNotDone,     // something that was to be done could not be
  };
  Status status = Status::kDone;
  bool moved = false;                  // a state was given a new value
  bool is_continuous_changed = false;  // something that the continuous equations depend on
  int rounds = 0;
  std::vector<NewState> states = {};
  std::vector<SampleId> samples = {};           // that were due
  std::optional<std::size_t> termination = {};  // which one asked for the end of the run
  std::vector<HeldId> culprits = {};            // after a failure: what comes to no rest
  std::optional<std::size_t> reinit = {};       // of kNoState

  bool ok() const { return status == Status::kDone; }
};

class EventIteration {
 public:
  // `tolerance` of the run: the band around equality is a small part of it.
  EventIteration(const EventModel& model, std::span<const double> parameters, double tolerance);
  EventIteration(const EventIteration&) = delete;  // others hold on to held()
  EventIteration& operator=(const EventIteration&) = delete;

  // The values of all held leaves. They stay where they are in memory.
  std::span<const double> held() const { return held_; }
  const EventModel& model() const { return model_; }

  // The values before anything is solved: start values, and the relations between them.
  void Guess(double t, std::span<const double> y, std::span<const double> yp);
  // Guesses the relations alone again, with better values.
  void GuessRelations(double t, std::span<const double> y, std::span<const double> yp);
  // After Start: the first sample whose interval is not positive, if there is one.
  std::optional<SampleId> FindBadSample() const { return samples_.FindBad(); }
  // The number of an initial equation that what was found at the start does not satisfy.
  std::optional<std::size_t> broken_initial() const { return broken_initial_; }

  // The start: the initial problem, with initial() true; then rounds without it.
  EventOutcome Start(double t, ContinuousPart& initial_problem, ContinuousPart& part);
  // Instead of Start: the run goes on from a point whose discrete variables are known, after the events at
  // that time. `values` per discrete variable; nullopt for those that the model has for itself. The past is
  // not known: no model with delays.
  void BeginAt(double t, std::span<const std::optional<double>> values, const ContinuousPart& part);
  // An event at time t. `crossed` are numbers of state relations.
  EventOutcome Handle(double t, std::span<const std::int32_t> crossed, ContinuousPart& part);
  // The last event: terminal() is true.
  EventOutcome Finish(double t, ContinuousPart& part);

  // The next time event after an event at t, or t itself where one is due at once; infinite: none.
  double NextInstant(double t);

  // At the end of an accepted step, once: whether an event is wanted there.
  bool EndStep(double t, std::span<const double> y, std::span<const double> yp);
  bool has_step_ends() const { return !model_.hybrid.step_ends.empty(); }

  // ---- inputs of the model ----
  // Before Guess. In the order of Hybrid::inputs; null: none is set.
  void FollowInputs(std::shared_ptr<const InputCourses> courses) { inputs_.Follow(std::move(courses)); }
  // An input without a course has this value at once: for whoever evaluates, and knows what depends on it.
  void SetInput(std::size_t i, double value);
  // It gets this value in the next event, which the caller makes happen.
  void GiveInput(std::size_t i, double value) { inputs_.Give(i, value); }
  // For a run that goes on from a point at t: whether some inputs have another value there than their courses
  // say. Then the caller makes an event happen, which gives it to them.
  bool TakeOverInputs(double t) { return inputs_.TakeOver(model_.hybrid, t, held_); }
  // The value that was set last; a discrete input may take it at the next event only.
  double InputValue(std::size_t i) const { return held_[model_.hybrid.inputs[i].cubic[0].index()]; }

  // Whether Refresh has anything to do.
  bool follows_time() const { return has_past() || inputs_.vary(); }
  // Updates the values in held() that follow from time alone: courses of inputs and, once the start has been,
  // what is read from the past. To be called before the equations are evaluated at t.
  void Refresh(double t, bool has_begun);

  // ---- delay(), spatialDistribution() ----
  bool has_past() const { return !model_.hybrid.delays.empty() || !recollection_.empty(); }
  static constexpr std::size_t kPastNodes = DelayHistory::kNodes;
  // Records a step for the past: call it for kPastNodes equally spaced points, then AppendPast.
  void KeepPoint(std::size_t node, double t, std::span<const double> y, std::span<const double> yp);
  void AppendPast(double t0, double t1);
  // No step from t may end later.
  double StepLimit(double t) const {
    return std::min(t + delays_.history.shortest(), recollection_.StepLimit(t));
  }
  // A delay that varies and is not positive or too long at the last point.
  std::optional<Recollection::BadDelay> FindBadRecall() const { return recollection_.FindBadDelay(); }
  // After Start: a delay that is not positive, if there is one.
  std::optional<std::size_t> FindBadDelay() const;

  // Functions whose change of sign is a state event: positive as long as the relation holds its value.
  std::size_t num_roots() const { return model_.state_relations.size(); }
  void Roots(double t, std::span<const double> y, std::span<const double> yp, std::span<double> out);
  // How each of them changes with right - left of its relation, after Roots: 1, -1, or 0 where it makes no
  // event.
  void RootSlopes(std::span<double> out) const;

  // How often each state relation has changed.
  std::span<const std::int64_t> changes() const { return changes_; }

  using Chattering = hybrid::Chattering;
  std::optional<Chattering> FindChattering() const { return relations_.FindChattering(); }
  // Before Handle, where the last event was just before: how far relations that crossed lately are from
  // equality, at a point in between.
  void Measure(double t, std::span<const double> y, std::span<const double> yp);
  // The last crossing is long ago: the relations that crossed have left equality.
  void EndMeasurements();

  // ---- sliding ----
  // Per surface: whether the model slides along it.
  std::span<const char> slides() const { return slides_.along(); }
  // Surfaces whose relations have begun to change to and fro, and along which the model does not slide yet.
  // `crowded` are state relations whose changes are too close together in time to be distinguished.
  std::vector<std::size_t> FindRestless(std::span<const std::int32_t> crowded) const;
  // Call after an event: the model slides along these surfaces too from now on. False if a share is not
  // between 0 and 1, or the equations have no solution; then the caller has to undo everything (Recall).
  bool Slide(double t, std::span<const std::size_t> surfaces, ContinuousPart& part);
  // Before Handle: the relations are free again.
  void StopSliding() { slides_.EndAll(); }

  // The values to restore if an event could not be carried out.
  struct Memory {
    std::vector<double> held, before, sample_counts;
    std::vector<char> slides;
  };
  Memory Remember() const;
  void Recall(const Memory& memory);

  // Everything that events remember (base/byte_archive.h), between two events. What the numbers of the model
  // determine is left out, so that others may be taken back with other parameter values.
  template <class Archive>
  void Visit(Archive& archive) {
    archive(held_, sizes_, relations_, samples_, instants_);
    archive(delays_.history, delays_.lengths, recollection_, inputs_, changes_, slides_, is_measuring_);
  }

 private:
  EventOutcome HandleNow(double t, std::span<const std::int32_t> crossed, ContinuousPart& part);
  enum class Settled { kYes, kNotSolved, kNotSettled };
  codegen::KernelInputs Inputs(double t, const ContinuousPart& part) const {
    return {t, part.y.data(), part.yp.data(), parameters_.data(), held_.data()};
  }
  bool Set(HeldId leaf, double value);
  bool IsTheSame(HeldId leaf, double value);
  bool Sweep(double t, const ContinuousPart& part);
  void ReadSides(double t, const ContinuousPart& part) { relations_.ReadSides(model_, Inputs(t, part)); }
  // The relations that do not have the value that they should have, by number.
  void Look(double t, const ContinuousPart& part);
  bool ShouldBe(std::size_t k) const;
  bool IsTrue(std::size_t k) const { return held_[model_.state_relations[k].value.index()] != 0; }
  void WidenBands(double t, const ContinuousPart& part);
  void Flip(std::size_t k);
  void SetTimeRelations(double t, const ContinuousPart& part, bool exactly);
  std::vector<SampleId> SetSamples(double t);
  void ClearSamples();
  void LookAtImpulses(double t, const ContinuousPart& part);
  bool UpdatePre(double t, const ContinuousPart& part);
  Settled Settle(double t, ContinuousPart& part);
  Settled SettleOrDoubt(double t, ContinuousPart& part);
  // Writes the reason of a failure into the outcome.
  bool HasSettled(Settled settled, EventOutcome& outcome) const;
  bool IsTakenBackByWhen() const;
  bool FollowWithRelationsHeld(double t, ContinuousPart& part, const std::vector<double>& first);
  bool SettleWithRelationsHeld(double t, ContinuousPart& part);
  Settled Search(double t, ContinuousPart& part, const std::vector<double>& first,
                 std::vector<std::size_t> doubtful);
  bool SettleAndAct(double t, ContinuousPart& part, EventOutcome& outcome);
  EventOutcome RunRounds(double t, ContinuousPart& part);
  bool IsContinuousChanged(const std::vector<double>& before) const;
  void WatchCrossings(std::span<const std::int32_t> crossed, const std::vector<double>& first,
                      const EventOutcome& outcome);
  bool HasTheSameValues(const std::vector<double>& before) const;
  bool ApplyReinits(double t, ContinuousPart& part, EventOutcome& outcome);
  void SetDiscretes(std::span<const std::optional<double>> values);
  void CountSamples(double t, const ContinuousPart& part);
  void SetInitialValues(double t, const ContinuousPart& part);
  void NoteBrokenInitial(double t, const ContinuousPart& part);
  // One initial equation may need what another gives: all are followed before the continuous part is solved
  // with any of them.
  void FollowInitialValues(double t, const ContinuousPart& part);
  void BeginPast(double t, const ContinuousPart& part);
  void BeginInputs(double t, std::span<const double> starts);
  void RefreshPast(double t);
  Recollection::Put PutHeld() {
    return [this](HeldId leaf, double value) { Set(leaf, value); };
  }
  void PredictPlaces(double t, const ContinuousPart& part);
  // Ends sliding where a share has left its bounds. True if something has changed.
  bool EndSliding();
  bool IsSliding(std::size_t k) const { return slides_.Holds(model_.roles[k]); }
  bool IsIdle(std::size_t k) const { return slides_.LeavesIdle(model_.roles[k]); }

  EventModel model_;
  std::vector<double> parameters_;
  std::vector<double> held_;
  std::vector<double> sizes_;  // of discrete Reals: the largest so far
  // The event at hand.
  struct Now {
    bool is_initial = false;
    bool is_unsolved = false;               // something has changed that the continuous equations depend on
    int num_sweeps = 0;                     // of the settling at hand
    std::vector<std::size_t> wrong = {};    // relations that do not have the value that they should have
    std::vector<char> influenced = {};      // per state relation: its sides have changed while it settled
    bool is_first_round = false;            // of an event in which some have crossed
    std::vector<HeldId> last_changed = {};  // of the round at hand
  } now_;
  WatchedRelations relations_;
  std::vector<double> values_;  // scratch
  SampleTimes samples_;
  std::vector<double> instants_;
  struct Delays {
    DelayHistory history;
    std::vector<double> values;  // scratch
    std::vector<double> lengths;
    std::vector<double> points;  // what is delayed, node by node
  };
  Delays delays_;
  Recollection recollection_;
  InputValues inputs_;
  std::vector<std::int64_t> changes_;
  Slides slides_;
  bool is_measuring_ = false;  // the excursion of some relations is finite
  std::optional<std::size_t> broken_initial_;
};

}  // namespace daedalus::hybrid
