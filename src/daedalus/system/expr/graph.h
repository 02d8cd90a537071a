// The expression graph: every expression of a model, hash-consed in one arena.
//
// An expression is a 32-bit id. Equal expressions are equal ids: building what already exists returns what
// exists. An operand is always built before the expression that uses it, so operands have smaller ids: a
// plain loop over ids 0 .. n-1 visits operands first, and no pass needs recursion.
//
// `Make` stores exactly the given operation, with the operands of a commutative operation in canonical order.
// All simplification is in build.h (Sum, Product, Power, ...), which all code except tests should use.
//
// Leaves: constants; time; parameters by ParameterId; values that are held between events by HeldId (a
// discrete variable, the value that something had before an event, a relation: system/hybrid.h); unknowns by
// VariableId together with the number of time derivatives taken: Variable(v, 0) is v, Variable(v, 1) is
// der(v), and so on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/system/expr/op.h"

namespace daedalus::expr {

struct ExprTag;
using ExprId = Id<ExprTag>;
struct VariableTag;
using VariableId = Id<VariableTag>;
struct ParameterTag;
using ParameterId = Id<ParameterTag>;
struct HeldTag;
using HeldId = Id<HeldTag>;
class Function;
struct FunctionTag;
using FunctionId = Id<FunctionTag>;

// The meaning of a leaf: its kind (one of the leaf operations of op.h), the number of the constant, parameter
// or variable, and the order of differentiation of a variable.
struct Leaf {
  Op kind = Op::kConstant;
  std::uint32_t id = 0;
  int order = 0;
};

class Graph {
 public:
  Graph();

  ExprId Constant(double value);
  ExprId Time();
  ExprId Parameter(ParameterId parameter);
  ExprId Held(HeldId held);
  ExprId Variable(VariableId variable, int derivative_order = 0);
  // Makes an operation that is not a leaf, without simplification.
  ExprId Make(Op op, std::span<const ExprId> operands);
  ExprId Make(Op op, std::initializer_list<ExprId> operands) {
    return Make(op, std::span<const ExprId>(operands.begin(), operands.size()));
  }

  // The same function gets the same id.
  FunctionId AddFunction(std::shared_ptr<const Function> function);
  // The result of that number of a function (function.h), called with the operands; there is at least one.
  ExprId Call(FunctionId function, std::size_t output, std::span<const ExprId> operands);

  Op op(ExprId id) const { return nodes_[id.index()].op; }
  // Valid until the next expression is built.
  std::span<const ExprId> operands(ExprId id) const {
    const Node& node = nodes_[id.index()];
    if (IsLeaf(node.op)) return {};
    return {operand_pool_.data() + node.a, node.b};
  }
  ExprId operand(ExprId id, std::size_t i) const { return operands(id)[i]; }

  bool IsConstant(ExprId id) const { return op(id) == Op::kConstant; }
  bool IsConstant(ExprId id, double value) const {
    return IsConstant(id) && constants_[nodes_[id.index()].a] == value;
  }
  double constant_value(ExprId id) const { return constants_[nodes_[id.index()].a]; }
  ParameterId parameter(ExprId id) const { return ParameterId(nodes_[id.index()].a); }
  HeldId held(ExprId id) const { return HeldId(nodes_[id.index()].a); }
  VariableId variable(ExprId id) const { return VariableId(nodes_[id.index()].a); }
  Leaf leaf(ExprId id) const {
    const Node& node = nodes_[id.index()];
    return {node.op, node.a, node.order};
  }
  int derivative_order(ExprId id) const { return nodes_[id.index()].order; }
  // Of a call.
  FunctionId function(ExprId call) const {
    return FunctionId(operand_pool_[nodes_[call.index()].a - 1].value);
  }
  std::size_t output(ExprId call) const { return nodes_[call.index()].order; }
  const std::vector<std::shared_ptr<const Function>>& functions() const { return functions_; }

  // A number that two expressions share when they differ only in which variables, parameters and constants
  // they contain. It is the first key of the canonical order, so that the terms of a sum stand in the same
  // order in every cell of a repeated structure, whatever ids the cells got.
  std::uint32_t shape_hash(ExprId id) const { return shape_hashes_[id.index()]; }

  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const;

  // Frees the data that only building needs: the table of known expressions, shape hashes and spare room,
  // more than half of the memory. Building again restores them first; until then there are no hashes.
  void Compact();

 private:
  struct Node {
    Op op;
    std::uint16_t order;  // of a variable: derivatives taken; of a call: which result
    // Leaf: index of constant, parameter or variable; else: offset into operand_pool_. The entry in front of
    // the operands of a call is its function.
    std::uint32_t a;
    std::uint32_t b;  // number of operands
  };
  // Open addressing; the size is a power of two. The hash is stored beside the id, so a probe reads a node
  // only if it matches.
  struct Slot {
    std::uint32_t hash = 0;
    ExprId id;
  };
  // The search for an expression: first a few slots from `home` on, which is near the home of its neighbours
  // in the model; if those are taken, slots given by its hash. So expressions that a large model builds cell
  // by cell are in the cache. Slots by hash alone would each miss it.
  struct Key {
    std::uint32_t hash;
    std::uint32_t home;
  };
  ExprId MakeLeaf(Op op, std::uint32_t payload, int order);
  static Key KeyOfConstant(double value);
  static Key KeyOfLeaf(Op op, std::uint32_t order, std::uint32_t payload);
  static Key KeyOfOperation(Op op, std::span<const ExprId> operands);
  static Key KeyOfCall(FunctionId function, std::size_t output, std::span<const ExprId> operands);
  Key KeyOf(const Node& node) const;
  // The slot for which `matches` is true, otherwise the empty slot where the expression belongs.
  template <class Matches>
  std::size_t FindSlot(Key key, Matches&& matches) const;
  template <class Equal, class Insert>
  ExprId FindOrInsert(Key key, Equal&& equal, Insert&& insert);
  // For all expressions and at least as many again; and the shapes that are not known.
  void BuildTable();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> shape_hashes_;
  std::vector<ExprId> operand_pool_;
  std::vector<double> constants_;
  std::vector<Slot> table_;  // empty after Compact
  std::vector<ExprId> scratch_;
  std::vector<std::shared_ptr<const Function>> functions_;
  std::unordered_map<const Function*, FunctionId> function_ids_;
};

// The canonical order of operands of a commutative operation: constants, then parameters, then what is held,
// time, variables, derivatives, then compound expressions by shape; ties by the index of the leaf or by id.
bool CanonicalLess(const Graph& graph, ExprId a, ExprId b);

}  // namespace daedalus::expr
