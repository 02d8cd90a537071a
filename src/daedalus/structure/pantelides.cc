#include "daedalus/structure/pantelides.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kInVain = std::numeric_limits<std::uint32_t>::max();

// The equations in the highest derivatives only. Equations that were differentiated are empty.
Incidence HighestPart(const Incidence& incidence, const VariableDerivatives& variables,
                      const EquationDerivatives& equations) {
  Incidence part;
  part.num_columns = incidence.num_columns;
  part.row_starts.reserve(incidence.row_starts.size());
  part.columns.reserve(incidence.columns.size());
  for (const RowId row : incidence.Rows()) {
    if (equations.IsHighest(row)) {
      for (const ColumnId v : incidence.Row(row)) {
        if (variables.IsHighest(v)) part.columns.push_back(v);
      }
    }
    part.row_starts.push_back(static_cast<std::uint32_t>(part.columns.size()));
  }
  return part;
}

// The explanation if an equation finds no variable even if all derivatives count as their variable. Columns
// are chains there; the explanation names the variables at their roots.
std::optional<Singularity> WhyEndless(const Incidence& incidence, const VariableDerivatives& variables,
                                      const SingularityOptions& options) {
  const auto chains = ChainsOf(variables);
  Incidence identified;
  identified.num_columns = static_cast<std::uint32_t>(chains.root.size());
  identified.row_starts.reserve(incidence.row_starts.size());
  identified.columns.reserve(incidence.columns.size());
  std::vector<ColumnId> entries;
  for (const RowId row : incidence.Rows()) {
    entries.clear();
    for (const ColumnId variable : incidence.Row(row)) entries.push_back(ColumnId(chains.chain[variable]));
    identified.AddRow(entries);
  }
  if (MaximumMatching(identified).IsPerfect()) return std::nullopt;

  Singularity why = ExplainSingularity(identified, options);
  const auto to_roots = [&](std::vector<ColumnId>* ids) {
    for (ColumnId& id : *ids) id = chains.root[id.index()];
  };
  for (OverdeterminedSet& set : why.overdetermined) to_roots(&set.columns);
  for (UnderdeterminedSet& set : why.underdetermined) {
    set.column = chains.root[set.column.index()];
    to_roots(&set.columns);
  }
  return why;
}

class Pantelides {
 public:
  Pantelides(const Incidence& incidence, const VariableDerivatives& variables, DerivativeHooks* hooks)
      : hooks_(*hooks), num_given_(incidence.num_rows()) {
    result_.incidence = incidence;
    result_.variables = variables;
    result_.equations = EquationDerivatives(num_given_);
    result_.differentiations.resize(num_given_, 0);
    given_.reserve(num_given_);
    for (const RowId row : incidence.Rows()) given_.Add(row);
    // The largest number of differentiations that an equation can need. That number is the length of a path
    // through the system, counted in derivatives. A path enters each chain of derivatives (x, x', ..) at most
    // once, so it is no longer than all chains together.
    for (const ColumnId v : variables.All()) max_differentiations_ += !variables.IsRoot(v);
    variables_.resize(variables.size());
    for (const ColumnId v : variables.All()) {
      if (!variables.IsHighest(v)) variables_[v].colour = kInVain;
    }
  }

  Expected<PantelidesResult, PantelidesFailure> Run(const PantelidesOptions& options) {
    MatchAll();  // (1)
    if (std::optional<Singularity> why = WhySingular(options.singularity))
      return Failure{PantelidesFailure{PantelidesFailure::Kind::kSingular, *std::move(why), {}}};
    while (!free_.empty()) {
      coloured_rows_.clear();
      coloured_columns_.clear();
      std::erase_if(free_, [&](RowId row) { return Augment(row); });
      for (const RowId row : coloured_rows_) {
        if (result_.differentiations[given_[row]] >= max_differentiations_)
          return Failure{PantelidesFailure{PantelidesFailure::Kind::kEndless, {}, given_[row]}};
      }
      DifferentiateColoured();
      // One search may walk over the whole system. If more than a few searches remain, matching all equations
      // again is cheaper.
      if (free_.size() > 16 + num_given_ / 64) MatchAll();
    }
    result_.matching.row_of_column = {};
    result_.matching.row_of_column.reserve(variables_.size());
    for (const Variable& variable : variables_) result_.matching.row_of_column.Add(variable.equation);
    result_.matching.size = num_given_;
    result_.structural_index = StructuralIndex();
    return std::move(result_);
  }

 private:
  // All data of a variable that a search reads, together: in a large random graph each access is a cache
  // miss.
  struct Variable {
    RowId equation = {};       // the one that is matched to it
    std::uint32_t colour = 0;  // the last search that saw it; kInVain: that was in vain, or it is known
    RowId reached_from = {};   // the equation by which that search came to it

    bool IsFree() const { return !equation.IsValid() && colour != kInVain; }
  };

  // If every equation has an unknown, nothing has to terminate.
  std::optional<Singularity> WhySingular(const SingularityOptions& options) const {
    std::uint32_t num_unknowns = 0;
    for (const ColumnId v : result_.variables.All()) num_unknowns += result_.variables.IsHighest(v);
    if (free_.empty() && num_unknowns == num_given_) return std::nullopt;
    return WhyEndless(result_.incidence, result_.variables, options);
  }

  void MatchAll() {
    result_.matching = MaximumMatching(HighestPart(result_.incidence, result_.variables, result_.equations));
    for (const ColumnId v : result_.variables.All())
      variables_[v].equation = result_.matching.row_of_column[v];
    lookahead_ = {};
    lookahead_.reserve(result_.incidence.num_rows());
    for (const RowId row : result_.incidence.Rows()) lookahead_.Add(result_.incidence.Begin(row));
    free_.clear();
    for (const RowId row : result_.equations.All()) {
      if (result_.equations.IsHighest(row) && !result_.matching.column_of_row[row].IsValid())
        free_.push_back(row);
    }
  }

