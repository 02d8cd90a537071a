#include "daedalus/numerics/linear/linear_solver.h"

#include <klu.h>

#include <algorithm>
#include <bitset>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "daedalus/numerics/linear/band_lu.h"
#include "daedalus/numerics/linear/dense_lu.h"
#include "daedalus/numerics/linear/sparse_lu.h"

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

// The sign of a permutation, by the number of its cycles. `seen` is all false, one for each element.
template <class Marks>
int SignByCycles(std::span<const std::int32_t> order, Marks seen) {
  int sign = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (seen[i]) continue;
    for (std::size_t k = i; !seen[k]; k = static_cast<std::size_t>(order[k])) {
      seen[k] = true;
      sign = -sign;
    }
    sign = -sign;  // a cycle of length m is m - 1 exchanges
  }
  return sign;
}

}  // namespace

int SignOfPermutation(std::span<const std::int32_t> order) {
  constexpr std::size_t kSmall = 64;  // of which no memory is asked for
  if (order.size() <= kSmall) return SignByCycles(order, std::bitset<kSmall>());
  return SignByCycles(order, std::vector<bool>(order.size()));
}

namespace {

// A band that is worth a look; nothing where there is none, or it is so wide that a general factorization is
// as fast.
std::optional<BandOrder> FindNarrowBand(const SparsePattern& pattern) {
  constexpr std::int32_t kMostEntries = 12;  // in a column, on average
  constexpr std::int32_t kWidest = 12;       // on either side
  if (pattern.cols == 0 || pattern.num_nonzeros() > kMostEntries * pattern.cols) return std::nullopt;
  BandOrder order = FindBandOrder(pattern);
  // A triangle is no task for an elimination.
  const bool is_band =
      std::min(order.lower, order.upper) > 0 && std::max(order.lower, order.upper) <= kWidest;
  return is_band ? std::optional(std::move(order)) : std::nullopt;
}

struct Choice {
  LinearSolverKind kind = LinearSolverKind::kDense;
  std::optional<BandOrder> band = {};
};

// The time of one factorization with known pivots and four solutions is, in ns,
//
//   dense    4.2 n^2 (n <= 32, small_lu.h), 6.4 n^2 + 0.05 n^3 (beyond)
//   sparse   30 n + 6 nonzeros + 0.115 operations
//   band     n (20 + 2.7 (m + p)) + 55 (m + p) where it is unrolled (band_lu.h), n (30 + 6.5 (m + p)) beyond,
//            with m entries below the diagonal and p above it
//
// Fitted to real matrices on a 2020s Xeon: the patterns of 12 test problems, and 136 others with n = 9 to
// 250, bands and random ones with 3 to 100 % of all entries. The median error is a tenth. The kind chosen
// takes 1.02 times as long as the better one on average, and at most 1.5 times, at n = 9. Fill alone does not
// decide: with half of all entries, sparse takes half the dense time if they form a band (n = 200), and
// longer than dense if they are scattered.
Choice Choose(const SparsePattern& pattern) {
  constexpr std::int32_t kTiny = 8;      // straight code, unrolled.h
  constexpr std::int32_t kLarge = 2000;  // analysing the pattern twice would be felt
  constexpr double kLargeDenseFill = 0.15;
  if (pattern.cols <= kTiny) return {};
  const double n = pattern.cols;
  const double nonzeros = pattern.num_nonzeros();
  const bool is_small = pattern.cols <= static_cast<std::int32_t>(SmallLu::kMaxSize);
  const bool is_large = pattern.cols > kLarge;
  const double dense_time = is_small ? 4.2 * n * n : 6.4 * n * n + 0.05 * n * n * n;
  const double least_sparse_time = 30 * n + 6 * nonzeros;
  const double sparse_time =
      least_sparse_time +
      (is_large || least_sparse_time > dense_time ? 0 : 0.115 * CountSparseOperations(pattern));
  if (auto band = FindNarrowBand(pattern)) {
    const double width = band->lower + band->upper;
    const double band_time = BandLu::IsUnrolled(band->lower, band->upper)
                                 ? n * (20 + 2.7 * width) + 55 * width
                                 : n * (30 + 6.5 * width);
    if (band_time < std::min(dense_time, sparse_time)) return {LinearSolverKind::kBand, std::move(band)};
  }
  const bool is_dense = is_large ? nonzeros > kLargeDenseFill * n * n : sparse_time > dense_time;
  return {is_dense ? LinearSolverKind::kDense : LinearSolverKind::kSparse};
}

}  // namespace

LinearSolverKind ChooseLinearSolver(const SparsePattern& pattern) {
  return Choose(pattern).kind;
}

std::unique_ptr<LinearSolver> MakeLinearSolver(const SparsePattern& pattern, LinearSolverKind kind) {
  Choice choice{kind};
  if (kind == LinearSolverKind::kAuto || pattern.cols == 0) choice = Choose(pattern);
  if (choice.kind == LinearSolverKind::kDense) return std::make_unique<DenseLu>(pattern);
  if (choice.kind == LinearSolverKind::kSparse) return std::make_unique<SparseLu>(pattern);
  return choice.band ? std::make_unique<BandLu>(pattern, *std::move(choice.band))
                     : std::make_unique<BandLu>(pattern);
}

}  // namespace daedalus::linear
