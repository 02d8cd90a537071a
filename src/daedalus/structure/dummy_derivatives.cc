#include "daedalus/structure/dummy_derivatives.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

class Selection {
 public:
  Selection(const PantelidesResult& reduced, const StateSelectionOptions& options)
      : reduced_(reduced),
        options_(options),
        is_dummy_(reduced.variables.size(), 0),
        wanted_(reduced.variables.size(), 0) {}

  // Returns the choice that could not be made, if there is one.
  std::optional<DummyChoice> Run() {
    const Blocks blocks = BlockTriangularForm(reduced_.incidence, reduced_.matching);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      // (1)
      std::vector<std::uint32_t> equations(blocks[b].begin(), blocks[b].end()), variables;
      for (const std::uint32_t row : equations) variables.push_back(reduced_.matching.column_of_row[row]);
      for (std::uint32_t level = 1;; ++level) {
        DummyChoice choice = ChoiceOnLevel(level, equations, variables);
        if (choice.equations.empty()) break;
        if (!Make(&choice)) return choice;
        // (3)
        equations = Antiderivatives(reduced_.equations, choice.equations);
        variables = Antiderivatives(reduced_.variables, choice.chosen);
        result_.choices.push_back(std::move(choice));
      }
    }
    return std::nullopt;
  }

  StateSelection Take() {
    for (std::uint32_t v = 0; v < is_dummy_.size(); ++v) {
      if (is_dummy_[v]) result_.dummies.push_back(v);
      const std::uint32_t derivative = reduced_.variables.DerivativeOf(v);
      if (derivative != kUnmatched && !is_dummy_[derivative]) result_.states.push_back(v);
    }
    return std::move(result_);
  }

 private:
  static std::vector<std::uint32_t> Antiderivatives(const DerivativeMap& map,
                                                    const std::vector<std::uint32_t>& ids) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t id : ids) out.push_back(map.AntiderivativeOf(id));
    return out;
  }

  DummyChoice ChoiceOnLevel(std::uint32_t level, const std::vector<std::uint32_t>& equations,
                            const std::vector<std::uint32_t>& variables) {
    DummyChoice choice;
    choice.level = level;
    for (const std::uint32_t e : equations) {
      if (!reduced_.equations.IsRoot(e)) choice.equations.push_back(e);
    }
    std::sort(choice.equations.begin(), choice.equations.end());
    for (const std::uint32_t v : variables) wanted_[v] = !reduced_.variables.IsRoot(v);
    for (const std::uint32_t e : choice.equations) {
      for (const std::uint32_t v : reduced_.incidence.Row(e)) {
        if (std::exchange(wanted_[v], 0)) choice.candidates.push_back(v);
      }
    }
    for (const std::uint32_t v : variables) wanted_[v] = 0;
    std::sort(choice.candidates.begin(), choice.candidates.end(),
              [&](std::uint32_t a, std::uint32_t b) { return Rank(a) < Rank(b); });
    return choice;
  }

  // The candidate with the lowest rank is the first to become a dummy.
  std::tuple<std::int32_t, bool, std::int64_t> Rank(std::uint32_t candidate) const {
    const std::uint32_t state = reduced_.variables.AntiderivativeOf(candidate);
    std::uint32_t v = state;
    while (v >= options_.preferences.size() && !reduced_.variables.IsRoot(v))
      v = reduced_.variables.AntiderivativeOf(v);
    const std::int32_t preference = v < options_.preferences.size() ? options_.preferences[v] : 0;
    return {preference, reduced_.variables.IsRoot(state), -std::int64_t{state}};
  }

  // (2)
  bool Make(DummyChoice* choice) {
    std::optional<std::vector<std::uint32_t>> chosen = options_.selector != nullptr
                                                           ? options_.selector->Choose(*choice)
                                                           : ChooseByStructure(reduced_.incidence, *choice);
    if (!chosen) return false;
    DAEDALUS_CHECK(chosen->size() == choice->equations.size(),
                   "a selector chooses one candidate for each equation");
    for (const std::uint32_t v : *chosen) wanted_[v] = 1;
    for (const std::uint32_t v : choice->candidates) {
      if (!std::exchange(wanted_[v], 0)) continue;
      choice->chosen.push_back(v);
      is_dummy_[v] = 1;
    }
    DAEDALUS_CHECK(choice->chosen.size() == chosen->size(), "a selector chooses among the candidates");
    return true;
  }

  const PantelidesResult& reduced_;
  const StateSelectionOptions& options_;
  StateSelection result_;
  std::vector<char> is_dummy_;
  std::vector<char> wanted_;  // per variable, a mark that every function leaves clear
};

}  // namespace

std::optional<std::vector<std::uint32_t>> ChooseByStructure(const Incidence& incidence,
                                                            const DummyChoice& choice) {
  // Candidates are the rows here, for it is they that are offered one by one.
  Incidence part;
  part.num_columns = static_cast<std::uint32_t>(choice.equations.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      entries;  // candidate's variable, position of the equation
  for (std::uint32_t i = 0; i < choice.equations.size(); ++i) {
    for (const std::uint32_t v : incidence.Row(choice.equations[i])) entries.push_back({v, i});
  }
  std::sort(entries.begin(), entries.end());
  std::vector<std::uint32_t> columns;
  for (const std::uint32_t v : choice.candidates) {
    columns.clear();
    for (auto at = std::lower_bound(entries.begin(), entries.end(), std::pair{v, 0u});
         at != entries.end() && at->first == v; ++at) {
      columns.push_back(at->second);
    }
    part.AddRow(columns);
  }
  MatchingExtender extender(part);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < choice.candidates.size() && chosen.size() < choice.equations.size(); ++i) {
    if (extender.AugmentRow(i)) chosen.push_back(choice.candidates[i]);
  }
  if (chosen.size() < choice.equations.size()) return std::nullopt;
  return chosen;
}

Expected<StateSelection, DummyChoice> SelectStates(const PantelidesResult& reduced,
                                                   const StateSelectionOptions& options) {
  Selection selection(reduced, options);
  if (std::optional<DummyChoice> failed = selection.Run()) return Failure{*std::move(failed)};
  return selection.Take();
}

}  // namespace daedalus::structure
