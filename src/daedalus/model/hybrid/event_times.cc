// Time in the event iteration: instants that are known in advance, and values of the past.
#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/hybrid/event_iteration.h"

namespace daedalus::hybrid {
// ---- time ----

void EventIteration::SetTimeRelations(double t, const ContinuousPart& part, bool exactly) {
  model_.instants.Evaluate(Inputs(t, part), instants_.data());
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    const TimeRelation& relation = model_.time_relations[k];
    const double instant = instants_[k];
    bool has_passed = instant_has_come(instant, t);
    // Exactly at the instant itself a relation with equality is true, whichever way it changes.
    if (exactly && instant == t) has_passed = relation.becomes_true == relation.or_equal;
    Set(relation.value, has_passed == relation.becomes_true ? 1.0 : 0.0);
  }
}

std::vector<SampleId> EventIteration::SetSamples(double t) {
  std::vector<SampleId> due = samples_.TakeDue(t);
  for (const SampleId s : due) Set(model_.hybrid.samples[s].value, 1.0);
  return due;
}

void EventIteration::ClearSamples() {
  for (const Sample& sample : model_.hybrid.samples) Set(sample.value, 0.0);
}

double EventIteration::NextInstant(double t) {
  double next = std::min(inputs_.NextBreak(t), has_past() ? delays_.history.NextBreakpoint(t)
                                                          : std::numeric_limits<double>::infinity());
  next = std::min(next, samples_.Next(t));
  if (instants_.empty()) return next;
  model_.instants.Evaluate({t, nullptr, nullptr, parameters_.data(), held_.data()}, instants_.data());
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    const TimeRelation& relation = model_.time_relations[k];
    if (!instant_has_come(instants_[k], t)) {
      next = std::min(next, instants_[k]);
    } else if ((held_[relation.value.index()] != 0) != relation.becomes_true) {
      next = t;
    }
  }
  return next;
}

bool EventIteration::EndStep(double t, std::span<const double> y, std::span<const double> yp) {
  std::vector<double> wants(model_.hybrid.step_ends.size());
  model_.step_ends.Evaluate({t, y.data(), yp.data(), parameters_.data(), held_.data()}, wants.data());
  return std::ranges::any_of(wants, [](double value) { return value > 0; });
}

// ---- going on from known values ----

void EventIteration::SetDiscretes(std::span<const std::optional<double>> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const DiscreteVariable& variable = model_.hybrid.discretes[DiscreteId(i)];
    if (values[i]) Set(variable.value, *values[i]);
    Set(variable.pre, held_[variable.value.index()]);
  }
}

// Counts the samples that are due at t.
void EventIteration::CountSamples(double t, const ContinuousPart& part) {
  samples_.Read(model_, Inputs(t, part));
  samples_.Reset();
  static_cast<void>(SetSamples(t));
  ClearSamples();
}

// Relations are what the values say. A sweep computes internal variables, such as conditions of when-clauses.
// It may take these for events; the effects of such events on other variables are undone.
void EventIteration::BeginAt(double t, std::span<const std::optional<double>> values,
                             const ContinuousPart& part) {
  if (model_.hybrid.initial.IsValid()) Set(model_.hybrid.initial, 0.0);
  SetDiscretes(values);
  GuessRelations(t, part.y, part.yp);
  UpdatePre(t, part);
  Sweep(t, part);
  SetDiscretes(values);
  Look(t, part);  // sizes, for the bands
  relations_.judgement().is_exact = 0;
  CountSamples(t, part);
}

// ---- inputs of the model ----

void EventIteration::SetInput(std::size_t i, double value) {
  InputValues::Set(model_.hybrid.inputs[i], value, PutHeld());
}

void EventIteration::BeginInputs(double t, std::span<const double> starts) {
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (model_.hybrid.inputs[i].HasCourse()) SetInput(i, starts[i]);
  }
  inputs_.Begin(model_.hybrid, t, PutHeld());
}

void EventIteration::Refresh(double t, bool has_begun) {
  inputs_.Read(model_.hybrid, t, [this](HeldId leaf, double value) { held_[leaf.index()] = value; });
  if (has_begun && has_past()) RefreshPast(t);
}

// ---- delay(), spatialDistribution() ----

void EventIteration::RefreshPast(double t) {
  recollection_.Predict(t, held_);
  delays_.history.Read(t, delays_.values);
  for (std::size_t k = 0; k < delays_.values.size(); ++k)
    held_[model_.hybrid.delays[k].value.index()] = delays_.values[k];
}

void EventIteration::KeepPoint(std::size_t node, double t, std::span<const double> y,
                               std::span<const double> yp) {
  const codegen::KernelInputs point{t, y.data(), yp.data(), parameters_.data(), held_.data()};
  model_.delayed.values.Evaluate(point, delays_.points.data() + node * model_.hybrid.delays.size());
  recollection_.KeepNode(node, point);
}

void EventIteration::AppendPast(double t0, double t1) {
  delays_.history.Append(t0, t1, delays_.points);
  recollection_.Append(t0, t1, held_);
}

// With the slopes that all values have now.
void EventIteration::PredictPlaces(double t, const ContinuousPart& part) {
  if (recollection_.empty()) return;
  constexpr double kMoment = 1e-8;
  const double dt = kMoment * std::max(std::abs(t), 1.0);
  std::vector<double> later(part.y.begin(), part.y.end());
  for (std::size_t v = 0; v < part.yp.size(); ++v) later[v] += dt * part.yp[v];
  codegen::KernelInputs then = Inputs(t + dt, part);
  then[codegen::InputBlock::kVariable] = later.data();
  recollection_.Stand(Inputs(t, part), then);
}

void EventIteration::BeginPast(double t, const ContinuousPart& part) {
  delays_.values.resize(model_.hybrid.delays.size());
  delays_.lengths.resize(delays_.values.size());
  model_.delayed.values.Evaluate(Inputs(t, part), delays_.values.data());
  model_.delayed.lengths.Evaluate(Inputs(t, part), delays_.lengths.data());
  delays_.history.Begin(t, delays_.values, delays_.lengths);
  recollection_.Begin(Inputs(t, part), PutHeld());
  PredictPlaces(t, part);
}

std::optional<std::size_t> EventIteration::FindBadDelay() const {
  for (std::size_t k = 0; k < delays_.lengths.size(); ++k) {
    if (!(delays_.lengths[k] > 0) || !std::isfinite(delays_.lengths[k])) return k;
  }
  return std::nullopt;
}

}  // namespace daedalus::hybrid