  // (2) Breadth first. After a failure the visited equations and variables are listed and stay coloured: no
  // other search finds a path through them before they are differentiated.
  bool Augment(RowId start) {
    ++search_;
    const std::size_t first_row = coloured_rows_.size(), first_column = coloured_columns_.size();
    coloured_rows_.push_back(start);
    for (std::size_t at = first_row; at < coloured_rows_.size(); ++at) {
      const RowId row = coloured_rows_[at];
      const ColumnId free_column = FreeUnknown(row);
      if (free_column.IsValid()) {
        Flip(start, row, free_column);
        coloured_rows_.resize(first_row);
        coloured_columns_.resize(first_column);
        return true;
      }
      for (const ColumnId column : result_.incidence.Row(row)) {
        Variable& variable = variables_[column];
        if (variable.colour == search_ || variable.colour == kInVain) continue;
        variable.colour = search_;
        variable.reached_from = row;
        coloured_columns_.push_back(column);
        coloured_rows_.push_back(variable.equation);
      }
    }
    for (std::size_t i = first_column; i < coloured_columns_.size(); ++i)
      variables_[coloured_columns_[i]].colour = kInVain;
    return false;
  }

  ColumnId FreeUnknown(RowId row) {
    const Incidence& a = result_.incidence;
    const std::uint32_t end = a.End(row);
    std::uint32_t& at = lookahead_[row];
    while (at < end && !variables_[a.columns[at]].IsFree()) ++at;
    return at < end ? a.columns[at] : ColumnId();
  }

  // Goes back from the end: each row takes the column that the row after it gives up.
  void Flip(RowId start, RowId row, ColumnId column) {
    for (;;) {
      const ColumnId given_up = result_.matching.column_of_row[row];
      Match(row, column);
      if (row == start) return;
      column = given_up;
      row = variables_[column].reached_from;
    }
  }

  void Match(RowId row, ColumnId column) {
    result_.matching.column_of_row[row] = column;
    variables_[column].equation = row;
  }

  // (3) In ascending order, so that the new ids read like the old ones.
  void DifferentiateColoured() {
    std::sort(coloured_rows_.begin(), coloured_rows_.end());
    std::sort(coloured_columns_.begin(), coloured_columns_.end());
    for (const ColumnId column : coloured_columns_) AddDerivativeOfVariable(column);
    for (const RowId row : coloured_rows_) AddDerivativeOfEquation(row);
    for (RowId& row : free_) row = result_.equations.DerivativeOf(row);
    for (const ColumnId column : coloured_columns_) MoveMatchToDerivatives(column);
  }

  void AddDerivativeOfVariable(ColumnId variable) {
    const ColumnId derivative = result_.variables.Add();
    hooks_.DifferentiateVariable(variable, derivative);
    result_.variables.Link(variable, derivative);
    result_.incidence.num_columns = result_.variables.size();
    variables_.Add({});
  }

  void AddDerivativeOfEquation(RowId equation) {
    const RowId derivative = result_.equations.Add();
    const std::vector<ColumnId> row = hooks_.DifferentiateEquation(equation, derivative);
    result_.equations.Link(equation, derivative);
    lookahead_.Add(static_cast<std::uint32_t>(result_.incidence.columns.size()));
    result_.incidence.AddRow(row);
    result_.matching.column_of_row.Add(ColumnId());
    given_.Add(given_[equation]);
    ++result_.differentiations[given_[equation]];
  }

  // If the hooks left a derivative out of the row, it cannot be matched to it, and the row is searched again.
  void MoveMatchToDerivatives(ColumnId column) {
    const RowId row = variables_[column].equation;
    const ColumnId new_column = result_.variables.DerivativeOf(column);
    const RowId new_row = result_.equations.DerivativeOf(row);
    variables_[column].equation = RowId();
    result_.matching.column_of_row[row] = ColumnId();
    const auto entries = result_.incidence.Row(new_row);
    if (std::binary_search(entries.begin(), entries.end(), new_column)) {
      Match(new_row, new_column);
    } else {
      free_.push_back(new_row);
    }
  }

  std::uint32_t StructuralIndex() const {
    std::uint32_t most = 0;
    for (const std::uint32_t n : result_.differentiations) most = std::max(most, n);
    bool some_algebraic = false;
    for (const ColumnId v : result_.variables.All()) {
      some_algebraic |= result_.variables.IsRoot(v) && result_.variables.IsHighest(v);
    }
    return most + (some_algebraic ? 1 : 0);
  }

  DerivativeHooks& hooks_;
  const std::uint32_t num_given_;
  PantelidesResult result_;
  std::uint32_t max_differentiations_ = 0;
  PerRow<RowId> given_;              // the given equation that it is a derivative of
  PerRow<std::uint32_t> lookahead_;  // entries before it are known or taken
  PerColumn<Variable> variables_;
  std::uint32_t search_ = 0;
  std::vector<RowId> free_;                 // equations without an unknown
  std::vector<RowId> coloured_rows_;        // what is to be differentiated: these equations,
  std::vector<ColumnId> coloured_columns_;  // and these variables
};

}  // namespace

Expected<PantelidesResult, PantelidesFailure> ReduceIndex(const Incidence& incidence,
                                                          const VariableDerivatives& variables,
                                                          DerivativeHooks& hooks,
                                                          const PantelidesOptions& options) {
  DAEDALUS_CHECK(incidence.num_columns == variables.size(), "every column is a variable of the map");
  return Pantelides(incidence, variables, &hooks).Run(options);
}

}  // namespace daedalus::structure
