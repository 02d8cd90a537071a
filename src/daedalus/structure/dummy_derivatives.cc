#include "daedalus/structure/dummy_derivatives.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {
namespace {

// The smallest difference of preferences that a stateSelect makes; start values differ by less.
constexpr std::int32_t kStrongPreference = 2;
// The largest group of blocks that preferences join: a choice takes time cubic in this size.
constexpr std::size_t kMostTogether = 200;

class Selection {
 public:
  Selection(const PantelidesResult& reduced, const StateSelectionOptions& options)
      : reduced_(reduced),
        options_(options),
        is_dummy_(reduced.variables.size(), 0),
        wanted_(reduced.variables.size(), 0) {}

  // Returns the choice that could not be made, if there is one.
  std::optional<DummyChoice> Run() {
    for (std::vector<RowId>& equations : Groups()) {
      // (1)
      std::vector<ColumnId> variables;
      for (const RowId row : equations) variables.push_back(reduced_.matching.column_of_row[row]);
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
    for (const ColumnId v : reduced_.variables.All()) {
      if (is_dummy_[v]) result_.dummies.push_back(v);
      const ColumnId derivative = reduced_.variables.DerivativeOf(v);
      if (derivative.IsValid() && !is_dummy_[derivative]) result_.states.push_back(v);
    }
    return std::move(result_);
  }

 private:
  template <class IdType>
  static std::vector<IdType> Antiderivatives(const DerivativeMap<IdType>& map,
                                             const std::vector<IdType>& ids) {
    std::vector<IdType> out;
    for (const IdType id : ids) out.push_back(map.AntiderivativeOf(id));
    return out;
  }

  // (0): blocks, or groups of blocks that a preference joins.
  std::vector<std::vector<RowId>> Groups() {
    const Blocks blocks = BlockTriangularForm(reduced_.incidence, reduced_.matching);
    std::vector<std::uint32_t> group(blocks.size());
    std::iota(group.begin(), group.end(), 0u);
    if (HasStrongPreferences()) JoinBlocks(blocks, group);
    std::vector<std::vector<RowId>> out(blocks.size());
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
      out[group[b]].insert(out[group[b]].end(), blocks[b].begin(), blocks[b].end());
    std::erase_if(out, [](const std::vector<RowId>& rows) { return rows.empty(); });
    return out;
  }

  bool HasStrongPreferences() const {
    return std::ranges::any_of(options_.preferences,
                               [](std::int32_t p) { return std::abs(p) >= kStrongPreference; });
  }

  // Blocks that share candidates of different preferences get one number.
  void JoinBlocks(const Blocks& blocks, std::vector<std::uint32_t>& group) const {
    struct Union {
      std::size_t size = 0;  // in equations that choose
      std::int32_t weakest = std::numeric_limits<std::int32_t>::max();
      std::int32_t strongest = std::numeric_limits<std::int32_t>::min();
    };
    std::vector<std::uint32_t> joined = group;
    const auto find = [&](std::uint32_t b) {
      while (joined[b] != b) b = joined[b] = joined[joined[b]];
      return b;
    };
    PerColumn<std::uint32_t> block_of(reduced_.variables.size(), 0);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      for (const RowId row : blocks[b]) block_of[reduced_.matching.column_of_row[row]] = b;
    }
    const auto for_each_candidate = [&](auto visit) {
      for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        for (const RowId e : blocks[b]) {
          if (reduced_.equations.IsRoot(e)) continue;
          for (const ColumnId v : reduced_.incidence.Row(e)) {
            const bool is_highest = !reduced_.variables.DerivativeOf(v).IsValid();
            if (is_highest && !reduced_.variables.IsRoot(v)) visit(b, v);
          }
        }
      }
    };
    for_each_candidate([&](std::uint32_t b, ColumnId v) { joined[find(block_of[v])] = find(b); });
    std::vector<Union> unions(blocks.size());
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      unions[find(b)].size += static_cast<std::size_t>(
          std::ranges::count_if(blocks[b], [&](RowId e) { return !reduced_.equations.IsRoot(e); }));
    }
    for_each_candidate([&](std::uint32_t b, ColumnId v) {
      Union& all = unions[find(b)];
      all.weakest = std::min(all.weakest, PreferenceOf(v));
      all.strongest = std::max(all.strongest, PreferenceOf(v));
    });
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const Union& all = unions[find(b)];
      const bool differ = std::int64_t{all.strongest} - all.weakest >= kStrongPreference;
      if (differ && all.size <= kMostTogether) group[b] = find(b);
    }
  }

  // The preference of the variable whose derivative this is.
  std::int32_t PreferenceOf(ColumnId v) const {
    while (!reduced_.variables.IsRoot(v)) v = reduced_.variables.AntiderivativeOf(v);
    return v.index() < options_.preferences.size() ? options_.preferences[v.index()] : 0;
  }

  DummyChoice ChoiceOnLevel(std::uint32_t level, const std::vector<RowId>& equations,
                            const std::vector<ColumnId>& variables) {
    DummyChoice choice;
    choice.level = level;
    for (const RowId e : equations) {
      if (!reduced_.equations.IsRoot(e) && !IsKeptOtherwise(e)) choice.equations.push_back(e);
    }
    std::sort(choice.equations.begin(), choice.equations.end());
    for (const ColumnId v : variables) wanted_[v] = !reduced_.variables.IsRoot(v);
    for (const RowId e : choice.equations) {
      for (const ColumnId v : reduced_.incidence.Row(e)) {
        if (std::exchange(wanted_[v], 0)) choice.candidates.push_back(v);
      }
    }
    for (const ColumnId v : variables) wanted_[v] = 0;
    std::sort(choice.candidates.begin(), choice.candidates.end(),
              [&](ColumnId a, ColumnId b) { return Rank(a) < Rank(b); });
    return choice;
  }

  bool IsKeptOtherwise(RowId e) const {
    return !options_.is_kept_otherwise.empty() && options_.is_kept_otherwise[e] != 0;
  }

  // The candidate with the lowest rank is the first to become a dummy.
  std::tuple<std::int32_t, bool, std::int64_t> Rank(ColumnId candidate) const {
    const ColumnId state = reduced_.variables.AntiderivativeOf(candidate);
    ColumnId v = state;
    while (v.index() >= options_.preferences.size() && !reduced_.variables.IsRoot(v))
      v = reduced_.variables.AntiderivativeOf(v);
    const std::int32_t preference =
        v.index() < options_.preferences.size() ? options_.preferences[v.index()] : 0;
    return {preference, reduced_.variables.IsRoot(state), -std::int64_t{state.value}};
  }

  // (2)
  bool Make(DummyChoice* choice) {
    std::optional<std::vector<ColumnId>> chosen = options_.selector != nullptr
                                                      ? options_.selector->Choose(*choice)
                                                      : ChooseByStructure(reduced_.incidence, *choice);
    if (!chosen) return false;
    DAEDALUS_CHECK(chosen->size() == choice->equations.size(),
                   "a selector chooses one candidate for each equation");
    for (const ColumnId v : *chosen) wanted_[v] = 1;
    for (const ColumnId v : choice->candidates) {
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
  PerColumn<char> is_dummy_;
  PerColumn<char> wanted_;  // a mark; every function clears it before it returns
};

}  // namespace

