#include "daedalus/linear/linear_solver.h"

#include <klu.h>

#include <limits>
#include <vector>

#include "daedalus/linear/dense_lu.h"
#include "daedalus/linear/sparse_lu.h"

namespace daedalus::linear {

namespace {

// Operations of a sparse elimination in the order that KLU would choose.
double CountSparseOperations(const SparsePattern& pattern) {
  klu_common common;
  klu_defaults(&common);
  std::vector<int> starts = pattern.column_starts;  // KLU does not say const
  std::vector<int> rows = pattern.row_indices;
  klu_symbolic* symbolic = klu_analyze(pattern.cols, starts.data(), rows.data(), &common);
  const double operations = symbolic ? symbolic->est_flops : std::numeric_limits<double>::infinity();
  klu_free_symbolic(&symbolic, &common);
  return operations;
}

}  // namespace

// The time of one factorization with known pivots and four solutions is, in ns,
//
//   dense 5 n^2 + 0.065 n^3,   sparse 15 (n + nonzeros) + 0.4 operations.
//
// Fitted to real matrices on a 2020s Xeon: the patterns of 12 test problems, and 83 others with n = 10 to
// 350, bands and random ones with 2 to 100 % of all entries. The median error is a sixth, and on these the
// kind chosen takes at most 1.15 times as long as the other; with complex matrices, whose dense elimination
// passes over zeros, 1.3 times. Fill alone tells too little: with a fifth of all entries, sparse takes 0.34
// of the dense time where they make a band (n = 200), and 2.8 times as long where they are scattered (n =
// 160).
LinearSolverKind ChooseLinearSolver(const SparsePattern& pattern) {
  // Our own small LU: nand (n = 14) runs 1.5 times faster with it, pollu (n = 20) slower.
  constexpr std::int32_t kSmall = 16;
  constexpr std::int32_t kLarge = 2000;  // analysing the pattern twice would be felt
  constexpr double kLargeDenseFill = 0.15;
  const double n = pattern.cols;
  const double nonzeros = pattern.num_nonzeros();
  bool dense = pattern.cols < kSmall;
  if (pattern.cols > kLarge) {
    dense = nonzeros > kLargeDenseFill * n * n;
  } else if (!dense) {
    const double sparse_time = 15 * (n + nonzeros) + 0.4 * CountSparseOperations(pattern);
    dense = sparse_time > 5 * n * n + 0.065 * n * n * n;
  }
  return dense ? LinearSolverKind::kDense : LinearSolverKind::kSparse;
}

std::unique_ptr<LinearSolver> MakeLinearSolver(const SparsePattern& pattern, LinearSolverKind kind) {
  if (kind == LinearSolverKind::kAuto || pattern.cols == 0) kind = ChooseLinearSolver(pattern);
  if (kind == LinearSolverKind::kDense) return std::make_unique<DenseLu>(pattern);
  return std::make_unique<SparseLu>(pattern);
}

}  // namespace daedalus::linear
