#include "daedalus/model/hybrid/recollection.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus::hybrid {
namespace {

// The values of one record among those of all records.
struct Recorded {
  double top = 0, top_value = 0, bottom = 0, bottom_value = 0;
  bool is_rising = false;
};

Recorded PartsOf(std::span<const double> values, std::size_t record) {
  const std::span<const double> parts = values.subspan(record * kRecordParts, kRecordParts);
  return {parts[0], parts[1], parts[2], parts[3], parts[4] != 0};
}

// Relative to the extent: a place nearer to the growing end counts as that end.
constexpr double kAtTheEnd = 1e-9;
// Relative to a place: nearer to a cut it may be on either side.
constexpr double kAtTheCut = 1e-6;
// The part of the distance to the growing end that one step may cover.
constexpr double kWayOfStep = 0.9;

}  // namespace

Recollection::Recollection(EventModel& model)
    : model_(model),
      records_(model.hybrid.records.size()),
      extents_(records_.size()),
      motions_(model.hybrid.recalls.size()),
      recorded_(kRecordParts * records_.size()),
      places_(motions_.size()),
      later_(motions_.size()),
      nodes_(kNodes * recorded_.size()),
      node_places_(kNodes * motions_.size()),
      left_(motions_.size(), std::nan("")) {
  std::size_t size = records_.size();
  for (const Record& record : model.hybrid.records) size += 2 * record.profile_places.size();
  profiles_.resize(size);
}

void Recollection::BuildRecords(const codegen::KernelInputs& now) {
  model_.recorded.Evaluate(now, recorded_.data());
  model_.profiles.Evaluate(now, profiles_.data());
  std::size_t at = 0;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    const Recorded parts = PartsOf(recorded_, r);
    extents_[r] = profiles_[at++];
    std::vector<double> places, values;
    for (std::size_t i = 0; i < model_.hybrid.records[r].profile_places.size(); ++i, at += 2) {
      places.push_back(parts.top - profiles_[at]);
      values.push_back(profiles_[at + 1]);
    }
    if (places.empty()) {
      records_[r].BeginConstant(parts.top, parts.top_value, extents_[r]);
      continue;
    }
    std::ranges::reverse(places);  // they were given from the top downwards
    std::ranges::reverse(values);
    records_[r].BeginLines(places, values, extents_[r]);
  }
}

void Recollection::ReadInto(const Recall& recall, double place, const PastRecord::Section& section,
                            const Put& put) const {
  const PastRecord::Cubic cubic = records_[recall.record].Read(place, section);
  put(recall.at, cubic.at);
  for (std::size_t k = 0; k < cubic.c.size(); ++k) put(recall.cubic[k], cubic.c[k]);
}

void Recollection::PutInitial(const codegen::KernelInputs& now, const Put& put) {
  if (empty()) return;
  BuildRecords(now);
  model_.places.Evaluate(now, places_.data());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Recall& recall = recalls()[i];
    ReadInto(recall, places_[i], records_[recall.record].At(places_[i]), put);
    put(recall.low, PastRecord::Section().low);
    put(recall.high, PastRecord::Section().high);
  }
}

void Recollection::Begin(const codegen::KernelInputs& now, const Put& put) {
  PutInitial(now, put);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const PastRecord::Section section = records_[recalls()[i].record].At(places_[i]);
    put(recalls()[i].low, section.low);
    put(recalls()[i].high, section.high);
  }
}

bool Recollection::Follow(const codegen::KernelInputs& now, const Put& put) {
  if (empty()) return false;
  const double* held = now[codegen::InputBlock::kHeld];
  bool has_changed = false;
  model_.places.Evaluate(now, places_.data());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Recall& recall = recalls()[i];
    const PastRecord& record = records_[recall.record];
    const auto holds = [&](RelationId r) { return held[model_.hybrid.relations[r].value.index()] != 0; };
    PastRecord::Section section{held[recall.low.index()], held[recall.high.index()]};
    const bool goes_up = holds(recall.above) && std::isfinite(section.high) && !IsBack(i, section.high);
    const bool goes_down =
        !goes_up && holds(recall.below) && std::isfinite(section.low) && !IsBack(i, section.low);
    if (goes_up) left_[i] = section.high, section = record.Above(section);
    if (goes_down) left_[i] = section.low, section = record.Below(section);
    has_changed = has_changed || goes_up || goes_down;
    put(recall.low, section.low);
    put(recall.high, section.high);
    ReadInto(recall, places_[i], section, put);
  }
  return has_changed;
}

