#include "daedalus/model/hybrid/accumulation.h"

#include <utility>

namespace daedalus::hybrid {
namespace {

// Each distance is at most this part of the one before.
constexpr double kShrinking = 0.95;
constexpr int kMany = 8;
// Relative to the first distance. Below this the sequence accumulates, and does not only begin fast.
constexpr double kShort = 1e-3;
// The time to wait for the next event, in units of the last distance.
constexpr double kPatience = 10;
// More kinds than this do not form a sequence.
constexpr std::size_t kMostKinds = 1000;

}  // namespace

void Accumulation::Observe(double t, std::size_t what, std::vector<std::uint32_t> kind) {
  if (sequences_.size() == kMostKinds) sequences_.clear();
  const auto [it, is_new] = sequences_.try_emplace(std::move(kind), Sequence{t, 0, 0, 0, 0, what});
  Sequence& sequence = it->second;
  for (auto& [other_kind, other] : sequences_) {
    const bool is_news = is_new || sequence.last < other.begin;
    if (&other != &sequence && is_news) other.num_shrinking = 0;
  }
  if (is_new) return;
  const double interval = t - sequence.last;
  if (sequence.interval > 0 && interval < kShrinking * sequence.interval) {
    if (sequence.num_shrinking++ == 0) {
      sequence.first_interval = sequence.interval;
      sequence.begin = sequence.last;
    }
  } else {
    sequence.num_shrinking = 0;
  }
  sequence.interval = interval;
  sequence.last = t;
}

std::optional<Accumulation::Overdue> Accumulation::FindOverdue(double t) const {
  for (const auto& [kind, s] : sequences_) {
    const bool goes_on = s.num_shrinking >= kMany && s.interval < kShort * s.first_interval;
    if (goes_on && t > s.last + kPatience * s.interval) return Overdue{s.last, s.what};
  }
  return std::nullopt;
}

}  // namespace daedalus::hybrid
