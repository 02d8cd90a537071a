// The ranks of derivative arrays of a DAE at a point (Campbell, section III, assumptions (A1)-(A4)):
//
//   (A1)  G is smooth                    its Jacobian is finite at the point
//   (A2)  G = 0 can be satisfied         a point was found (consistent_point.h)
//   (A3)  [G_x' G_w] is 1-full, of constant rank: x' is determined, here and at a nearby point
//   (A4)  [G_x' G_w G_x] has full row rank
//
// The smallest order k at which they hold is the *differential index*. Then n - rank D is the dimension of
// the solution manifold (array_factors.h), which is the number of free initial values. The arrays of order 0,
// 1, 2, ... are looked at in turn, each from the point of the one before.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/array/array_factors.h"
#include "daedalus/programs/array/consistent_point.h"
#include "daedalus/system/system.h"

namespace daedalus::array {

constexpr int kHighestOrder = 12;        // of arrays
constexpr std::size_t kMostRows = 4000;  // of one: it is dense, and takes minutes beyond

// Of the array of one order, at a point of its own.
struct ArrayRanks {
  int order = 0;
  std::size_t rows = 0, columns = 0;    // of [G_x' G_w]
  bool is_smooth = true;                // (A1)
  bool is_consistent = false;           // (A2)
  bool is_one_full = false;             // (A3)
  bool has_constant_rank = false;       // (A3)
  bool has_full_row_rank = false;       // (A4)
  std::size_t rank = 0;                 // of [G_x' G_w]
  std::size_t num_constraints = 0;      // rank D
  RankGap gap;                          // at which the ranks were decided
  double residual = 0;                  // of the point, in units of its row
  std::size_t worst_equation = 0;       // with the largest residual
  std::vector<VariableId> open_slopes;  // of which x' the array does not determine

  bool holds() const {
    return is_smooth && is_consistent && is_one_full && has_constant_rank && has_full_row_rank;
  }
};

struct ArrayAnalysis {
  std::vector<ArrayRanks> ranks;  // of the orders that were looked at
  std::optional<int> index;       // the last order, if (A1)-(A4) hold there; nullopt if they hold for none
  std::size_t num_free = 0;       // initial values, at the index
  Eigen::VectorXd point;          // (x, z) of the last array
  bool is_too_large = false;      // for the next order
};

struct AnalysisProblem {
  double time = 0;
  std::span<const double> parameters = {};
  std::span<const double> held = {};
  std::span<const double> start = {};   // of x
  std::span<const double> units = {};   // of x
  std::span<const char> may_move = {};  // per variable; empty: each may
  bool with_initial_equations = false;
  int highest_order = kHighestOrder;
  bool ends_inconsistent =
      false;  // at the first order without a point: with others that may not move none of the next has one
  const std::atomic<bool>* cancelled = nullptr;
};

ArrayAnalysis AnalyzeArray(const System& system, const AnalysisProblem& problem);

}  // namespace daedalus::array
