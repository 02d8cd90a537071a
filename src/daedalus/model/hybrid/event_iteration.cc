#include "daedalus/model/hybrid/event_iteration.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

namespace daedalus::hybrid {
namespace {

using Status = EventOutcome::Status;

constexpr int kMostRounds = 1000;
constexpr int kMostSweeps = 1000;
// Relations whose combinations are tried.
constexpr std::size_t kMostDoubtful = 12;

}  // namespace

EventIteration::EventIteration(const EventModel& model, std::span<const double> parameters, double tolerance)
    : model_(model),
      parameters_(parameters.begin(), parameters.end()),
      held_(model.num_held(), 0.0),
      sizes_(model.num_held(), 0.0),
      relations_(model, tolerance),
      samples_(model),
      instants_(model.time_relations.size()),
      recollection_(model_),
      changes_(model.state_relations.size(), 0),
      slides_(model.surfaces.size()) {
  delays_.points.resize(DelayHistory::kNodes * model.hybrid.delays.size());
}

bool EventIteration::Set(HeldId leaf, double value) {
  double& place = held_[leaf.index()];
  if (place == value || (std::isnan(place) && std::isnan(value))) return false;
  place = value;
  if (model_.is_continuous[leaf.index()]) now_.is_unsolved = true;
  return true;
}

// ---- relations ----

void EventIteration::Measure(double t, std::span<const double> y, std::span<const double> yp) {
  ReadSides(t, {y, yp, {}});
  for (event_relation& relation : relations_)
    relation.excursion = larger_of(relation.excursion, std::abs(relation.difference));
}

void EventIteration::EndMeasurements() {
  if (!std::exchange(is_measuring_, false)) return;
  for (event_relation& relation : relations_) relation.excursion = std::numeric_limits<double>::infinity();
}

EventIteration::Memory EventIteration::Remember() const {
  Memory out{held_, {}, samples_.counts(), slides_.along()};
  for (const event_relation& relation : relations_) out.before.push_back(relation.before);
  return out;
}

void EventIteration::Recall(const Memory& memory) {
  std::ranges::copy(memory.held, held_.begin());
  for (std::size_t k = 0; k < relations_.size(); ++k) relations_[k].before = memory.before[k];
  samples_.GoBackTo(memory.sample_counts);
  slides_.GoBackTo(memory.slides);
}

bool EventIteration::ShouldBe(std::size_t k) const {
  if (IsIdle(k)) return false;
  return IsSliding(k) ? IsTrue(k) : relations_.ShouldBeTrue(k, IsTrue(k));
}

void EventIteration::Look(double t, const ContinuousPart& part) {
  relations_.ReadRests(model_, Inputs(t, part));
  ReadSides(t, part);
  now_.wrong.clear();
  for (std::size_t k = 0; k < relations_.size(); ++k) {
    relation_note_sizes(&relations_[k], relations_.judgement().tolerance);
    if (ShouldBe(k) != IsTrue(k)) now_.wrong.push_back(k);
    relation_keep_difference(&relations_[k]);
  }
  if (part.impulses && !part.impulses().empty()) LookAtImpulses(t, part);
}

// During the instant itself, where impulses are all that counts.
void EventIteration::LookAtImpulses(double t, const ContinuousPart& part) {
  constexpr double kPerInstant = 1e12, kDominant = 1e3;
  const std::span<const double> impulses = part.impulses();
  std::vector<double> during(part.y.begin(), part.y.end());
  // Derivatives may follow the variables.
  for (std::size_t v = 0; v < impulses.size(); ++v) during[v] += kPerInstant * impulses[v];
  std::vector<double> sides(2 * relations_.size());
  model_.sides.Evaluate({t, during.data(), part.yp.data(), parameters_.data(), held_.data()}, sides.data());
  for (std::size_t k = 0; k < relations_.size(); ++k) {
    const double d = sides[2 * k + 1] - sides[2 * k], without = relations_[k].difference;
    if (!(std::abs(d - without) > kDominant * (relations_[k].scale + std::abs(without)))) continue;
    std::erase(now_.wrong, k);
    if ((d > 0) != IsTrue(k)) now_.wrong.push_back(k);
  }
}

void EventIteration::Flip(std::size_t k) {
  const HeldId leaf = model_.state_relations[k].value;
  Set(leaf, held_[leaf.index()] != 0 ? 0.0 : 1.0);
  ++changes_[k];
}

void EventIteration::Roots(double t, std::span<const double> y, std::span<const double> yp,
                           std::span<double> out) {
  const std::span<const double> sides =
      relations_.EvaluateSides(model_, {t, y.data(), yp.data(), parameters_.data(), held_.data()});
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double root = relations_.Root(k, sides[2 * k], sides[2 * k + 1], IsTrue(k));
    out[k] = IsSliding(k) || IsIdle(k) ? 1.0 : root;
  }
}

