#include "daedalus/results/decimate.h"

#include <algorithm>
#include <numeric>

namespace daedalus::results {
namespace {

// Appends the indices of the least and the greatest number in [begin, end); none where nothing is a number.
void AppendExtremes(const std::vector<double>& values, std::size_t begin, std::size_t end,
                    std::vector<std::size_t>& out) {
  std::size_t least = end, greatest = end;
  for (std::size_t i = begin; i < end; ++i) {
    if (values[i] != values[i]) continue;
    if (least == end || values[i] < values[least]) least = i;
    if (greatest == end || values[i] > values[greatest]) greatest = i;
  }
  if (least < end) out.insert(out.end(), {least, greatest});
}

}  // namespace

std::vector<std::size_t> DecimatePoints(const PlotSpec& spec, std::size_t max_points) {
  const std::size_t num_points = spec.x.size();
  std::vector<std::size_t> kept;
  if (num_points <= max_points) {
    kept.resize(num_points);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return kept;
  }
  const std::size_t num_stretches = std::max<std::size_t>(1, max_points / (2 * spec.series.size() + 2));
  for (std::size_t k = 0; k < num_stretches; ++k) {
    const std::size_t begin = k * num_points / num_stretches, end = (k + 1) * num_points / num_stretches;
    if (begin == end) continue;
    std::vector<std::size_t> stretch = {begin, end - 1};
    for (const PlotSeries& series : spec.series) AppendExtremes(series.values, begin, end, stretch);
    std::sort(stretch.begin(), stretch.end());
    stretch.erase(std::unique(stretch.begin(), stretch.end()), stretch.end());
    kept.insert(kept.end(), stretch.begin(), stretch.end());
  }
  return kept;
}

}  // namespace daedalus::results
