#include "daedalus/expr/graph.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace daedalus::expr {
namespace {

constexpr std::size_t kInitialTableSize = 256;

std::uint32_t Mix(std::uint32_t h, std::uint32_t x) {
  h ^= x + 0x9E3779B9u + (h << 6) + (h >> 2);
  h *= 0x85EBCA6Bu;
  return h ^ (h >> 13);
}

int LeafRank(Op op) {
  switch (op) {
    case Op::kConstant:
      return 0;
    case Op::kParameter:
      return 1;
    case Op::kHeld:
      return 2;
    case Op::kTime:
      return 3;
    case Op::kVariable:
      return 4;
    default:
      return 5;
  }
}

// -0.0 and 0.0 are different constants (1/x tells them apart); all NaNs are one.
std::uint64_t Bits(double value) {
  if (value != value) return 0x7FF8000000000000ull;
  return std::bit_cast<std::uint64_t>(value);
}

std::uint32_t HashOfConstant(double value) {
  const std::uint64_t bits = Bits(value);
  const std::uint32_t h = Mix(static_cast<std::uint32_t>(Op::kConstant), 0);
  return Mix(Mix(h, static_cast<std::uint32_t>(bits)), static_cast<std::uint32_t>(bits >> 32));
}

std::uint32_t HashOfLeaf(Op op, std::uint32_t order, std::uint32_t payload) {
  return Mix(Mix(static_cast<std::uint32_t>(op), order), payload);
}

std::uint32_t HashOfOperation(Op op, std::span<const ExprId> operands) {
  std::uint32_t h = Mix(static_cast<std::uint32_t>(op), 0);
  for (const ExprId id : operands) h = Mix(h, id.value);
  return h;
}

std::uint32_t HashOfCall(FunctionId function, std::size_t output, std::span<const ExprId> operands) {
  return Mix(Mix(HashOfOperation(Op::kCall, operands), function.value), static_cast<std::uint32_t>(output));
}

// Which variable, parameter or number a leaf is does not count.
std::uint32_t ShapeOfLeaf(Op op, std::uint16_t order) {
  const std::uint32_t shape = Mix(0x51ED27u, static_cast<std::uint32_t>(op));
  return op == Op::kConstant ? shape : Mix(shape, order);
}

// `shapes` of all expressions so far: operands stand before what uses them.
std::uint32_t ShapeOfOperation(Op op, std::span<const ExprId> operands,
                               std::span<const std::uint32_t> shapes) {
  std::uint32_t shape = Mix(0x51ED27u, static_cast<std::uint32_t>(op));
  for (const ExprId id : operands) shape = Mix(shape, shapes[id.index()]);
  return shape;
}

}  // namespace

Graph::Graph() : table_(kInitialTableSize) {}

template <class Equal, class Insert>
ExprId Graph::FindOrInsert(std::uint32_t hash, Equal&& equal, Insert&& insert) {
  if (table_.empty()) BuildTable();
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot].id.IsValid(); slot = (slot + 1) & (table_.size() - 1)) {
    if (table_[slot].hash == hash && equal(nodes_[table_[slot].id.index()])) return table_[slot].id;
  }
  const ExprId id(nodes_.size());
  table_[slot] = {hash, id};
  insert();
  if (nodes_.size() * 2 > table_.size()) Grow();
  return id;
}

void Graph::Enter(std::vector<Slot>& table, Slot entry) const {
  std::size_t slot = entry.hash & (table.size() - 1);
  while (table[slot].id.IsValid()) slot = (slot + 1) & (table.size() - 1);
  table[slot] = entry;
}

void Graph::Grow() {
  std::vector<Slot> larger(table_.size() * 2);
  for (const Slot& old : table_) {
    if (old.id.IsValid()) Enter(larger, old);
  }
  table_ = std::move(larger);
}

void Graph::BuildTable() {
  std::vector<Slot> table(std::bit_ceil(std::max(kInitialTableSize, 2 * nodes_.size() + 1)));
  for (std::size_t i = 0; i < nodes_.size(); ++i) Enter(table, {HashOf(nodes_[i]), ExprId(i)});
  table_ = std::move(table);
  shape_hashes_.reserve(nodes_.size());
  for (std::size_t i = shape_hashes_.size(); i < nodes_.size(); ++i) {
    const ExprId id(i);
    shape_hashes_.push_back(IsLeaf(op(id)) ? ShapeOfLeaf(op(id), nodes_[i].order)
                                           : ShapeOfOperation(op(id), operands(id), shape_hashes_));
  }
}

void Graph::Compact() {
  std::vector<Slot>().swap(table_);  // to assign an empty one would keep the memory
  std::vector<std::uint32_t>().swap(shape_hashes_);
  nodes_.shrink_to_fit();
  operand_pool_.shrink_to_fit();
  constants_.shrink_to_fit();
  scratch_.shrink_to_fit();
}

std::uint32_t Graph::HashOf(const Node& node) const {
  if (node.op == Op::kConstant) return HashOfConstant(constants_[node.a]);
  if (IsLeaf(node.op)) return HashOfLeaf(node.op, node.order, node.a);
  if (node.op == Op::kCall) {
    return HashOfCall(FunctionId(operand_pool_[node.a - 1].value), node.order,
                      {operand_pool_.data() + node.a, node.b});
  }
  return HashOfOperation(node.op, {operand_pool_.data() + node.a, node.b});
}

ExprId Graph::Constant(double value) {
  const std::uint64_t bits = Bits(value);
  return FindOrInsert(
      HashOfConstant(value),
      [&](const Node& n) { return n.op == Op::kConstant && Bits(constants_[n.a]) == bits; },
      [&] {
        nodes_.push_back({Op::kConstant, 0, static_cast<std::uint32_t>(constants_.size()), 0});
        constants_.push_back(value);
        shape_hashes_.push_back(ShapeOfLeaf(Op::kConstant, 0));
      });
}