void EventIteration::RootSlopes(std::span<double> out) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    const bool is_watched = !IsSliding(k) && !IsIdle(k) && relations_[k].rests == 0;
    out[k] = !is_watched ? 0.0 : IsTrue(k) ? 1.0 : -1.0;
  }
}

// ---- the iteration ----

bool EventIteration::IsTheSame(HeldId leaf, double value) {
  return model_.is_real[leaf.index()] && real_is_the_same(value, held_[leaf.index()], &sizes_[leaf.index()],
                                                          now_.num_sweeps, relations_.judgement().tolerance);
}

bool EventIteration::Sweep(double t, const ContinuousPart& part) {
  bool changed = EndSliding();
  for (DiscreteLevel& level : model_.levels) {
    values_.resize(level.targets.size());
    level.kernel.Evaluate(Inputs(t, part), values_.data());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (IsTheSame(level.targets[i], values_[i]) || !Set(level.targets[i], values_[i])) continue;
      changed = true;
      now_.last_changed.push_back(level.targets[i]);
    }
  }
  return changed;
}

void EventIteration::FollowInitialValues(double t, const ContinuousPart& part) {
  for (int i = 0; i < kMostSweeps; ++i) {
    SetInitialValues(t, part);
    SetTimeRelations(t, part, relations_.judgement().is_exact != 0);
    if (!Sweep(t, part)) return;
  }
}

EventIteration::Settled EventIteration::Settle(double t, ContinuousPart& part) {
  if (now_.is_initial) FollowInitialValues(t, part);
  const std::vector<double> first = held_;
  std::vector<std::size_t> doubtful;
  std::set<std::vector<char>> visited;
  relations_.judgement().is_lenient = 0;
  now_.influenced.assign(relations_.size(), 0);
  std::vector<double> first_difference;
  for (int i = 0; i < kMostSweeps; ++i) {
    if (now_.is_initial) SetInitialValues(t, part);
    SetTimeRelations(t, part, relations_.judgement().is_exact != 0);
    now_.num_sweeps = i;
    const bool followed = !now_.is_initial && recollection_.Follow(Inputs(t, part), PutHeld());
    const bool swept = Sweep(t, part) || followed;
    const bool solved = std::exchange(now_.is_unsolved, false);
    if (solved && !part.solve()) return Search(t, part, first, doubtful);
    Look(t, part);
    if (first_difference.empty()) {
      for (const event_relation& relation : relations_) first_difference.push_back(relation.difference);
    }
    for (std::size_t k = 0; k < relations_.size(); ++k) {
      if (!(std::abs(relations_[k].difference - first_difference[k]) <= relations_.Band(k)))
        now_.influenced[k] = 1;
    }
    if (now_.wrong.empty() && !swept && !solved) return Settled::kYes;
    if (now_.wrong.empty()) continue;
    if (IsTakenBackByWhen() && FollowWithRelationsHeld(t, part, first)) return Settled::kYes;
    for (const std::size_t k : now_.wrong) {
      if (std::ranges::find(doubtful, k) == doubtful.end()) doubtful.push_back(k);
    }
    if (relations_.judgement().is_lenient) now_.wrong.resize(1);  // one at a time
    for (const std::size_t k : now_.wrong) Flip(k);
    std::vector<char> combination;
    for (const StateRelation& relation : model_.state_relations)
      combination.push_back(held_[relation.value.index()] != 0);
    if (visited.insert(std::move(combination)).second) continue;
    if (relations_.judgement().is_lenient) return Search(t, part, first, doubtful);
    relations_.judgement().is_lenient = 1;
    visited.clear();
  }
  return Settled::kNotSettled;
}

