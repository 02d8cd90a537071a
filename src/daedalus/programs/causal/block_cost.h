// How is an algebraic loop best solved? An estimate of the floating-point operations of each way, at every
// evaluation of the model.
//
// A loop of n unknowns with z entries, torn by k of them. To evaluate all its equations once costs about
// E = 2 z: a product and a sum for each entry. The ways are compared by the cost of one Newton iteration; a
// linear loop needs one:
//
//   relaxation   R = 2 a (k + 1) + k^3 / 3 + k^2 + E
//                a: entries of inner unknowns without the pivots. Each subtracts a multiple of k + 1 numbers
//                (7.39). Then the k tearing variables are eliminated, and the inner ones follow (7.48).
//   torn         T = E (k + 2) + 2/3 k^3 + 2 k^2 + c_call
//                k + 1 evaluations with algebraic differentiation (7.31), LU, and a last evaluation
//   dense        D = E + 2/3 n^3 + 2 n^2 + c_call
//   sparse       S = E + c_sparse (z + n) + c_call
//                c_sparse: indirect addresses, pivot search and fill-in, about 40 operations an entry
//
// In these units relaxation never costs more than tearing: it is the same elimination without the zeros and
// without a call of LU. But its code grows by R operations, so it is considered only below max_relaxation,
// and for linear loops only. The constants are rough, and matter little: the powers of n decide
// (tests/programs/causal/block_cost_test.cc shows where). Cellier & Kofman 7.4 counts n k + k^2 equations for
// the torn Jacobian, which is T.
#pragma once

#include <cstdint>

#include "daedalus/programs/causal/program.h"
#include "daedalus/structure/tearing.h"

namespace daedalus::causal {

struct BlockShape {
  std::uint64_t size = 0;           // n
  std::uint64_t entries = 0;        // z
  std::uint64_t tearing = 0;        // k; n where nothing is gained
  std::uint64_t inner_entries = 0;  // a
  bool is_linear = false;
};

BlockShape ShapeOf(const structure::TearingProblem& problem, const structure::TornBlock& torn,
                   bool is_linear);

struct BlockCostOptions {
  double call = 200;              // a factorization as such: calls, copies, pivot search
  double sparse_entry = 40;       // c_sparse
  double max_relaxation = 20000;  // operations, that is instructions of code
  // The cost, per pair of rows, of compiling a linear loop whose inner unknowns are written into each other.
  // It matters for a Program that runs only once.
  double writing = 0;
};

struct BlockCosts {
  double relaxation = 0;  // infinite where it is not possible, or too long
  double torn = 0;
  double dense = 0;
  double sparse = 0;
};

BlockCosts EstimateCosts(const BlockShape& shape, const BlockCostOptions& options = {});

// The cheapest; of equals the first in the order of BlockCosts.
BlockMethod CheapestMethod(const BlockShape& shape, const BlockCostOptions& options = {});

}  // namespace daedalus::causal
