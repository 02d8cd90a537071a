#include "daedalus/inlined/stiff_states.h"

#include <algorithm>
#include <complex>
#include <numeric>

#include "daedalus/linear/decompositions.h"

namespace daedalus::inlined {
namespace {

constexpr double kFast = 1;      // |h lambda| above
constexpr double kShare = 0.05;  // of the largest participation
constexpr double kSingular = 1e-12;

// Of the rows and columns in `places`: the places of the states that take part in fast modes.
std::vector<std::size_t> TakingPart(const Eigen::MatrixXd& jacobian, const std::vector<std::size_t>& places,
                                    double h) {
  const Eigen::EigenSolver<Eigen::MatrixXd> modes(jacobian(places, places));
  if (modes.info() != Eigen::Success) return places;
  const Eigen::FullPivLU<Eigen::MatrixXcd> factors(modes.eigenvectors());
  const bool is_defective = factors.rcond() < kSingular;
  const Eigen::MatrixXcd left = is_defective ? Eigen::MatrixXcd() : Eigen::MatrixXcd(factors.inverse());
  std::vector<char> takes_part(places.size(), 0);
  for (Eigen::Index i = 0; i < modes.eigenvalues().size(); ++i) {
    if (h * std::abs(modes.eigenvalues()[i]) <= kFast) continue;
    const Eigen::ArrayXd right = modes.eigenvectors().col(i).array().abs();
    // Without a full set of eigenvectors there are no left ones: where the mode is seen at all, it counts.
    const Eigen::ArrayXd share =
        is_defective ? right : Eigen::ArrayXd(right * left.row(i).transpose().array().abs());
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
