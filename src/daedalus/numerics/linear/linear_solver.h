// Solves A x = b for one square pattern and many values: factor once, solve often.
//
// One small interface over three factorizations, `DenseLu` (Eigen), `SparseLu` (KLU) and `BandLu`. All scale
// the rows of A by their largest entry first, so that the verdict "singular" does not depend on the units of
// the equations:
//
//   A is called singular when a pivot u_kk of the scaled matrix is not larger than kPivotTolerance times the
//   largest entry of column k: all of the column has cancelled against the columns eliminated before it. (1)
//
// The measure is relative to the column, so the units of the unknowns do not matter either. An
// ill-conditioned matrix that passes (1) is factored; ReciprocalCondition() measures it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

inline constexpr double kPivotTolerance = 16 * std::numeric_limits<double>::epsilon();

enum class FactorStatus {
  kOk,
  kSingular,   // see singularity()
  kNotFinite,  // a value is an infinity or NaN
  kNoMemory,
};

// Which part of a matrix has no pivot.
//
// Structural: no choice of nonzero values would help; rows and columns are those a maximum matching leaves
// over. Numerical: these columns depend linearly on the others, and so do these rows. Small matrices are
// examined by complete pivoting and report all of them, large ones the first.
struct Singularity {
  bool structural = false;
  std::int32_t rank = 0;  // numerical and large: a lower bound
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> columns;
};

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  // `values` in the order of the pattern. After anything but kOk, Solve must not be called.
  virtual FactorStatus Factor(std::span<const double> values) = 0;
  // Replaces b by the solution of A x = b.
  virtual void Solve(std::span<double> b) = 0;
  // Estimate of 1 / (|A| |A^-1|) in the 1-norm, of the row-scaled matrix. Costs a few solves.
  virtual double ReciprocalCondition() = 0;
  // The pivots of the last Factor, which was kOk: by rows of A, their sizes in the units of the row. The
  // product is the size of the determinant; its sign, 1 or -1, is returned. Along a path of regular matrices
  // the sign stays: whoever finds another one has passed a singular matrix on the way.
  virtual int Pivots(std::span<double> sizes) const = 0;
  // Why the last Factor returned kSingular.
  virtual Singularity ExplainSingularity() = 0;
  virtual std::string_view name() const = 0;
};

enum class LinearSolverKind { kAuto, kDense, kSparse, kBand };

// 1 for an even permutation of 0, 1, ..., -1 for an odd one.
int SignOfPermutation(std::span<const std::int32_t> order);

// The kind that kAuto means for this pattern.
LinearSolverKind ChooseLinearSolver(const SparsePattern& pattern);

// The pattern must be square and valid (FindPatternError); it is copied.
std::unique_ptr<LinearSolver> MakeLinearSolver(const SparsePattern& pattern,
                                               LinearSolverKind kind = LinearSolverKind::kAuto);

// A solver that can be copied: a copy is for the same pattern, and has factored nothing yet.
class CopyableSolver {
 public:
  CopyableSolver() = default;
  explicit CopyableSolver(SparsePattern pattern)
      : pattern_(std::move(pattern)), solver_(MakeLinearSolver(pattern_)) {}
  CopyableSolver(const CopyableSolver& other) { *this = other; }
  CopyableSolver& operator=(const CopyableSolver& other) {
    pattern_ = other.pattern_;
    solver_ = other.solver_ ? MakeLinearSolver(pattern_) : nullptr;
    return *this;
  }
  CopyableSolver(CopyableSolver&&) = default;
  CopyableSolver& operator=(CopyableSolver&&) = default;

  LinearSolver* operator->() const { return solver_.get(); }
  LinearSolver& operator*() const { return *solver_; }

 private:
  SparsePattern pattern_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace daedalus::linear
