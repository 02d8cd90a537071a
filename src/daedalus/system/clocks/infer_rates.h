// How often does each partition tick, and when first? Propagation of exact fractions through the conversions
// between them.
//
// Partitions are numbers. Some have a clock that is given: an interval in units of its base, first tick at 0.
// A conversion says of two of them that
//
//   interval(to) = ratio * interval(from)      start(to) = start(from) + shift * interval(from)
//
// Exact clocks all have one base, the second. Each other clock is a base of its own, of unknown length. From
// given clocks the fractions spread along the conversions, forwards and backwards; then each conversion is
// checked, so that a circle or two clocks that disagree are found whatever the order. Cost: linear.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/clocks/fraction.h"

namespace daedalus::clocks {

struct Rate {
  std::uint32_t base = 0;
  Fraction interval{1, 1};
  Fraction start{0, 1};
  friend auto operator<=>(const Rate&, const Rate&) = default;
};

struct GivenRate {
  std::uint32_t partition = 0;
  Rate rate;
};

struct RateRelation {
  std::uint32_t from = 0, to = 0;
  enum class Kind : std::uint8_t {
    kRatio,       // as above
    kSomeSlower,  // ratio is a whole number, whatever it is; no shift
    kSomeFaster,  // 1/ratio is
  };
  Kind kind = Kind::kRatio;
  Fraction ratio{1, 1};
  Fraction shift{0, 1};
};

struct RateConflict {
  std::optional<std::uint32_t> relation;  // the violated one; nullopt if one partition has two given clocks
  std::uint32_t given = 0, other_given = 0;  // from which both sides were found
};

struct InferredRates {
  std::vector<std::optional<Rate>> rates;  // by partition
  std::vector<std::uint32_t> given_of;     // by partition that has a rate: from which one
  std::vector<RateConflict> conflicts;
};

InferredRates InferRates(std::size_t num_partitions, std::span<const GivenRate> given,
                         std::span<const RateRelation> relations);

}  // namespace daedalus::clocks
