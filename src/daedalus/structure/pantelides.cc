#include "daedalus/structure/pantelides.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace daedalus::structure {
namespace {

// (1) The explanation if some equation finds no variable even when all derivatives count as their variable.
// Chains are columns there; the explanation speaks of the variables at their roots.
std::optional<Singularity> WhyEndless(const Incidence& incidence, const DerivativeMap& variables,
                                      const SingularityOptions& options) {
  const DerivativeChains chains = ChainsOf(variables);
  Incidence identified;
  identified.num_columns = static_cast<std::uint32_t>(chains.root.size());
  std::vector<std::uint32_t> entries;
  for (std::uint32_t row = 0; row < incidence.num_rows(); ++row) {
    entries.clear();
    for (const std::uint32_t variable : incidence.Row(row)) entries.push_back(chains.chain[variable]);
    identified.AddRow(entries);
  }
  if (MaximumMatching(identified).IsPerfect()) return std::nullopt;

  Singularity why = ExplainSingularity(identified, options);
  const auto to_roots = [&](std::vector<std::uint32_t>* ids) {
    for (std::uint32_t& id : *ids) id = chains.root[id];
  };
  for (OverdeterminedSet& set : why.overdetermined) to_roots(&set.columns);
  for (UnderdeterminedSet& set : why.underdetermined) {
    set.column = chains.root[set.column];
    to_roots(&set.columns);
  }
  return why;
}

class Pantelides {
 public:
  Pantelides(const Incidence& incidence, const DerivativeMap& variables, DerivativeHooks* hooks)
      : hooks_(*hooks),
        num_given_(incidence.num_rows()),
        lookahead_(incidence.row_starts),
        colour_(variables.size(), 0),
        reached_from_(variables.size(), kUnmatched) {
    lookahead_.pop_back();
    result_.incidence = incidence;
    result_.variables = variables;
    result_.equations = DerivativeMap(num_given_);
    result_.differentiations.assign(num_given_, 0);
    given_.resize(num_given_);
    for (std::uint32_t e = 0; e < num_given_; ++e) given_[e] = e;
    // An offset is the length of a path that enters each chain of derivatives at most once.
    for (std::uint32_t v = 0; v < variables.size(); ++v) max_differentiations_ += !variables.IsRoot(v);
  }

  Expected<PantelidesResult, PantelidesFailure> Run() {
    MatchGivenUnknowns();
    for (std::uint32_t equation = 0; equation < num_given_; ++equation) {
      if (result_.matching.column_of_row[equation] != kUnmatched || !result_.equations.IsHighest(equation))
        continue;
      pending_.push_back(equation);
      while (!pending_.empty()) {
        const std::uint32_t row = pending_.back();
        if (Augment(row)) {
          pending_.pop_back();
          continue;
        }
        for (const std::uint32_t r : coloured_rows_) {
          if (result_.differentiations[given_[r]] >= max_differentiations_) {
            return Failure{PantelidesFailure{PantelidesFailure::Kind::kEndless, {}, given_[r]}};
          }
        }
        DifferentiateColoured(row);
      }
    }
    result_.structural_index = StructuralIndex();
    return std::move(result_);
  }

 private:
  bool IsUnknown(std::uint32_t column) const { return result_.variables.IsHighest(column); }

  // Before anything is differentiated, by the faster method; what it leaves is where the search begins.
  void MatchGivenUnknowns() {
    Incidence unknowns;
    unknowns.num_columns = result_.incidence.num_columns;
    std::vector<std::uint32_t> row;
    for (std::uint32_t equation = 0; equation < num_given_; ++equation) {
      row.clear();
      for (const std::uint32_t v : result_.incidence.Row(equation)) {
        if (IsUnknown(v)) row.push_back(v);
      }
      unknowns.AddRow(row);
    }
    result_.matching = MaximumMatching(unknowns);
  }

  // (2) Breadth first; on failure the coloured rows and columns are listed afterwards.
  bool Augment(std::uint32_t start) {
    ++search_;
    coloured_columns_.clear();
    coloured_rows_.assign(1, start);
    for (std::size_t at = 0; at < coloured_rows_.size(); ++at) {
      const std::uint32_t row = coloured_rows_[at];
      const std::uint32_t free_column = FreeUnknown(row);
      if (free_column != kUnmatched) {
        Flip(start, row, free_column);
        return true;
      }
      for (const std::uint32_t column : result_.incidence.Row(row)) {
        if (!IsUnknown(column) || colour_[column] == search_) continue;
        colour_[column] = search_;
        reached_from_[column] = row;
        coloured_columns_.push_back(column);
        coloured_rows_.push_back(result_.matching.row_of_column[column]);
      }
    }
    return false;
  }

