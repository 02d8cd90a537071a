#include "daedalus/products/analyze/describe_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace daedalus::analyze {
namespace {

using array::ArrayRanks;
using compile::NumericalIndex;

std::string_view InAWord(bool is) {
  return is ? "yes" : "no";
}

std::string NamesOf(const System& system, const std::vector<VariableId>& variables) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t i = 0; i < variables.size() && i < kMost; ++i)
    out += fmt::format("{}der({})", i ? ", " : "", NameOf(system, variables[i]));
  return variables.size() > kMost ? out + ", ..." : out;
}

// Whose ranks hang on pivots that are hardly more than nothing: what follows from them is not sure.
bool HasFaded(const ArrayRanks& ranks) {
  constexpr double kFaded = 1e-7;
  return ranks.gap.last_kept > 0 && ranks.gap.last_kept < kFaded;
}

// Why there is no index, in words.
std::string WhyNone(const NumericalIndex& found) {
  if (found.analysis.is_too_large)
    return fmt::format("not found: the next array has more than {} rows", array::kMostRows);
  const ArrayRanks& last = found.analysis.ranks.back();
  if (!last.is_smooth) return "none: a derivative of an equation has no finite value at the point";
  // What is wrong at a low order comes back at higher ones in other clothes.
  const auto first = std::ranges::find_if(
      found.analysis.ranks, [](const ArrayRanks& r) { return !r.is_consistent || !r.has_full_row_rank; });
  if (first != found.analysis.ranks.end() && HasFaded(*first))
    return fmt::format(
        "not found: from order {} on the pivots vanish gradually ({:.2g}), so ranks cannot be determined",
        first->order, first->gap.last_kept);
  if (!last.is_consistent)
    return "none: no point satisfies all equations, their derivatives and the initial conditions";
  if (!last.has_full_row_rank)
    return fmt::format("none up to order {}: some equations follow from others", last.order);
  if (!last.has_constant_rank)
    return fmt::format("none up to order {}: the ranks change near the point", last.order);
  return fmt::format("none up to order {}: nothing determines {}", last.order,
                     NamesOf(found.system, last.open_slopes));
}

std::string StructureInWords(const NumericalIndex& found) {
  if (!found.structural_index || !found.structural_free) return "finds the equations singular";
  if (!found.analysis.index && std::ranges::any_of(found.analysis.ranks, HasFaded))
    return fmt::format("index {}, {} free values: cannot be compared", *found.structural_index,
                       *found.structural_free);
  std::string out = fmt::format("index {}, {} free values", *found.structural_index, *found.structural_free);
  return out + (found.agrees() ? ": agrees" : ": DISAGREES");
}

}  // namespace

std::string RenderNumericalIndex(const NumericalIndex& found) {
  const array::ArrayAnalysis& analysis = found.analysis;
  std::string out = fmt::format("{} at time = {:.9g}\n", found.system.name, found.time);
  if (analysis.index) {
    out += fmt::format("differential index  {}\n", *analysis.index);
    out += fmt::format("free values         {} of {} variables\n", analysis.num_free,
                       found.system.variables.size());
  } else {
    out += fmt::format("differential index  {}\n", WhyNone(found));
  }
  out += fmt::format("structure           {}\n\n", StructureInWords(found));
  out +=
      "order  rows  rank  constraints  consistent  1-full  constant  full rows  smallest pivot kept, largest "
      "dropped\n";
  for (const ArrayRanks& r : analysis.ranks) {
    out += fmt::format("{:>5} {:>5} {:>5} {:>12} {:>11} {:>7} {:>9} {:>10}  {:<20.3g} {:.3g}\n", r.order,
                       r.rows, r.rank, r.num_constraints, InAWord(r.is_consistent), InAWord(r.is_one_full),
                       InAWord(r.has_constant_rank), InAWord(r.has_full_row_rank), r.gap.last_kept,
                       r.gap.first_dropped);
  }
  return out + fmt::format("a pivot below {:g} of the largest counts as zero\n", array::kRankTolerance);
}

nlohmann::ordered_json NumericalIndexJson(const NumericalIndex& found) {
  using Json = nlohmann::ordered_json;
  const array::ArrayAnalysis& analysis = found.analysis;
  Json out;
  out["model"] = found.system.name;
  out["time"] = found.time;
  out["unknowns"] = found.system.variables.size();
  out["differential_index"] = analysis.index ? Json(*analysis.index) : Json();
  out["free_values"] = analysis.index ? Json(analysis.num_free) : Json();
  if (!analysis.index) out["reason"] = WhyNone(found);
  out["structural_index"] = found.structural_index ? Json(*found.structural_index) : Json();
  out["structural_free_values"] = found.structural_free ? Json(*found.structural_free) : Json();
  out["agrees"] = found.agrees();
  out["rank_tolerance"] = array::kRankTolerance;
  for (const ArrayRanks& r : analysis.ranks) {
    Json entry = {{"order", r.order},
                  {"rows", r.rows},
                  {"rank", r.rank},
                  {"constraints", r.num_constraints},
                  {"smooth", r.is_smooth},
                  {"consistent", r.is_consistent},
                  {"one_full", r.is_one_full},
                  {"constant_rank", r.has_constant_rank},
                  {"full_row_rank", r.has_full_row_rank},
                  {"smallest_pivot_kept", r.gap.last_kept},
                  {"largest_pivot_dropped", r.gap.first_dropped},
                  {"residual", r.residual}};
    entry["undetermined"] = Json::array();
    for (const VariableId v : r.open_slopes)
      entry["undetermined"].push_back("der(" + NameOf(found.system, v) + ")");
    out["arrays"].push_back(std::move(entry));
  }
  for (const VariableId v : IdRange<VariableId>(found.system.variables.size())) {
    if (analysis.point.size() > 0)
      out["point"][NameOf(found.system, v)] = analysis.point[static_cast<Eigen::Index>(v.index())];
  }
  return out;
}

}  // namespace daedalus::analyze
