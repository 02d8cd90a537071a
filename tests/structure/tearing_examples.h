// Blocks to be torn: those of the sources, and random ones.
#pragma once

#include <cstdlib>
#include <random>

#include "daedalus/structure/tearing.h"
#include "structure/drawing.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {

// A drawing with 'x' for a safe pivot, '~' for an unsafe one, and digits for the cost of a safe one.
inline TearingProblem ProblemFromDrawing(const std::vector<std::string>& rows) {
  TearingProblem problem;
  problem.appears = FromDrawing(rows);
  for (const std::string& row : rows) {
    for (const char c : row) {
      if (c != '.')
        problem.costs.push_back(c == '~' ? kUnsafe : c == 'x' ? 0 : static_cast<PivotCost>(c - '0'));
    }
  }
  return problem;
}

// Cellier & Kofman (7.9), columns u1 i1 u2 i2 u3 i3.
inline TearingProblem ResistorLoop() {
  return ProblemFromDrawing({"xx....",    // u1 = R1 i1
                             "..xx..",    // u2 = R2 i2
                             "....xx",    // u3 = R3 i3
                             "x...x.",    // u1 + u3 = u0
                             "..x.x.",    // u2 = u3
                             ".x.x.x"});  // i1 = i2 + i3
}

// [H7.3], columns p1 q1 q2 q3: a sluice and two consumers at one pressure; solved for p as for q, as (H7.3a,
// b) show.
inline TearingProblem Hydraulics() {
  return ProblemFromDrawing({"xx..",    // q1 (p2 - p1)
                             "x.x.",    // q2 (p1 - p0)
                             "x..x",    // q3 (p1 - p0)
                             ".xxx"});  // q1 = q2 + q3
}

// [H7.5], columns u1 .. u5, i1 .. i5: the Wheatstone bridge.
inline TearingProblem Bridge() {
  return ProblemFromDrawing({"x....x....",    // u1 = R1 i1
                             ".x....x...",    // u2 = R2 i2
                             "..x....x..",    // u3 = R3 i3
                             "...x....x.",    // u4 = R4 i4
                             "....x....x",    // u5 = R5 i5
                             "x..x......",    // u0 = u1 + u4
                             "xxx.......",    // u2 = u1 + u3
                             "..xxx.....",    // u4 = u3 + u5
                             ".....x.xx.",    // i1 = i3 + i4
                             "......xx.x"});  // i5 = i2 + i3
}

// Row i of n of the space operator (8.112), without its common factor.
struct Coefficient {
  std::uint32_t column;
  int value;
};
inline std::vector<Coefficient> HeatStencil(std::uint32_t i, std::uint32_t n) {
  if (i == 0) return {{0, -15}, {1, -4}, {2, 14}, {3, -6}, {4, 1}};
  if (i == 1) return {{0, 16}, {1, -30}, {2, 16}, {3, -1}};
  if (i == n - 2) return {{n - 4, -1}, {n - 3, 16}, {n - 2, -31}, {n - 1, 16}};
  if (i == n - 1) return {{n - 3, -2}, {n - 2, 32}, {n - 1, -30}};
  return {{i - 2, -1}, {i - 1, 16}, {i, -30}, {i + 1, 16}, {i + 2, -1}};
}
// Tens of the factor by which the largest coefficient of these rows, some 30, exceeds this one.
inline PivotCost HeatPivotCost(int coefficient) {
  return static_cast<PivotCost>(std::min(250, 320 / std::abs(coefficient)));
}
constexpr PivotCost kTenTimesSmaller = 100;

struct Term {
  std::uint32_t column;
  PivotCost cost;
};
inline void AddRow(TearingProblem* problem, std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.column < b.column; });
  std::vector<ColumnId> columns;
  for (const Term& term : terms) {
    columns.emplace_back(term.column);
    problem->costs.push_back(term.cost);
  }
  problem->appears.AddRow(columns);
}

// (8.111), columns x then x': x' = A x + b u; x = old(x) + h x'. Dividing by h is not safe.
inline TearingProblem InlinedHeatBdf(std::uint32_t n) {
  TearingProblem problem;
  problem.appears.num_columns = 2 * n;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::vector<Term> row{{n + i, 0}};
    for (const auto& [j, value] : HeatStencil(i, n)) row.push_back({j, HeatPivotCost(value)});
    AddRow(&problem, row);
  }
  for (std::uint32_t i = 0; i < n; ++i) AddRow(&problem, {{i, 0}, {n + i, kUnsafe}});
  return problem;
}

// (8.115), columns y, x, y', x'.
inline TearingProblem InlinedHeatRadau(std::uint32_t n) {
  TearingProblem problem;
  problem.appears.num_columns = 4 * n;
  for (const std::uint32_t stage : {0u, n}) {
    for (std::uint32_t i = 0; i < n; ++i) {
      std::vector<Term> row{{2 * n + stage + i, 0}};
      for (const auto& [j, value] : HeatStencil(i, n)) row.push_back({stage + j, HeatPivotCost(value)});
      AddRow(&problem, row);
    }
  }
  for (const std::uint32_t stage : {0u, n}) {
    for (std::uint32_t i = 0; i < n; ++i) {
      AddRow(&problem, {{stage + i, 0}, {2 * n + i, kUnsafe}, {3 * n + i, kUnsafe}});
    }
  }
  return problem;
}

// Regular, with some unsafe pivots.
inline TearingProblem RandomProblem(std::mt19937* random, std::uint32_t n, unsigned one_in,
                                    unsigned unsafe_in) {
  TearingProblem problem;
  problem.appears = RandomRegularIncidence(random, n, one_in);
  for (std::size_t k = 0; k < problem.appears.columns.size(); ++k) {
    problem.costs.push_back((*random)() % unsafe_in == 0 ? kUnsafe : static_cast<PivotCost>((*random)() % 3));
  }
  return problem;
}

}  // namespace daedalus::structure