// Where values contradict each other, noise may have made the crossing (event_rules.h, relation_doubt). Then
// the relation has the value that the crossing gave it, and the contradiction is noise.
EventIteration::Settled EventIteration::SettleOrDoubt(double t, ContinuousPart& part) {
  const std::vector<double> first = held_;
  std::vector<double> before;
  for (const event_relation& relation : relations_) before.push_back(relation.before);
  Settled settled = Settle(t, part);
  while (settled == Settled::kNotSettled) {
    bool is_doubted = false;
    for (event_relation& relation : relations_) is_doubted = relation_doubt(&relation) != 0 || is_doubted;
    if (!is_doubted) break;
    std::ranges::copy(first, held_.begin());  // in place: others hold on to it
    for (std::size_t k = 0; k < relations_.size(); ++k) relations_[k].before = before[k];
    now_.is_unsolved = true;
    settled = Settle(t, part);
  }
  return settled;
}

EventIteration::Settled EventIteration::Search(double t, ContinuousPart& part,
                                               const std::vector<double>& first,
                                               std::vector<std::size_t> doubtful) {
  // Then others: those whose sides depend on the choice (others are decided by time and states), and of these
  // the nearest to a change. Where a solution vanishes, another one may be far away: a Schmitt trigger, the
  // diode that takes over the current of a coil.
  std::vector<std::size_t> others;
  for (std::size_t k = 0; k < relations_.size(); ++k) {
    if (std::ranges::find(doubtful, k) == doubtful.end()) others.push_back(k);
  }
  std::ranges::stable_sort(others, {}, [&](std::size_t k) {
    return std::pair(!now_.influenced[k],
                     std::abs(relations_[k].difference) / (relations_[k].scale + kLeastBand));
  });
  doubtful.insert(doubtful.end(), others.begin(), others.end());
  const std::size_t n = std::min(doubtful.size(), kMostDoubtful);
  relations_.judgement().is_lenient = 1;
  std::vector<std::uint32_t> combinations(std::size_t{1} << n);
  for (std::uint32_t c = 0; c < combinations.size(); ++c) combinations[c] = c;
  std::ranges::stable_sort(combinations, {}, [](std::uint32_t c) { return std::popcount(c); });
  bool any_solved = false;
  for (const std::uint32_t c : combinations) {
    std::ranges::copy(first, held_.begin());  // in place: others hold on to it
    for (std::size_t i = 0; i < n; ++i) {
      if (c >> i & 1) Flip(doubtful[i]);
    }
    bool is_consistent = false;
    for (int i = 0; i < kMostSweeps && !is_consistent; ++i) {
      now_.num_sweeps = i;
      if (now_.is_initial) SetInitialValues(t, part);
      SetTimeRelations(t, part, relations_.judgement().is_exact != 0);
      const bool swept = Sweep(t, part);
      const bool solved = std::exchange(now_.is_unsolved, false) || i == 0;
      if (solved && !part.solve()) break;
      any_solved = true;
      Look(t, part);
      if (!now_.wrong.empty()) break;
      is_consistent = !swept && !solved;
    }
    if (is_consistent) return Settled::kYes;
  }
  return any_solved ? Settled::kNotSettled : Settled::kNotSolved;
}

bool EventIteration::IsTakenBackByWhen() const {
  const auto has_crossed = [&](std::size_t k) { return relations_[k].has_crossed != 0; };
  if (!now_.is_first_round || std::ranges::none_of(now_.wrong, has_crossed)) return false;
  return std::ranges::any_of(model_.hybrid.discretes, [&](const DiscreteVariable& variable) {
    return variable.is_internal &&
           condition_becomes_true(held_[variable.value.index()], held_[variable.pre.index()]);
  });
}

// The consequences of a crossing may undo it at once. In `when pre(stuck) and f > limit then stuck = false`,
// f changes as soon as stuck is false. But a when-clause that has become active stays active: its
// consequences follow from the relations as they were. The change requires a next round, in which the
// relations are evaluated again and pre(stuck) is false. Where no discrete variable has changed there is no
// such round, and nothing was gained.
bool EventIteration::FollowWithRelationsHeld(double t, ContinuousPart& part,
                                             const std::vector<double>& first) {
  now_.is_first_round = false;  // once
  const std::vector<double> present = held_;
  std::ranges::copy(first, held_.begin());
  if (SettleWithRelationsHeld(t, part)) return true;
  std::ranges::copy(present, held_.begin());  // in place: others hold on to it
  now_.is_unsolved = true;
  return false;
}