// If a place differs from a cut by rounding only, it does not cross it again in the event in which it has
// crossed it.
bool Recollection::IsBack(std::size_t i, double cut) const {
  const double size = std::max(std::abs(cut), extents_[recalls()[i].record]);
  return left_[i] == cut && std::abs(places_[i] - cut) <= kAtTheCut * size;
}

void Recollection::Freeze(bool is_frozen) {
  is_frozen_ = is_frozen;
  if (is_frozen) std::ranges::fill(left_, std::nan(""));
}

void Recollection::Stand(const codegen::KernelInputs& now, const codegen::KernelInputs& later) {
  if (empty()) return;
  model_.places.Evaluate(now, places_.data());
  model_.places.Evaluate(later, later_.data());
  for (std::size_t i = 0; i < places_.size(); ++i)
    motions_[i] = {now.time, places_[i], (later_[i] - places_[i]) / (later.time - now.time), 0};
}

void Recollection::Predict(double t, std::span<double> held) const {
  if (is_frozen_) return;
  const Put put = [&](HeldId leaf, double value) { held[leaf.index()] = value; };
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const Motion& m = motions_[i];
    const double dt = t - m.time;
    const PastRecord::Section section{held[recalls()[i].low.index()], held[recalls()[i].high.index()]};
    ReadInto(recalls()[i], m.place + dt * (m.speed + dt * m.curvature), section, put);
  }
}

void Recollection::KeepNode(std::size_t node, const codegen::KernelInputs& point) {
  model_.recorded.Evaluate(point, nodes_.data() + node * recorded_.size());
  model_.places.Evaluate(point, node_places_.data() + node * places_.size());
}

void Recollection::Append(double t0, double t1, std::span<double> held) {
  if (empty() || t1 <= t0) return;
  for (std::size_t r = 0; r < records_.size(); ++r) {
    std::array<double, kNodes> places, values;
    const auto at = [&](std::size_t node) {
      return PartsOf(std::span(nodes_).subspan(node * recorded_.size(), recorded_.size()), r);
    };
    const bool is_rising = at(kNodes / 2).is_rising;
    for (std::size_t node = 0; node < kNodes; ++node) {
      const Recorded parts = at(node);
      places[node] = is_rising ? parts.top : parts.bottom;
      values[node] = is_rising ? parts.top_value : parts.bottom_value;
    }
    if (is_rising) {
      records_[r].AppendTop(places, values);
    } else {
      records_[r].AppendBottom(places, values);
    }
  }
  const double h = (t1 - t0) / (kNodes - 1);
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const auto place = [&](std::size_t node) { return node_places_[node * places_.size() + i]; };
    motions_[i] = {t1, place(3), (3 * place(3) - 4 * place(2) + place(1)) / (2 * h),
                   (place(3) - 2 * place(2) + place(1)) / (2 * h * h)};
    const Recall& recall = recalls()[i];
    const PastRecord::Section section =
        records_[recall.record].Renewed({held[recall.low.index()], held[recall.high.index()]});
    held[recall.low.index()] = section.low;
    held[recall.high.index()] = section.high;
  }
}

double Recollection::StepLimit(double t) const {
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const std::size_t record = recalls()[i].record;
    const Motion& m = motions_[i];
    const double room = m.speed > 0 ? records_[record].top() - m.place : m.place - records_[record].bottom();
    const double least = kAtTheEnd * extents_[record];
    const bool is_end = model_.hybrid.records[record].bottom.IsValid() && !(room > least);
    if (m.speed == 0 || is_end) continue;
    // A vanishing delay is reported when it has vanished (FindBadDelay); until then the run continues.
    limit = std::min(limit, t + std::max(kWayOfStep * room, least) / std::abs(m.speed));
  }
  return limit;
}

std::optional<Recollection::BadDelay> Recollection::FindBadDelay() const {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const std::size_t record = recalls()[i].record;
    if (model_.hybrid.records[record].bottom.IsValid()) continue;
    const double delay = motions_[i].time - motions_[i].place, limit = extents_[record];
    if (!(delay > 0) || !(delay <= limit * (1 + kAtTheEnd))) return BadDelay{i, delay, limit};
  }
  return std::nullopt;
}

}  // namespace daedalus::hybrid
