#include "daedalus/system/expr/graph.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace daedalus::expr {
namespace {

constexpr std::size_t kInitialTableSize = 256;

// Expressions that share their last operand have homes among so many slots, and look at so many from there.
constexpr std::uint32_t kHomes = 64;
constexpr std::size_t kNearHome = 16;

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

Graph::Key Graph::KeyOfConstant(double value) {
  const std::uint64_t bits = Bits(value);
  const std::uint32_t h = Mix(static_cast<std::uint32_t>(Op::kConstant), 0);
  const std::uint32_t hash =
      Mix(Mix(h, static_cast<std::uint32_t>(bits)), static_cast<std::uint32_t>(bits >> 32));
  return {hash, hash};
}

Graph::Key Graph::KeyOfLeaf(Op op, std::uint32_t order, std::uint32_t payload) {
  const std::uint32_t kind = Mix(static_cast<std::uint32_t>(op), order);
  return {Mix(kind, payload), kind + 2 * payload};
}

// There are twice as many slots as expressions, and on average less than one that has a given one as its last
// operand.
Graph::Key Graph::KeyOfOperation(Op op, std::span<const ExprId> operands) {
  std::uint32_t hash = Mix(static_cast<std::uint32_t>(op), 0), last = 0;
  for (const ExprId id : operands) {
    hash = Mix(hash, id.value);
    last = std::max(last, id.value);
  }
  return {hash, 2 * last + hash % kHomes};
}

Graph::Key Graph::KeyOfCall(FunctionId function, std::size_t output, std::span<const ExprId> operands) {
  const Key key = KeyOfOperation(Op::kCall, operands);
  return {Mix(Mix(key.hash, function.value), static_cast<std::uint32_t>(output)),
          key.home + static_cast<std::uint32_t>(output)};
}

template <class Matches>
std::size_t Graph::FindSlot(Key key, Matches&& matches) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < kNearHome; ++i) {
    const std::size_t slot = (key.home + i) & mask;
    if (!table_[slot].id.IsValid() || matches(table_[slot])) return slot;
  }
  // With a stride of its own, odd to meet every slot: homes may fill a whole stretch of the table, and to
  // walk to its end would take long.
  const std::size_t stride = 2 * (key.hash >> 8) + 1;
  std::size_t slot = key.hash & mask;
  while (table_[slot].id.IsValid() && !matches(table_[slot])) slot = (slot + stride) & mask;
  return slot;
}

template <class Equal, class Insert>
ExprId Graph::FindOrInsert(Key key, Equal&& equal, Insert&& insert) {
  if (nodes_.size() * 2 >= table_.size()) BuildTable();
  Slot& slot =
      table_[FindSlot(key, [&](const Slot& s) { return s.hash == key.hash && equal(nodes_[s.id.index()]); })];
  if (slot.id.IsValid()) return slot.id;
  slot = {key.hash, ExprId(nodes_.size())};
  insert();
  return slot.id;
}

void Graph::BuildTable() {
  const std::size_t size = std::bit_ceil(std::max(kInitialTableSize, 2 * nodes_.size() + 1));
  std::vector<Slot>().swap(table_);  // before the larger one is there
  table_.resize(size);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Key key = KeyOf(nodes_[i]);
    table_[FindSlot(key, [](const Slot&) { return false; })] = {key.hash, ExprId(i)};
  }
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

Graph::Key Graph::KeyOf(const Node& node) const {
  if (node.op == Op::kConstant) return KeyOfConstant(constants_[node.a]);
  if (IsLeaf(node.op)) return KeyOfLeaf(node.op, node.order, node.a);
  if (node.op == Op::kCall) {
    return KeyOfCall(FunctionId(operand_pool_[node.a - 1].value), node.order,
                     {operand_pool_.data() + node.a, node.b});
  }
  return KeyOfOperation(node.op, {operand_pool_.data() + node.a, node.b});
}

ExprId Graph::Constant(double value) {
  const std::uint64_t bits = Bits(value);
  return FindOrInsert(
      KeyOfConstant(value),
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
      KeyOfLeaf(leaf_op, node.order, payload),
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
      KeyOfOperation(made_op, scratch_),
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
      KeyOfCall(function, output, scratch_),
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