bool EventIteration::SettleWithRelationsHeld(double t, ContinuousPart& part) {
  now_.is_unsolved = true;
  for (int i = 0; i < kMostSweeps; ++i) {
    now_.num_sweeps = i;
    SetTimeRelations(t, part, relations_.judgement().is_exact != 0);
    const bool swept = Sweep(t, part);
    const bool solved = std::exchange(now_.is_unsolved, false);
    if (solved && !part.solve()) return false;
    if (swept || solved) continue;
    return std::ranges::any_of(model_.hybrid.discretes, [&](const DiscreteVariable& variable) {
      return held_[variable.value.index()] != held_[variable.pre.index()];
    });
  }
  return false;
}

bool EventIteration::UpdatePre(double t, const ContinuousPart& part) {
  bool changed = false;
  for (const DiscreteVariable& variable : model_.hybrid.discretes)
    changed = Set(variable.pre, held_[variable.value.index()]) || changed;
  values_.resize(model_.pre_leaves.size());
  model_.pre_values.Evaluate(Inputs(t, part), values_.data());
  for (std::size_t i = 0; i < values_.size(); ++i) Set(model_.pre_leaves[i], values_[i]);
  return changed;
}

bool EventIteration::ApplyReinits(double t, ContinuousPart& part, EventOutcome& outcome) {
  std::vector<double> reinits(2 * model_.reinit_targets.size());
  model_.reinits.Evaluate(Inputs(t, part), reinits.data());
  bool any = false;
  for (std::size_t i = 0; i < model_.reinit_targets.size(); ++i) {
    if (reinits[2 * i] == 0) continue;
    const ReinitTarget& target = model_.reinit_targets[i];
    any = true;
    const double before = part.y[target.variable.index()], after = target.sign * reinits[2 * i + 1];
    outcome.states.push_back({i, target.sign * before, reinits[2 * i + 1]});
    if (part.set_state(target.variable, after)) continue;
    outcome.status = Status::kNoState;
    outcome.reinit = i;
  }
  return any;
}

// Effects run with settled values, in the order of the text. Their results change values, so everything
// settles again before the next effect.
bool EventIteration::SettleAndAct(double t, ContinuousPart& part, EventOutcome& outcome) {
  for (std::size_t next = 0;;) {
    if (!HasSettled(SettleOrDoubt(t, part), outcome)) return false;
    if (!part.carry_out || model_.hybrid.effects.empty()) return true;
    bool has_new_values = false;
    values_.resize(model_.hybrid.effects.size());
    model_.effects.Evaluate(Inputs(t, part), values_.data());
    const std::vector<double> active = values_;
    for (; next < active.size() && !has_new_values; ++next) {
      if (active[next] == 0) continue;
      const std::vector<Effect::Result>& results = model_.hybrid.effects[next].results;
      std::vector<double> found(results.size());
      if (!part.carry_out(next, found)) {
        outcome.status = Status::kNotDone;
        return false;
      }
      for (std::size_t i = 0; i < results.size(); ++i) Set(results[i].leaf, found[i]);
      has_new_values = !results.empty();
    }
    if (!has_new_values) return true;
  }
}

EventOutcome EventIteration::RunRounds(double t, ContinuousPart& part) {
  EventOutcome outcome;
  for (; outcome.rounds < kMostRounds; ++outcome.rounds) {
    now_.last_changed.clear();
    now_.is_first_round = relations_.judgement().is_crossing != 0 && outcome.rounds == 0;
    if (!SettleAndAct(t, part, outcome)) return outcome;
    if (part.settled) part.settled();
    values_.resize(model_.hybrid.terminations.size());
    model_.terminations.Evaluate(Inputs(t, part), values_.data());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] != 0 && !outcome.termination) outcome.termination = i;
    }
    const bool moved = ApplyReinits(t, part, outcome);
    if (!outcome.ok()) return outcome;
    outcome.moved = outcome.moved || moved;
    now_.is_unsolved = now_.is_unsolved || moved;
    if (!UpdatePre(t, part) && !moved) break;
  }
  if (outcome.rounds == kMostRounds) {
    outcome.status = Status::kEndless;
    outcome.culprits = now_.last_changed;
  }
  return outcome;
}

