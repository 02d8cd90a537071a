#include "daedalus/model/hybrid/past_record.h"

#include <algorithm>
#include <cmath>

namespace daedalus::hybrid {
namespace {

// Relative to a value: two pieces that differ by less are continuous.
constexpr double kLeastJump = 1e-9;
// Relative to the extent of a record.
constexpr double kRoundingOfPlaces = 1e-9;
// Relative to a place: an end that moves by less does not move.
constexpr double kLeastWay = 1e-12;

bool IsSame(double a, double b) {
  return std::abs(a - b) <= kLeastJump * std::max(std::abs(a), std::abs(b));
}

// The cubic through points at different places, by divided differences, in powers of the distance from the
// first.
PastRecord::Cubic Through(std::span<const double, PastRecord::kNodes> x,
                          std::span<const double, PastRecord::kNodes> values) {
  constexpr std::size_t kNodes = PastRecord::kNodes;
  std::array<double, kNodes> f;
  std::ranges::copy(values, f.begin());
  for (std::size_t order = 1; order < kNodes; ++order) {
    for (std::size_t i = kNodes; i-- > order;) f[i] = (f[i] - f[i - 1]) / (x[i] - x[i - order]);
  }
  PastRecord::Cubic out{x[0], {}};
  // Horner's rule on Newton's form, from the highest order down.
  for (std::size_t i = kNodes; i-- > 0;) {
    for (std::size_t k = kNodes - 1; k > 0; --k) out.c[k] = out.c[k - 1] - (x[i] - x[0]) * out.c[k];
    out.c[0] = f[i] - (x[i] - x[0]) * out.c[0];
  }
  return out;
}

PastRecord::Cubic Line(double x0, double value0, double x1, double value1) {
  return {x0, {value0, (value1 - value0) / (x1 - x0), 0, 0}};
}

// A step whose place is not monotone, by rounding or because it turns inside, is a straight line.
PastRecord::Cubic OfStep(std::span<const double, PastRecord::kNodes> x,
                         std::span<const double, PastRecord::kNodes> values) {
  const double least = 0.01 * (x.back() - x.front());
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (!((x[i] - x[i - 1]) / least > 1)) return Line(x.front(), values.front(), x.back(), values.back());
  }
  return Through(x, values);
}

bool HasMoved(double from, double to) {
  return to - from > kLeastWay * std::max({std::abs(from), std::abs(to), kLeastWay});
}

}  // namespace

double PastRecord::Cubic::operator()(double place) const {
  const double s = place - at;
  return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

void PastRecord::BeginConstant(double place, double value, double extent) {
  extent_ = extent;
  pieces_ = {{-std::numeric_limits<double>::infinity(), place, {place, {value, 0, 0, 0}}}};
  cuts_ = {place};
}

void PastRecord::BeginLines(std::span<const double> places, std::span<const double> values, double extent) {
  extent_ = extent;
  pieces_.clear();
  cuts_.clear();
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    if (i > 0 && cuts_.empty()) cuts_.push_back(places[i]);
    if (i > 0 && cuts_.back() != places[i]) cuts_.push_back(places[i]);
    if (places[i + 1] > places[i])
      pieces_.push_back({places[i], places[i + 1], Line(places[i], values[i], places[i + 1], values[i + 1])});
  }
  // The record need not be smooth at either end.
  cuts_.push_front(places.front());
  cuts_.push_back(places.back());
}

void PastRecord::AppendTop(std::span<const double, kNodes> places, std::span<const double, kNodes> values) {
  EndAt(places.front());
  const double end = top();
  if (!HasMoved(end, places.back())) return;
  const bool meets = IsSame(pieces_.back().cubic(end), values.front());
  if (!meets && (cuts_.empty() || cuts_.back() < end)) cuts_.push_back(end);
  pieces_.push_back({end, places.back(), OfStep(places, values)});
  ForgetBelow(places.front() - Reach());
}

void PastRecord::AppendBottom(std::span<const double, kNodes> places,
                              std::span<const double, kNodes> values) {
  BeginAt(places.front());
  const double end = bottom();
  if (!HasMoved(places.back(), end)) return;
  const bool meets = IsSame(pieces_.front().cubic(end), values.front());
  if (!meets && (cuts_.empty() || cuts_.front() > end)) cuts_.push_front(end);
  pieces_.push_front({places.back(), end, OfStep(places, values)});
  ForgetAbove(places.front() + Reach());
}

// Values beyond the end have left the record, if the end has moved the other way since they were written.
void PastRecord::EndAt(double place) {
  while (pieces_.size() > 1 && pieces_.back().begin >= place) pieces_.pop_back();
  pieces_.back().end = std::min(pieces_.back().end, place);
  while (!cuts_.empty() && cuts_.back() > top()) cuts_.pop_back();
}

void PastRecord::BeginAt(double place) {
  while (pieces_.size() > 1 && pieces_.front().end <= place) pieces_.pop_front();
  pieces_.front().begin = std::max(pieces_.front().begin, place);
  while (!cuts_.empty() && cuts_.front() < bottom()) cuts_.pop_front();
}

// Results inside the last step are read after the step is recorded. So everything that can be read from the
// beginning of the step on is kept, and a little more, because places are rounded.
double PastRecord::Reach() const {
  return extent_ * (1 + kRoundingOfPlaces);
}

void PastRecord::ForgetBelow(double place) {
  while (pieces_.size() > 2 && pieces_[1].end < place) pieces_.pop_front();
  while (!cuts_.empty() && cuts_.front() < pieces_.front().begin) cuts_.pop_front();
}

void PastRecord::ForgetAbove(double place) {
  while (pieces_.size() > 2 && pieces_[pieces_.size() - 2].begin > place) pieces_.pop_back();
  while (!cuts_.empty() && cuts_.back() > pieces_.back().end) cuts_.pop_back();
}

double PastRecord::NextCut(double place) const {
  const auto next = std::upper_bound(cuts_.begin(), cuts_.end(), place);
  return next == cuts_.end() ? std::numeric_limits<double>::infinity() : *next;
}

double PastRecord::PreviousCut(double place) const {
  const auto next = std::lower_bound(cuts_.begin(), cuts_.end(), place);
  return next == cuts_.begin() ? -std::numeric_limits<double>::infinity() : *std::prev(next);
}

PastRecord::Section PastRecord::At(double place) const {
  const double high = NextCut(place);
  return {PreviousCut(high), high};
}

PastRecord::Section PastRecord::Renewed(const Section& section) const {
  // A section that is open at one end ends with the record.
  if (std::isfinite(section.low)) return {section.low, NextCut(section.low)};
  if (std::isfinite(section.high)) return {PreviousCut(section.high), section.high};
  return section;
}

PastRecord::Section PastRecord::Above(const Section& section) const {
  return {section.high, NextCut(section.high)};
}

PastRecord::Section PastRecord::Below(const Section& section) const {
  return {PreviousCut(section.low), section.low};
}

PastRecord::Cubic PastRecord::Read(double place, const Section& section) const {
  const auto begins_after = [](double p, const Piece& piece) { return p < piece.begin; };
  auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), place, begins_after);
  if (piece != pieces_.begin()) --piece;
  while (piece->end <= section.low && std::next(piece) != pieces_.end()) ++piece;
  while (piece->begin >= section.high && piece != pieces_.begin()) --piece;
  return piece->cubic;
}

}  // namespace daedalus::hybrid
