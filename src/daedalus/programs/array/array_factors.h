// The Jacobian of a derivative array, taken apart by orthogonal transformations (Campbell, section III):
//
//   Q^T [ G_z  G_x ] = [ S  X ]      S has full row rank r,           (1)
//                      [ 0  D ]
//
//   rows of D     the constraints on x, explicit and hidden: a = rank D of them, so that n - a values are
//                 free (2)
//   U = [U1 U2]   orthogonal with D U2 = 0: x1 = U1^T x follows from x2 = U2^T x, which are coordinates of
//                 the solution manifold near the point                                                    (3)
//   null S        directions of z that nothing determines; x' is determined (the array is *1-full*) when its
//                 part of each of them is zero                                                            (4)
//
// Ranks are decided by pivots of a QR factorization with column pivoting. Before that columns are measured in
// units of their unknowns and rows divided by their largest entry, so that the decision does not depend on
// the units of the model: a pivot below kRankTolerance of the largest is zero. The smallest pivot that
// counted and the largest that did not are kept: a wide gap between them says that the decision was an easy
// one.
//
// Dense, O(((k+1) n)^3).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/array/derivative_array.h"

namespace daedalus::array {

constexpr double kRankTolerance = 1e-9;

// The directions of x that a step keeps (3).
enum class Coordinates {
  kAll,          // all of x, without constraints, as explicit integration does (EI)
  kPermutation,  // U is a permutation: some of the variables, chosen by pivots (ICP)
  kOrthogonal,   // U from the QR factorization of D^T (UCP)
};

// The pivots at which a rank was decided, of the largest one.
struct RankGap {
  double last_kept = 1;
  double first_dropped = 0;
};

class ArrayFactors {
 public:
  // At a point of the manifold. `units`: of all unknowns of the array; x first.
  void Factor(const DerivativeArray& array, std::span<const double> values, const Eigen::VectorXd& units,
              Coordinates coordinates);
  // Away from the manifold, where r may be another: only for Solve(), which then takes the least correction
  // of z and of x along U1 together. [G_z  G_x U1] has full row rank in a neighbourhood of the manifold, so
  // that no rank has to be decided. With the coordinates as they are:
  void FactorBeside(const DerivativeArray& array, std::span<const double> values);
  // Without any: all x may move that `may_move` names, but as little as possible.
  void FactorFreely(const DerivativeArray& array, std::span<const double> values,
                    const Eigen::VectorXd& units, std::span<const char> may_move);

  std::size_t rank() const { return static_cast<std::size_t>(factors_.rank()); }        // r
  std::size_t num_constraints() const { return static_cast<std::size_t>(u1_.cols()); }  // a
  bool has_full_row_rank() const { return is_full_; }                                   // of [G_z G_x]
  const RankGap& gap() const { return gap_; }
  // Per entry of z: true if it is determined (4).
  const std::vector<char>& is_determined() const { return is_determined_; }
  // x' is.
  bool is_one_full() const { return is_one_full_; }

  // The Gauss-Newton correction for the residual r: the x along U1 that satisfies the constraints, and the
  // least z for the rest; in the units of the model.
  void Solve(const Eigen::VectorXd& r, Eigen::VectorXd& correction);
  // The largest entry of r, in units of its row.
  double SizeOf(const Eigen::VectorXd& r) const { return r.cwiseProduct(row_scale_).cwiseAbs().maxCoeff(); }
  std::size_t WorstRow(const Eigen::VectorXd& r) const;

  // What an error of x means on the manifold: its part along U2, and the x1 that goes with it.
  void ToManifold(Eigen::VectorXd& error) const;
  // How far a tangent vector leaves the coordinates: |U1^T v| / |U2^T v|, of v in units of x.
  double Tilt(const Eigen::VectorXd& v) const;

 private:
  void FactorRows(const DerivativeArray& array, std::span<const double> values);
  void Scale(const DerivativeArray& array, std::span<const double> values);
  void FindDetermined();
  void ChooseCoordinates(Coordinates coordinates);

  Eigen::VectorXd units_, row_scale_;
  Eigen::Index n_ = 0;
  Eigen::MatrixXd gz_, gx_;  // scaled
  bool is_beside_ = false;   // Solve() by joint_
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> joint_;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
  Eigen::MatrixXd d_;  // the rows below r of Q^T G_x
  Eigen::MatrixXd u1_, u2_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> d_u1_;
  std::vector<char> is_determined_;
  bool is_one_full_ = false, is_full_ = false;
  RankGap gap_;
  Eigen::VectorXd scaled_, turned_, x1_;  // scratch
};

}  // namespace daedalus::array