bool EventIteration::HasSettled(Settled settled, EventOutcome& outcome) const {
  if (settled == Settled::kYes) return true;
  outcome.status = settled == Settled::kNotSolved ? Status::kNotSolved : Status::kNotSettled;
  for (const std::size_t k : now_.wrong) outcome.culprits.push_back(model_.state_relations[k].value);
  return false;
}

bool EventIteration::IsContinuousChanged(const std::vector<double>& before) const {
  for (std::size_t h = 0; h < held_.size(); ++h) {
    if (model_.is_continuous[h] && held_[h] != before[h]) return true;
  }
  return false;
}

// Compares all held values, except those of continuous variables before the event.
bool EventIteration::HasTheSameValues(const std::vector<double>& before) const {
  for (const StateRelation& relation : model_.state_relations) {
    if (held_[relation.value.index()] != before[relation.value.index()]) return false;
  }
  return std::ranges::all_of(model_.hybrid.discretes, [&](const DiscreteVariable& variable) {
    return held_[variable.value.index()] == before[variable.value.index()];
  });
}

void EventIteration::Guess(double t, std::span<const double> y, std::span<const double> yp) {
  const ContinuousPart part{y, yp, {}};
  values_.resize(model_.hybrid.discretes.size() + model_.hybrid.inputs.size());
  model_.starts.Evaluate(Inputs(t, part), values_.data());
  for (const DiscreteId d : IdRange<DiscreteId>(model_.hybrid.discretes.size())) {
    Set(model_.hybrid.discretes[d].value, values_[d.index()]);
    Set(model_.hybrid.discretes[d].pre, values_[d.index()]);
  }
  BeginInputs(t, std::span(values_).subspan(model_.hybrid.discretes.size()));
  if (model_.hybrid.initial.IsValid()) Set(model_.hybrid.initial, 1.0);
  UpdatePre(t, part);
  recollection_.PutInitial(Inputs(t, part), PutHeld());
  GuessRelations(t, y, yp);
}

void EventIteration::GuessRelations(double t, std::span<const double> y, std::span<const double> yp) {
  const ContinuousPart part{y, yp, {}};
  relations_.judgement().is_exact = 1;
  SetTimeRelations(t, part, true);
  Look(t, part);
  for (const std::size_t k : now_.wrong) Flip(k);
  // What start values say is of no size to speak of.
  for (event_relation& relation : relations_) relation.scale = 0;
  std::ranges::fill(changes_, 0);
}

void EventIteration::SetInitialValues(double t, const ContinuousPart& part) {
  values_.resize(model_.initial_targets.size());
  model_.initial_values.Evaluate(Inputs(t, part), values_.data());
  for (std::size_t i = 0; i < values_.size(); ++i) Set(model_.initial_targets[i], values_[i]);
  // Before the start there is no past.
  values_.resize(model_.hybrid.delays.size());
  model_.delayed.values.Evaluate(Inputs(t, part), values_.data());
  for (std::size_t k = 0; k < values_.size(); ++k) Set(model_.hybrid.delays[k].value, values_[k]);
  recollection_.PutInitial(Inputs(t, part), PutHeld());
}

void EventIteration::NoteBrokenInitial(double t, const ContinuousPart& part) {
  values_.resize(model_.hybrid.initial_equations.size());
  model_.initial_differences.Evaluate(Inputs(t, part), values_.data());
  const double rounding = kLenient * (1 + std::abs(t));  // instants are of the size of t
  const auto broken = std::ranges::find_if(values_, [&](double d) { return !(std::abs(d) <= rounding); });
  broken_initial_.reset();
  if (broken != values_.end()) broken_initial_ = static_cast<std::size_t>(broken - values_.begin());
}

EventOutcome EventIteration::Start(double t, ContinuousPart& initial_problem, ContinuousPart& part) {
  relations_.judgement().is_exact = 1;
  now_.is_initial = now_.is_unsolved = true;
  EventOutcome outcome;
  const bool has_settled = SettleAndAct(t, initial_problem, outcome);
  now_.is_initial = false;
  if (!has_settled) return outcome;
  NoteBrokenInitial(t, part);
  const std::vector<double> first = held_;
  if (model_.hybrid.initial.IsValid()) Set(model_.hybrid.initial, 0.0);
  UpdatePre(t, part);
  outcome = RunRounds(t, part);
  outcome.is_continuous_changed = IsContinuousChanged(first);
  relations_.judgement().is_exact = 0;
  BeginPast(t, part);
  samples_.Read(model_, Inputs(t, part));
  samples_.SkipBefore(t);
  return outcome;
}

