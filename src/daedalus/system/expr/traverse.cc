#include "daedalus/system/expr/traverse.h"

#include "daedalus/system/expr/function.h"

namespace daedalus::expr {

bool Traversal::Counts(const Graph& g, ExprId id, std::uint32_t operand) const {
  return arguments_ == Arguments::kAll || g.op(id) != Op::kCall ||
         g.functions()[g.function(id).index()]->UsesInput(operand);
}

std::span<const ExprId> Traversal::Continue(const Graph& g, ExprId root) {
  if (marks_.size() < g.size()) marks_.resize(g.size(), 0);
  order_.clear();
  const auto enter = [&](ExprId id) {
    if (marks_[id.index()] == visit_) return;
    marks_[id.index()] = visit_;
    stack_.push_back({id, 0});
  };
  enter(root);
  while (!stack_.empty()) {
    Frame& top = stack_.back();
    const std::span<const ExprId> operands = g.operands(top.id);
    if (top.next_operand < operands.size()) {
      const std::uint32_t next = top.next_operand++;
      if (Counts(g, top.id, next)) enter(operands[next]);
    } else {
      order_.push_back(top.id);
      stack_.pop_back();
    }
  }
  return order_;
}

}  // namespace daedalus::expr
