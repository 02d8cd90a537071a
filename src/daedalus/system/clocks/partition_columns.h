// The unknowns of a clocked partition as columns, in their order, and which of them an equation contains.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "daedalus/structure/incidence.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::clocks {

class PartitionColumns {
 public:
  explicit PartitionColumns(std::span<const DiscreteId> unknowns) {
    for (const DiscreteId unknown : unknowns) Add(unknown);
  }

  void Add(DiscreteId unknown) {
    const structure::ColumnId next(column_of_.size());
    column_of_[unknown] = next;
  }
  structure::ColumnId Of(DiscreteId unknown) const { return column_of_.at(unknown); }
  // Invalid if it is none of them.
  structure::ColumnId Of(const Held& held) const {
    if (held.kind != Held::Kind::kDiscrete) return {};
    const auto at = column_of_.find(DiscreteId(held.of));
    return at == column_of_.end() ? structure::ColumnId() : at->second;
  }

  // In both sides, each once, ascending.
  std::vector<structure::ColumnId> In(const System& system, ExprId left, ExprId right) {
    std::vector<structure::ColumnId> out;
    for (const ExprId side : {left, right}) {
      for (const HeldId h : leaves_.Collect(system.graph, side).held) {
        if (const structure::ColumnId column = Of(system.hybrid.held[h]); column.IsValid())
          out.push_back(column);
      }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  std::unordered_map<DiscreteId, structure::ColumnId> column_of_;
  expr::LeafCollector leaves_;
};

}  // namespace daedalus::clocks
