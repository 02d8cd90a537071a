#include "daedalus/system/printed_recalls.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace daedalus {
namespace {

// The whole call that a recall stands for, read at its place.
//
// delay(e, d, dmax) is read at time - d. A distribution is read at one of the two ends of its pipe. The first
// output is that at the upper end. The other one is the first output of the pipe seen from its other end.
std::string CallOfRecall(const System& system, const Recall& recall,
                         const std::function<std::string(ExprId)>& text) {
  const Record& record = system.hybrid.records[recall.record];
  if (!record.bottom.IsValid()) {
    return fmt::format("delay({}, {} - ({}), {})", text(record.top_value), text(record.top),
                       text(recall.place), text(record.extent));
  }
  const bool is_at_top = recall.place == record.top;
  std::vector<std::string> places, values;
  for (std::size_t i = 0; i < record.profile_places.size(); ++i) {
    places.push_back((is_at_top ? "" : "1 - ") + text(record.profile_places[i]));
    values.push_back(text(record.profile_values[i]));
  }
  if (!is_at_top) {
    std::ranges::reverse(places);
    std::ranges::reverse(values);
  }
  const expr::Graph& g = system.graph;
  std::string rising = "true";
  if (record.is_rising.IsValid() && !g.IsConstant(record.is_rising)) rising = text(record.is_rising);
  if (record.is_rising.IsValid() && g.IsConstant(record.is_rising, 0.0)) rising = "false";
  const std::string in0 = text(record.top_value), in1 = text(record.bottom_value), x = text(record.top);
  return fmt::format("spatialDistribution({}, {}, {}({}), {}({}), {{{}}}, {{{}}})", is_at_top ? in0 : in1,
                     is_at_top ? in1 : in0, is_at_top ? "" : "-", x, is_at_top ? "" : "not ", rising,
                     fmt::join(places, ", "), fmt::join(values, ", "));
}

}  // namespace

std::string RecalledName(const Hybrid& hybrid, HeldId held) {
  const std::uint32_t number = hybrid.held[held].of;
  const Recall& recall = hybrid.recalls[number];
  const auto part = std::ranges::find(recall.cubic, held);
  const std::string_view name = held == recall.at ? "at" : held == recall.low ? "low" : "high";
  return part != recall.cubic.end() ? fmt::format("$past{}.c{}", number + 1, part - recall.cubic.begin())
                                    : fmt::format("$past{}.{}", number + 1, name);
}

std::string PartOfRecall(const System& system, HeldId held, const std::function<std::string(ExprId)>& text) {
  const Recall& recall = system.hybrid.recalls[system.hybrid.held[held].of];
  if (held == recall.cubic[0]) return CallOfRecall(system, recall, text);
  return held == recall.at ? fmt::format("({})", text(recall.place)) : "0";
}

}  // namespace daedalus
