#include "daedalus/programs/codegen/shared_work.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace daedalus::codegen {
namespace {

using expr::ExprId;

// Counts the operations that a walk from some expressions meets.
class Walk {
 public:
  explicit Walk(const expr::Graph& graph) : graph_(graph), stamp_(graph.size(), 0) {}

  // From here on nothing counts as met.
  void Forget() { ++current_; }

  // The operations below `root` that were not met so far; it may stop at more than `most`.
  std::size_t Count(ExprId root, std::size_t most) {
    std::size_t count = 0;
    stack_.clear();
    Push(root);
    while (!stack_.empty()) {
      const ExprId e = stack_.back();
      stack_.pop_back();
      if (++count > most) break;
      for (const ExprId operand : graph_.operands(e)) Push(operand);
    }
    return count;
  }

 private:
  void Push(ExprId e) {
    if (expr::IsLeaf(graph_.op(e)) || stamp_[e.index()] == current_) return;
    stamp_[e.index()] = current_;
    stack_.push_back(e);
  }

  const expr::Graph& graph_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_ = 1;
  std::vector<ExprId> stack_;
};

}  // namespace

bool ShareWork(const expr::Graph& graph, std::span<const ExprId> expressions, std::size_t times) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  Walk walk(graph);
  std::size_t together = 0, apart = 0;
  for (const ExprId e : expressions) together += walk.Count(e, kAll);
  const std::size_t most = times * together;
  for (const ExprId e : expressions) {
    walk.Forget();
    apart += walk.Count(e, most - apart);
    if (apart > most) return true;
  }
  return false;
}

}  // namespace daedalus::codegen
