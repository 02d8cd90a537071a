// The numbers by which states are chosen, and by which the choice is watched during a run.
//
// On each level of the dummy derivatives (structure/dummy_derivatives.h) there is a matrix with a row for
// each equation and a column for each candidate; the columns of the dummies must make a regular matrix. By
// Griewank's lemma df'/dx' = df/dx for an equation f and a variable x that are both differentiated. So every
// entry is a partial derivative of a given equation, and is known wherever the given variables and their
// derivatives are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/derivative_columns.h"
#include "daedalus/structure/dummy_derivatives.h"

namespace daedalus::causal {

struct ChoiceMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<ExprId> entries;             // row-major, of the given system
  std::vector<VariableId> variables;       // per column: whose derivative the candidate is
  std::vector<StateSelect> preferences;    // per column: the preference of its antiderivative as a state
  std::vector<std::uint32_t> chosen = {};  // the columns of the dummies, once they are chosen
};

// Builds the partial derivatives in the graph of the system.
ChoiceMatrix MatrixOf(const structure::DummyChoice& choice, System& system, const DerivativeColumns& columns,
                      expr::Differentiator& differentiator);

// As many columns as there are rows, whose matrix is regular: Gaussian elimination with threshold pivoting,
// in which the first column in their order is taken whose pivot is not much smaller than the best. Columns of
// lower preference become dummies first, as long as the matrix stays regular. Nothing where the rank is too
// low. `values` is row-major.
std::optional<std::vector<std::uint32_t>> IndependentColumns(std::vector<double> values, std::size_t rows,
                                                             std::span<const StateSelect> preferences);

// How much better another choice would be: the largest factor by which exchanging one chosen column raises
// the determinant. Infinite if the chosen columns are singular. It is the largest entry of B^-1 N for the
// chosen columns B and the others N (Cramer's rule; Goreinov et al. 2010 call a B of growth 1 dominant).
// Exchanges against a preference count only as far as the preference allows.
double ExchangeGain(std::span<const double> values, const ChoiceMatrix& matrix);

}  // namespace daedalus::causal
