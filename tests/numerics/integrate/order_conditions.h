// The order conditions of Rosenbrock-Wanner methods for y' = f(y, z), 0 = g(y, z) with invertible dg/dz, for
// every tree ([HW96] VI.4, Theorems 4.8 and 4.9; [Roc88] M. Roche, Numer. Math. 52, 45).
//
// A tree stands for one elementary differential of y or z. A vertex of y (meager) with sons t_1 .. t_m has
// the order 1 + sum of the sons' and the density gamma = order * product of the sons'; one of z (fat) has the
// sum and the product alone, and either one son, of y, or at least two. With beta = alpha + Gamma, omega =
// beta^-1, a method contributes
//
//   y: K_i = 1 without sons, sum_j beta_ij K_j(t_1) with one, else the product of sum_j alpha_ij K_j(t_k) (1)
//   z: K_i = K_i(t_1) with one son, else sum_j omega_ij (the product of sum_k alpha_jk K_k(t_l)) (2)
//
// and is of order p when sum b_i K_i = 1 / gamma for all trees of order up to p. Trees of y alone are those
// of ordinary differential equations.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <vector>

namespace daedalus::integrate {

struct Tree {
  double density = 1;
  Eigen::VectorXd weights;  // K_i of (1) or (2)
  bool ordinary = true;     // no vertex of z in it
};

// trees_y[p], trees_z[p]: those of order p = 1 .. max_order.
struct TreesByOrder {
  std::vector<std::vector<Tree>> y, z;
};

// A choice of sons whose orders sum to `order`, each son by its order and its number there; sons of z are
// numbered after those of y.
struct SonSet {
  std::vector<std::pair<int, std::size_t>> sons;
  int order = 0;
};

inline const Tree& Son(const TreesByOrder& trees, std::pair<int, std::size_t> son) {
  const auto& of_y = trees.y[son.first];
  return son.second < of_y.size() ? of_y[son.second] : trees.z[son.first][son.second - of_y.size()];
}

// All sets of at least `least` sons with this sum of orders.
inline std::vector<SonSet> SonSets(const TreesByOrder& trees, int order, std::size_t least) {
  std::vector<SonSet> found, open = {{}};
  while (!open.empty()) {
    const SonSet set = open.back();
    open.pop_back();
    if (set.order == order && set.sons.size() >= least) found.push_back(set);
    const auto first = set.sons.empty() ? std::pair<int, std::size_t>{1, 0} : set.sons.back();
    for (int p = first.first; set.order + p <= order && p < static_cast<int>(trees.y.size()); ++p) {
      const std::size_t count = trees.y[p].size() + trees.z[p].size();
      for (std::size_t k = p == first.first ? first.second : 0; k < count; ++k) {
        SonSet larger = set;
        larger.sons.emplace_back(p, k);
        larger.order += p;
        open.push_back(larger);
      }
    }
  }
  return found;
}

inline Tree Join(const TreesByOrder& trees, const SonSet& set, const Eigen::MatrixXd& alpha) {
  Tree tree{1, Eigen::VectorXd::Ones(alpha.rows()), true};
  for (const auto& son : set.sons) {
    const Tree& branch = Son(trees, son);
    tree.density *= branch.density;
    tree.weights = tree.weights.cwiseProduct(alpha * branch.weights).eval();
    tree.ordinary = tree.ordinary && branch.ordinary;
  }
  return tree;
}

inline TreesByOrder MakeTrees(const Eigen::MatrixXd& alpha, const Eigen::MatrixXd& beta, int max_order) {
  const Eigen::MatrixXd omega = beta.inverse();
  TreesByOrder trees;
  trees.y.resize(1);
  trees.z.resize(1);
  for (int p = 1; p <= max_order; ++p) {
    std::vector<Tree> of_y, of_z;
    if (p == 1) of_y.push_back({1, Eigen::VectorXd::Ones(alpha.rows()), true});
    for (const SonSet& set : SonSets(trees, p - 1, 1)) {
      const bool single = set.sons.size() == 1;
      of_y.push_back(Join(trees, set, single ? beta : alpha));
      of_y.back().density *= p;
    }
    for (Tree tree : of_y) {
      tree.ordinary = false;
      of_z.push_back(tree);
    }
    for (const SonSet& set : SonSets(trees, p, 2)) {
      Tree tree = Join(trees, set, alpha);
      tree.weights = (omega * tree.weights).eval();
      tree.ordinary = false;
      of_z.push_back(tree);
    }
    trees.y.push_back(std::move(of_y));
    trees.z.push_back(std::move(of_z));
  }
  return trees;
}

// The largest |sum b_i K_i - theta^p / gamma| over these trees of order p.
inline double LargestDefect(const std::vector<Tree>& trees, const Eigen::VectorXd& b, double power = 1) {
  double worst = 0;
  for (const Tree& tree : trees) {
    worst = std::max(worst, std::abs(b.dot(tree.weights) - power / tree.density));
  }
  return worst;
}

}  // namespace daedalus::integrate
