// The fewest tearing variables of a small block, by exhaustion: the yardstick of the heuristics.
//
// The unknowns that a set of tearing variables determines do not depend on the order of computation, so the
// answer is the smallest set that determines all. Steps: (1) for k = 0, 1, 2, ...: (2) add k tearing
// variables in ascending order, never one that is determined by those before it; (3) stop at the first set
// that determines all.
//
// Cost: up to 2^n sets, each with a few passes over n words of bits. Finding the minimum is NP-complete
// (Cellier & Kofman 7.4); n is at most kMaxExactTearing.
#pragma once

#include <cstdint>

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

constexpr std::uint32_t kMaxExactTearing = 24;

TornBlock TearExactly(const TearingProblem& problem);

}  // namespace daedalus::structure
