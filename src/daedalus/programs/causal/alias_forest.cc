#include "daedalus/programs/causal/alias_forest.h"

#include <array>
#include <numeric>
#include <utility>

namespace daedalus::causal {

AliasForest::AliasForest(std::size_t num_variables, const AliasStatements& statements,
                         std::span<const AliasStatementId> links)
    : statements_(statements),
      first_link_(num_variables + 1, 0),
      links_of_(2 * links.size()),
      nodes_(num_variables) {
  const auto ends = [&](AliasStatementId link) { return std::array{statements[link].a, statements[link].b}; };
  for (const AliasStatementId link : links) {
    for (const VariableId v : ends(link)) ++first_link_[v.index() + 1];
  }
  std::partial_sum(first_link_.begin(), first_link_.end(), first_link_.begin());
  std::vector<std::uint32_t> next = first_link_;
  for (const AliasStatementId link : links) {
    for (const VariableId v : ends(link)) links_of_[next[v.index()]++] = link;
  }
}

std::span<const VariableId> AliasForest::RootAt(VariableId root) {
  members_.assign(1, root);
  nodes_[root] = {.root = root, .link = {}, .depth = 0, .sign = 1};
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const VariableId v = members_[i];
    for (std::uint32_t k = first_link_[v.index()]; k < first_link_[v.index() + 1]; ++k) {
      const AliasStatementId link = links_of_[k];
      const VariableId child = OtherEnd(link, v);
      if (link == nodes_[v].link) continue;
      nodes_[child] = {root, link, nodes_[v].depth + 1, nodes_[v].sign * statements_[link].sign};
      members_.push_back(child);
    }
  }
  return members_;
}

std::vector<AliasStatementId> AliasForest::Path(VariableId a, VariableId b) const {
  DAEDALUS_CHECK(RootOf(a) == RootOf(b), "a path is asked for within one tree");
  std::vector<AliasStatementId> from_a, from_b;
  while (a != b) {
    const bool climb_a = nodes_[a].depth >= nodes_[b].depth;
    VariableId& v = climb_a ? a : b;
    const AliasStatementId link = nodes_[v].link;
    (climb_a ? from_a : from_b).push_back(link);
    v = OtherEnd(link, v);
  }
  from_a.insert(from_a.end(), from_b.rbegin(), from_b.rend());
  return from_a;
}

}  // namespace daedalus::causal
