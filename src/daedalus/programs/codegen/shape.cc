#include "daedalus/programs/codegen/shape.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "daedalus/base/check.h"
#include "daedalus/system/expr/apply.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

std::uint64_t Mix(std::uint64_t h, std::uint64_t x) {
  h ^= x + 0x9E3779B97F4A7C15ull + (h << 6) + (h >> 2);
  h *= 0xFF51AFD7ED558CCDull;
  return h ^ (h >> 32);
}

std::uint64_t HashOf(const Body& body) {
  std::uint64_t h = body.nodes.size();
  for (const BodyNode& node : body.nodes) {
    h = Mix(h, static_cast<std::uint64_t>(node.op) << 1 | static_cast<std::uint64_t>(node.is_slot));
    h = Mix(h, static_cast<std::uint64_t>(node.first) << 32 | node.count);
  }
  for (const std::uint32_t operand : body.operands) h = Mix(h, operand);
  for (const double literal : body.literals) h = Mix(h, std::bit_cast<std::uint64_t>(literal));
  for (const InputBlock block : body.slots) h = Mix(h, static_cast<std::uint64_t>(block));
  return h;
}

bool SameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void AppendInstance(const expr::Graph& graph, const std::vector<ExprId>& leaves, ShapeGroup& group) {
  for (const ExprId leaf : leaves) {
    if (graph.IsConstant(leaf)) {
      group.rows.push_back(static_cast<std::uint32_t>(group.constants.size()));
      group.constants.push_back(graph.constant_value(leaf));
    } else {
      group.rows.push_back(graph.leaf(leaf).id);
    }
  }
}

}  // namespace

void Body::Clear() {
  nodes.clear();
  operands.clear();
  literals.clear();
  slots.clear();
  roots.clear();
  functions.clear();
}

bool operator==(const Body& a, const Body& b) {
  return a.nodes == b.nodes && a.operands == b.operands && a.slots == b.slots && a.roots == b.roots &&
         a.functions == b.functions &&
         std::equal(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end(), SameBits);
}

const Body& Linearizer::Linearize(std::span<const ExprId> roots) {
  body_.Clear();
  leaves_.clear();
  stamp_.resize(graph_.size(), 0);
  number_.resize(graph_.size(), 0);
  ++current_;
  for (const ExprId root : roots) {
    if (!IsNumbered(root)) Visit(root);
    body_.roots.push_back(number_[root.index()]);
  }
  return body_;
}

// A power with a literal exponent has that literal for itself: the same number elsewhere may be a slot.
bool Linearizer::IsLiteralExponent(ExprId power, std::uint32_t operand) const {
  if (graph_.op(power) != Op::kPow || operand != 1) return false;
  const ExprId exponent = graph_.operand(power, 1);
  return graph_.IsConstant(exponent) && expr::IsIntegerPower(graph_.constant_value(exponent));
}

void Linearizer::Visit(ExprId root) {
  stack_.assign(1, {root, 0});
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    const auto operands = graph_.operands(frame.id);
    while (frame.next < operands.size() &&
           (IsNumbered(operands[frame.next]) || IsLiteralExponent(frame.id, frame.next))) {
      ++frame.next;
    }
    if (frame.next < operands.size()) {
      stack_.push_back({operands[frame.next], 0});
      continue;
    }
    const ExprId done = frame.id;
    stack_.pop_back();
    if (expr::IsLeaf(graph_.op(done))) {
      AppendLeaf(done);
    } else {
      AppendOperation(done);
    }
  }
}

std::uint32_t Linearizer::AppendLiteral(double value) {
  body_.nodes.push_back({Op::kConstant, false, static_cast<std::uint32_t>(body_.literals.size()), 0});
  body_.literals.push_back(value);
  return static_cast<std::uint32_t>(body_.nodes.size() - 1);
}

void Linearizer::AppendLeaf(ExprId id) {
  stamp_[id.index()] = current_;
  number_[id.index()] = static_cast<std::uint32_t>(body_.nodes.size());
  const Op op = graph_.op(id);
  if (op == Op::kTime) {
    body_.nodes.push_back({op, false, 0, 0});
  } else if (graph_.IsConstant(id, 0) || graph_.IsConstant(id, 1) || graph_.IsConstant(id, -1)) {
    AppendLiteral(graph_.constant_value(id));
  } else {
    body_.nodes.push_back({op, true, static_cast<std::uint32_t>(leaves_.size()), 0});
    body_.slots.push_back(BlockOf(graph_.leaf(id)));
    leaves_.push_back(id);
  }
}

void Linearizer::AppendOperation(ExprId id) {
  const auto operands = graph_.operands(id);
  const bool has_literal_exponent = IsLiteralExponent(id, 1);
  const std::uint32_t exponent = has_literal_exponent ? AppendLiteral(graph_.constant_value(operands[1])) : 0;
  if (graph_.op(id) == Op::kCall) AppendCallee(id);
  const auto first = static_cast<std::uint32_t>(body_.operands.size());
  for (const ExprId operand : operands) body_.operands.push_back(number_[operand.index()]);
  if (has_literal_exponent) body_.operands.back() = exponent;
  stamp_[id.index()] = current_;
  number_[id.index()] = static_cast<std::uint32_t>(body_.nodes.size());
  body_.nodes.push_back({graph_.op(id), false, first, static_cast<std::uint32_t>(operands.size())});
}

void Linearizer::AppendCallee(ExprId call) {
  const auto& function = graph_.functions()[graph_.function(call).index()];
  const auto at = std::find(body_.functions.begin(), body_.functions.end(), function);
  body_.operands.push_back(static_cast<std::uint32_t>(at - body_.functions.begin()));
  body_.operands.push_back(static_cast<std::uint32_t>(graph_.output(call)));
  if (at == body_.functions.end()) body_.functions.push_back(function);
}

std::vector<ShapeGroup> GroupByShape(const expr::Graph& graph, std::span<const ExprId> expressions) {
  std::vector<ShapeGroup> groups;
  std::unordered_multimap<std::uint64_t, std::uint32_t> candidates;
  Linearizer linearizer(graph);
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const Body& body = linearizer.Linearize({&expressions[i], 1});
    const std::uint64_t hash = HashOf(body);
    const auto [begin, end] = candidates.equal_range(hash);
    const auto same = std::find_if(begin, end, [&](const auto& c) { return groups[c.second].body == body; });
    const auto index = same != end ? same->second : static_cast<std::uint32_t>(groups.size());
    if (same == end) {
      candidates.emplace(hash, index);
      groups.push_back({body, {}, {}, {}});
    }
    groups[index].outputs.push_back(static_cast<std::uint32_t>(i));
    AppendInstance(graph, linearizer.leaves(), groups[index]);
  }
  return groups;
}

}  // namespace daedalus::codegen
