#include "daedalus/programs/inlined/stiff_states.h"

#include <algorithm>
#include <complex>
#include <numeric>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::inlined {
namespace {

constexpr double kFast = 1;      // |h lambda| above
constexpr double kShare = 0.05;  // of the largest participation
constexpr double kSingular = 1e-12;

// Columns of a mode among the eigenvectors: a pair of complex ones has its real and its imaginary part there.
Eigen::Index WidthOf(const Eigen::EigenSolver<Eigen::MatrixXd>& modes, Eigen::Index i) {
  return modes.eigenvalues()[i].imag() == 0 ? 1 : 2;
}

// Of each state in the complex vector with these parts. The left vector of a pair is half of that of its
// parts; only ratios count.
Eigen::ArrayXd Sizes(const Eigen::MatrixXd& parts) {
  return parts.rowwise().norm().array();
}

Eigen::MatrixXd UnitVectors(const Eigen::EigenSolver<Eigen::MatrixXd>& modes) {
  Eigen::MatrixXd vectors = modes.pseudoEigenvectors();
  for (Eigen::Index i = 0; i < vectors.cols(); i += WidthOf(modes, i)) {
    auto mode = vectors.middleCols(i, WidthOf(modes, i));
    if (const double size = mode.norm(); size > 0) mode /= size;
  }
  return vectors;
}

// Of the rows and columns in `places`: the places of the states that take part in fast modes.
std::vector<std::size_t> TakingPart(const Eigen::MatrixXd& jacobian, const std::vector<std::size_t>& places,
                                    double h) {
  const Eigen::EigenSolver<Eigen::MatrixXd> modes = linear::ModesOf(jacobian(places, places));
  if (modes.info() != Eigen::Success) return places;
  const Eigen::MatrixXd vectors = UnitVectors(modes);
  const Eigen::PartialPivLU<Eigen::MatrixXd> factors(vectors);
  const bool is_defective = !(factors.rcond() >= kSingular);
  const Eigen::MatrixXd left =
      is_defective ? Eigen::MatrixXd() : Eigen::MatrixXd(linear::Inverse(factors).transpose());
  std::vector<char> takes_part(places.size(), 0);
  for (Eigen::Index i = 0; i < vectors.cols(); i += WidthOf(modes, i)) {
    if (h * std::abs(modes.eigenvalues()[i]) <= kFast) continue;
    const Eigen::Index width = WidthOf(modes, i);
    const Eigen::ArrayXd right = Sizes(vectors.middleCols(i, width));
    // Without a full set of eigenvectors there are no left ones: where the mode is seen at all, it counts.
    const Eigen::ArrayXd share =
        is_defective ? right : Eigen::ArrayXd(right * Sizes(left.middleCols(i, width)));
    for (Eigen::Index k = 0; k < share.size(); ++k) {
      if (share[k] > kShare * share.maxCoeff()) takes_part[static_cast<std::size_t>(k)] = 1;
    }
  }
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (takes_part[k]) out.push_back(places[k]);
  }
  return out;
}

}  // namespace

std::vector<std::size_t> FindStiffStates(std::span<const double> jacobian, std::size_t n, double h) {
  const auto size = static_cast<Eigen::Index>(n);
  const Eigen::MatrixXd matrix = Eigen::Map<const Eigen::MatrixXd>(jacobian.data(), size, size);
  std::vector<std::size_t> left(n), stiff;
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (!left.empty()) {
    const std::vector<std::size_t> more = TakingPart(matrix, left, h);
    if (more.empty()) break;
    stiff.insert(stiff.end(), more.begin(), more.end());
    std::erase_if(left, [&](std::size_t k) { return std::ranges::binary_search(more, k); });
  }
  std::ranges::sort(stiff);
  return stiff;
}

}  // namespace daedalus::inlined