ExprId Graph::MakeLeaf(Op leaf_op, std::uint32_t payload, int order) {
  const Node node{leaf_op, static_cast<std::uint16_t>(order), payload, 0};
  return FindOrInsert(
      HashOfLeaf(leaf_op, node.order, payload),
      [&](const Node& n) { return n.op == leaf_op && n.a == payload && n.order == node.order; },
      [&] {
        nodes_.push_back(node);
        shape_hashes_.push_back(ShapeOfLeaf(leaf_op, node.order));
      });
}

ExprId Graph::Time() {
  return MakeLeaf(Op::kTime, 0, 0);
}
ExprId Graph::Parameter(ParameterId p) {
  return MakeLeaf(Op::kParameter, p.value, 0);
}
ExprId Graph::Held(HeldId h) {
  return MakeLeaf(Op::kHeld, h.value, 0);
}
ExprId Graph::Variable(VariableId v, int derivative_order) {
  return MakeLeaf(Op::kVariable, v.value, derivative_order);
}

ExprId Graph::Make(Op made_op, std::span<const ExprId> operands) {
  DAEDALUS_CHECK(!IsLeaf(made_op) && made_op != Op::kCall,
                 "leaves and calls are made by their own functions");
  DAEDALUS_CHECK(
      Arity(made_op) < 0 ? operands.size() >= 2 : operands.size() == static_cast<std::size_t>(Arity(made_op)),
      "an operation has as many operands as its arity says");
  if (table_.empty()) BuildTable();  // the order of operands needs it
  // The operands may be a view into our own pool, which moves when it grows.
  scratch_.assign(operands.begin(), operands.end());
  if (IsCommutative(made_op)) {
    std::sort(scratch_.begin(), scratch_.end(),
              [this](ExprId a, ExprId b) { return CanonicalLess(*this, a, b); });
  }
  return FindOrInsert(
      HashOfOperation(made_op, scratch_),
      [&](const Node& n) {
        return n.op == made_op && n.b == scratch_.size() &&
               std::equal(scratch_.begin(), scratch_.end(), operand_pool_.begin() + n.a);
      },
      [&] {
        nodes_.push_back({made_op, 0, static_cast<std::uint32_t>(operand_pool_.size()),
                          static_cast<std::uint32_t>(scratch_.size())});
        operand_pool_.insert(operand_pool_.end(), scratch_.begin(), scratch_.end());
        shape_hashes_.push_back(ShapeOfOperation(made_op, scratch_, shape_hashes_));
      });
}

FunctionId Graph::AddFunction(std::shared_ptr<const Function> function) {
  const auto [found, is_new] = function_ids_.try_emplace(function.get(), FunctionId(functions_.size()));
  if (is_new) functions_.push_back(std::move(function));
  return found->second;
}

ExprId Graph::Call(FunctionId function, std::size_t output, std::span<const ExprId> operands) {
  DAEDALUS_CHECK(!operands.empty(), "what depends on nothing is a constant");
  DAEDALUS_CHECK(output <= UINT16_MAX, "a function has fewer results");
  if (table_.empty()) BuildTable();
  scratch_.assign(operands.begin(), operands.end());
  return FindOrInsert(
      HashOfCall(function, output, scratch_),
      [&](const Node& n) {
        return n.op == Op::kCall && n.order == output && n.b == scratch_.size() &&
               operand_pool_[n.a - 1].value == function.value &&
               std::equal(scratch_.begin(), scratch_.end(), operand_pool_.begin() + n.a);
      },
      [&] {
        operand_pool_.push_back(ExprId(function.index()));
        nodes_.push_back({Op::kCall, static_cast<std::uint16_t>(output),
                          static_cast<std::uint32_t>(operand_pool_.size()),
                          static_cast<std::uint32_t>(scratch_.size())});
        operand_pool_.insert(operand_pool_.end(), scratch_.begin(), scratch_.end());
        shape_hashes_.push_back(ShapeOfOperation(Op::kCall, scratch_, shape_hashes_));
      });
}

std::size_t Graph::bytes() const {
  return nodes_.capacity() * sizeof(Node) + shape_hashes_.capacity() * sizeof(std::uint32_t) +
         operand_pool_.capacity() * sizeof(ExprId) + constants_.capacity() * sizeof(double) +
         table_.capacity() * sizeof(Slot);
}

bool CanonicalLess(const Graph& graph, ExprId a, ExprId b) {
  if (a == b) return false;
  const int rank_a = LeafRank(graph.op(a)), rank_b = LeafRank(graph.op(b));
  if (rank_a != rank_b) return rank_a < rank_b;
  switch (graph.op(a)) {
    case Op::kConstant: {
      const double x = graph.constant_value(a), y = graph.constant_value(b);
      if (x < y || y < x) return x < y;
      const bool x_is_nan = x != x, y_is_nan = y != y;
      return x_is_nan != y_is_nan ? y_is_nan : a < b;  // NaN is one constant, and the last
    }
    case Op::kParameter:
      return graph.parameter(a) < graph.parameter(b);
    case Op::kHeld:
      return graph.held(a) < graph.held(b);
    case Op::kVariable:
      if (graph.derivative_order(a) != graph.derivative_order(b)) {
        return graph.derivative_order(a) < graph.derivative_order(b);
      }
      return graph.variable(a) < graph.variable(b);
    default:
      break;
  }
  if (graph.shape_hash(a) != graph.shape_hash(b)) return graph.shape_hash(a) < graph.shape_hash(b);
  return a < b;
}

}  // namespace daedalus::expr