EventOutcome EventIteration::Handle(double t, std::span<const std::int32_t> crossed, ContinuousPart& part) {
  const std::vector<double> first = held_;
  std::vector<double> before(model_.hybrid.delays.size());
  if (has_past()) model_.delayed.values.Evaluate(Inputs(t, part), before.data());
  recollection_.Freeze(true);
  relations_.judgement().is_crossing = !crossed.empty();
  if (relations_.judgement().is_crossing) {
    ReadSides(t, part);
    for (event_relation& relation : relations_) relation_note_equality(&relation);
  }
  EventOutcome outcome = HandleNow(t, crossed, part);
  recollection_.Freeze(false);
  for (event_relation& relation : relations_) relation.has_crossed = 0;
  relations_.judgement().is_crossing = 0;
  outcome.is_continuous_changed = IsContinuousChanged(first);
  if (outcome.ok()) WidenBands(t, part);
  WatchCrossings(crossed, first, outcome);
  if (!outcome.ok() || !has_past()) return outcome;
  PredictPlaces(t, part);
  std::vector<double> after(before.size());
  model_.delayed.values.Evaluate(Inputs(t, part), after.data());
  delays_.history.Jump(t, before, after);
  return outcome;
}

void EventIteration::WidenBands(double t, const ContinuousPart& part) {
  ReadSides(t, part);
  for (std::size_t k = 0; k < relations_.size(); ++k)
    relation_widen_band(&relations_[k], relations_.judgement().tolerance, IsTrue(k));
}

// Which of them the equations have taken back.
void EventIteration::WatchCrossings(std::span<const std::int32_t> crossed, const std::vector<double>& first,
                                    const EventOutcome& outcome) {
  for (const std::int32_t number : crossed) {
    const auto k = static_cast<std::size_t>(number);
    const std::size_t leaf = model_.state_relations[k].value.index();
    const bool is_often = relation_count_undone(&relations_[k], held_[leaf] == first[leaf]) != 0;
    if (is_often && outcome.ok() && !outcome.moved && HasTheSameValues(first))
      relation_take_for_noise(&relations_[k]);
  }
}

EventOutcome EventIteration::HandleNow(double t, std::span<const std::int32_t> crossed,
                                       ContinuousPart& part) {
  UpdatePre(t, part);  // the left limits of continuous variables
  ReadSides(t, part);
  for (event_relation& relation : relations_) relation_begin_event(&relation);
  now_.is_unsolved = slides_.TakeStopped();
  inputs_.StandAt(t);
  inputs_.TakeGiven(model_.hybrid, PutHeld());
  inputs_.Read(model_.hybrid, t, PutHeld());
  if (has_past()) {
    delays_.history.StandAt(t);
    delays_.history.Read(t, delays_.values);
    for (std::size_t k = 0; k < delays_.values.size(); ++k)
      Set(model_.hybrid.delays[k].value, delays_.values[k]);
  }
  for (const std::int32_t k : crossed) {
    relation_cross(&relations_[static_cast<std::size_t>(k)], relations_.judgement().tolerance, t);
    is_measuring_ = true;
    Flip(static_cast<std::size_t>(k));
  }
  std::vector<SampleId> due = SetSamples(t);
  EventOutcome outcome = RunRounds(t, part);
  if (!outcome.ok() || due.empty()) return outcome;
  ClearSamples();
  EventOutcome after = RunRounds(t, part);
  after.samples = std::move(due);
  after.states.insert(after.states.begin(), outcome.states.begin(), outcome.states.end());
  after.moved = after.moved || outcome.moved;
  after.rounds += outcome.rounds;
  if (!after.termination) after.termination = outcome.termination;
  return after;
}

EventOutcome EventIteration::Finish(double t, ContinuousPart& part) {
  if (!model_.hybrid.terminal.IsValid()) return {};
  UpdatePre(t, part);
  Set(model_.hybrid.terminal, 1.0);
  return RunRounds(t, part);
}

}  // namespace daedalus::hybrid