  std::uint32_t FreeUnknown(std::uint32_t row) {
    const Incidence& a = result_.incidence;
    const std::uint32_t end = a.row_starts[row + 1];
    std::uint32_t& at = lookahead_[row];
    while (at < end &&
           (!IsUnknown(a.columns[at]) || result_.matching.row_of_column[a.columns[at]] != kUnmatched))
      ++at;
    return at < end ? a.columns[at] : kUnmatched;
  }

  // From the end: each row takes the column that the row after it gives up.
  void Flip(std::uint32_t start, std::uint32_t row, std::uint32_t column) {
    for (;;) {
      const std::uint32_t given_up = result_.matching.column_of_row[row];
      Match(row, column);
      if (row == start) return;
      column = given_up;
      row = reached_from_[column];
    }
  }

  void Match(std::uint32_t row, std::uint32_t column) {
    result_.matching.column_of_row[row] = column;
    result_.matching.row_of_column[column] = row;
  }

  // (3) In ascending order, so that the new ids read like the old ones.
  void DifferentiateColoured(std::uint32_t start) {
    std::sort(coloured_rows_.begin(), coloured_rows_.end());
    std::sort(coloured_columns_.begin(), coloured_columns_.end());
    for (const std::uint32_t column : coloured_columns_) AddDerivativeOfVariable(column);
    for (const std::uint32_t row : coloured_rows_) AddDerivativeOfEquation(row);
    pending_.back() = result_.equations.DerivativeOf(start);
    for (const std::uint32_t column : coloured_columns_) MoveMatchToDerivatives(column);
  }

  void AddDerivativeOfVariable(std::uint32_t variable) {
    const std::uint32_t derivative = result_.variables.Add();
    hooks_.DifferentiateVariable(variable, derivative);
    result_.variables.Link(variable, derivative);
    result_.incidence.num_columns = result_.variables.size();
    result_.matching.row_of_column.push_back(kUnmatched);
    colour_.push_back(0);
    reached_from_.push_back(kUnmatched);
  }

  void AddDerivativeOfEquation(std::uint32_t equation) {
    const std::uint32_t derivative = result_.equations.Add();
    const std::vector<std::uint32_t> row = hooks_.DifferentiateEquation(equation, derivative);
    result_.equations.Link(equation, derivative);
    lookahead_.push_back(static_cast<std::uint32_t>(result_.incidence.columns.size()));
    result_.incidence.AddRow(row);
    result_.matching.column_of_row.push_back(kUnmatched);
    given_.push_back(given_[equation]);
    ++result_.differentiations[given_[equation]];
  }

  // A derivative that the symbols left out of the row cannot be matched to it: the row is searched for anew.
  void MoveMatchToDerivatives(std::uint32_t column) {
    const std::uint32_t row = result_.matching.row_of_column[column];
    const std::uint32_t new_column = result_.variables.DerivativeOf(column);
    const std::uint32_t new_row = result_.equations.DerivativeOf(row);
    result_.matching.row_of_column[column] = result_.matching.column_of_row[row] = kUnmatched;
    const auto entries = result_.incidence.Row(new_row);
    if (std::binary_search(entries.begin(), entries.end(), new_column)) {
      Match(new_row, new_column);
    } else {
      pending_.push_back(new_row);
    }
  }

  std::uint32_t StructuralIndex() {
    std::uint32_t most = 0;
    for (const std::uint32_t n : result_.differentiations) most = std::max(most, n);
    bool some_algebraic = false;
    for (std::uint32_t v = 0; v < result_.variables.size(); ++v) {
      some_algebraic |= result_.variables.IsRoot(v) && result_.variables.IsHighest(v);
    }
    result_.matching.size = num_given_;
    return most + (some_algebraic ? 1 : 0);
  }

  DerivativeHooks& hooks_;
  const std::uint32_t num_given_;
  PantelidesResult result_;
  std::uint32_t max_differentiations_ = 0;
  std::vector<std::uint32_t> given_;         // per equation: the given one that it is a derivative of
  std::vector<std::uint32_t> lookahead_;     // per equation: entries before it are known or taken
  std::vector<std::uint32_t> colour_;        // per variable: the last search that saw it
  std::vector<std::uint32_t> reached_from_;  // per variable: the equation by which that search came to it
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> coloured_rows_, coloured_columns_;
  std::vector<std::uint32_t>
      pending_;  // equations to be matched; more than one only when a derivative was left out
};

}  // namespace

Expected<PantelidesResult, PantelidesFailure> ReduceIndex(const Incidence& incidence,
                                                          const DerivativeMap& variables,
                                                          DerivativeHooks& hooks,
                                                          const PantelidesOptions& options) {
  DAEDALUS_CHECK(incidence.num_columns == variables.size(), "every column is a variable of the map");
  if (std::optional<Singularity> why = WhyEndless(incidence, variables, options.singularity)) {
    return Failure{PantelidesFailure{PantelidesFailure::Kind::kSingular, *std::move(why), 0}};
  }
  return Pantelides(incidence, variables, &hooks).Run();
}

}  // namespace daedalus::structure
