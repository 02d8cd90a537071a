// Thinning out points for a picture, so that no peak of any series is lost.
#pragma once

#include <cstddef>
#include <vector>

#include "daedalus/results/plot.h"

namespace daedalus::results {

// The indices of the points to keep, increasing; all of them if there are at most `max_points`. Otherwise the
// points are cut into equal stretches, and of each stay the first, the last, and the least and greatest of
// every series.
std::vector<std::size_t> DecimatePoints(const PlotSpec& spec, std::size_t max_points);

}  // namespace daedalus::results
