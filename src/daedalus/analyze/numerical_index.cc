#include "daedalus/analyze/numerical_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "daedalus/causal/alias_removal.h"
#include "daedalus/causal/solvability.h"
#include "daedalus/compile/given_model.h"
#include "daedalus/compile/name_derivatives.h"
#include "daedalus/hybrid/event_iteration.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/system/parameters.h"

namespace daedalus::analyze {
namespace {

using array::ArrayRanks;

// What the relations and discrete variables of the model are at its start values.
Result<std::vector<double>> HeldAtStart(System& system, const std::vector<double>& parameters,
                                        const std::vector<double>& start) {
  if (system.hybrid.empty()) return std::vector<double>();
  auto events = hybrid::CompileEvents(system);
  if (!events) return Failure{std::move(events).error()};
  const hybrid::EventModel model = *std::move(events);
  hybrid::EventIteration iteration(model, parameters, 0);
  iteration.Guess(0, start, std::vector<double>(system.variables.size(), 0.0));
  return std::vector<double>(iteration.held().begin(), iteration.held().end());
}

void AddStructure(NumericalIndex& out) {
  const causal::SystemIncidence incidence = causal::IncidenceOf(out.system);
  if (const auto free = causal::DegreesOfFreedom(out.system, incidence); free.ok())
    out.structural_free = *free;
  Diagnostics silent;
  const auto given = compile::ReadGivenModel(out.system, compile::IndexTreatment::kDummyDerivatives,
                                             compile::AliasTreatment::kKeep, silent);
  if (given.ok()) out.structural_index = given->structural_index;
}

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

Result<NumericalIndex> FindNumericalIndex(System system, Diagnostics& diagnostics) {
  compile::NameDerivatives(system);
  auto removed = causal::RemoveAliases(std::move(system), diagnostics);
  if (!removed) return Failure{std::move(removed).error()};
  NumericalIndex out;
  out.system = std::move(removed->system);
  out.time = out.system.experiment.start_time.value_or(0);
  auto parameters = EvaluateParameters(out.system);
  if (!parameters) return Failure{std::move(parameters).error()};
  auto attributes = initialize::EvaluateAttributes(out.system, parameters->values);
  if (!attributes) return Failure{std::move(attributes).error()};
  auto held = HeldAtStart(out.system, parameters->values, attributes->start);
  if (!held) return Failure{std::move(held).error()};
  if (out.system.variables.empty() || out.system.equations.empty()) {
    return Fail(Error(Code::kBadOption, {}, "`{}` has no equations to look at", out.system.name));
  }
  std::vector<char> may_move;
  for (const Variable& variable : out.system.variables) may_move.push_back(!variable.fixed);
  array::AnalysisProblem problem;
  problem.time = out.time;
  problem.parameters = parameters->values;
  problem.held = *held;
  problem.start = attributes->start;
  problem.units = attributes->nominal;
  problem.may_move = may_move;
  problem.with_initial_equations = true;
  out.analysis = array::AnalyzeArray(out.system, problem);
  AddStructure(out);
  return out;
}

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