std::optional<std::vector<ColumnId>> ChooseByStructure(const Incidence& incidence,
                                                       const DummyChoice& choice) {
  // Candidates are the rows here, because they are offered one by one.
  Incidence part;
  part.num_columns = static_cast<std::uint32_t>(choice.equations.size());
  std::vector<std::pair<ColumnId, ColumnId>> entries;  // candidate's variable, column of the equation
  for (std::size_t i = 0; i < choice.equations.size(); ++i) {
    for (const ColumnId v : incidence.Row(choice.equations[i])) entries.push_back({v, ColumnId(i)});
  }
  std::sort(entries.begin(), entries.end());
  std::vector<ColumnId> columns;
  for (const ColumnId v : choice.candidates) {
    columns.clear();
    for (auto at = std::lower_bound(entries.begin(), entries.end(), std::pair{v, ColumnId(0)});
         at != entries.end() && at->first == v; ++at) {
      columns.push_back(at->second);
    }
    part.AddRow(columns);
  }
  MatchingExtender extender(part);
  std::vector<ColumnId> chosen;
  for (std::size_t i = 0; i < choice.candidates.size() && chosen.size() < choice.equations.size(); ++i) {
    if (extender.AugmentRow(RowId(i))) chosen.push_back(choice.candidates[i]);
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
