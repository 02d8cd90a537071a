// The order of a Runge-Kutta method by the definition: the conditions of all rooted trees ([HNW93] Theorem
// II.2.13, Butcher 1963).
//
// A tree t is a root and the trees that grow from it. With gamma([]) = 1 and phi([]) = 1,
//
//   gamma(t) = (number of its nodes) * product of gamma over its branches,   phi_i(t) = product over its
//                                                                            branches of sum_j a_ij
//                                                                            phi_j(branch),
//
// the method is of order p where sum_i b_i phi_i(t) = 1 / gamma(t) for all trees of up to p nodes: 1, 1, 2,
// 4, 9, 20, 48, 115 of each size.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate::theory {

struct RootedTree {
  double gamma = 1;
  std::vector<double> phi = {};        // by stage
  std::vector<double> as_branch = {};  // A phi
};

class RootedTrees {
 public:
  explicit RootedTrees(const Tableau& tableau) : tableau_(tableau) {}

  // All of this many nodes.
  std::vector<RootedTree> OfSize(int nodes) {
    while (static_cast<int>(by_size_.size()) < nodes) Grow();
    return by_size_[static_cast<std::size_t>(nodes - 1)];
  }

 private:
  void Grow() {
    const int nodes = static_cast<int>(by_size_.size()) + 1;
    grown_.clear();
    AddBranches({static_cast<double>(nodes), std::vector<double>(tableau_.b.size(), 1.0)}, nodes - 1,
                nodes - 1, 0);
    for (RootedTree& tree : grown_) tree.as_branch = TimesA(tree.phi);
    by_size_.push_back(grown_);
  }
  // Branches from the largest to the smallest, each kind once: those up to number `first` of size `most` have
  // had their turn.
  void AddBranches(const RootedTree& tree, int left, int most, std::size_t first) {
    if (left == 0) return grown_.push_back(tree);
    for (int size = std::min(left, most); size >= 1; --size) {
      const std::vector<RootedTree>& kinds = by_size_[static_cast<std::size_t>(size - 1)];
      for (std::size_t k = size == most ? first : 0; k < kinds.size(); ++k) {
        RootedTree with = tree;
        with.gamma *= kinds[k].gamma;
        for (std::size_t i = 0; i < with.phi.size(); ++i) with.phi[i] *= kinds[k].as_branch[i];
        AddBranches(with, left - size, size, k);
      }
    }
  }
  std::vector<double> TimesA(const std::vector<double>& phi) const {
    std::vector<double> out(phi.size());
    for (int i = 0; i < tableau_.num_stages(); ++i) {
      for (int j = 0; j < tableau_.num_stages(); ++j)
        out[static_cast<std::size_t>(i)] += tableau_.A(i, j) * phi[static_cast<std::size_t>(j)];
    }
    return out;
  }

  const Tableau& tableau_;
  std::vector<std::vector<RootedTree>> by_size_;
  std::vector<RootedTree> grown_;
};

// Of the solution with the weights b, looked at up to order `most`.
inline int OrderByTrees(const Tableau& tableau, const std::vector<double>& b, int most) {
  RootedTrees trees(tableau);
  for (int nodes = 1; nodes <= most; ++nodes) {
    for (const RootedTree& tree : trees.OfSize(nodes)) {
      double sum = 0, size = 0;
      for (std::size_t i = 0; i < b.size(); ++i) {
        sum += b[i] * tree.phi[i];
        size += std::abs(b[i] * tree.phi[i]);
      }
      if (std::abs(sum - 1 / tree.gamma) > 1e-13 * (1 + size)) return nodes - 1;
    }
  }
  return most;
}

}  // namespace daedalus::integrate::theory
