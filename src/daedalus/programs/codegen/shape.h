// Shapes: which expressions differ only in their variables, parameters and constants?
//
// A line of a million cells has a million equations and a handful of shapes. Everything expensive
// (differentiation, tapes, machine code) is done once for a shape; what differs between its instances is a
// row of leaf slots.
//
//   body     the expression with numbered slots for leaves, in postorder: operands before operations
//   slot     a leaf, by first occurrence in that walk, known by the block that it is read from
//            (kernel_inputs.h); two slots of one instance are always different leaves, as equal leaves are
//            equal ids
//   literal  a constant that stays part of the shape because code depends on it: 0, 1, -1, whole exponents
//   row      of one instance, slot by slot: the index k, or the place of the constant's value
//
// The function of a call is part of the shape.
//
// Two expressions have the same shape exactly if their bodies are equal, node by node; the hash only finds
// candidates.
//
// Cost: linear in the total number of operands; for each instance 4 bytes a slot and 8 a constant.
// Order: groups by their first instance, instances by their position in the list.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/kernel_inputs.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

using expr::ExprId;

struct BodyNode {
  expr::Op op = expr::Op::kTime;
  bool is_slot = false;  // a leaf that is a slot; a kConstant that is none is a literal
  // Slot: its number; literal: index into literals; operation: offset into operands. In front of the operands
  // of a call stand its function (an index into functions) and the number of its result.
  std::uint32_t first = 0;
  std::uint32_t count = 0;  // number of operands
  friend bool operator==(const BodyNode&, const BodyNode&) = default;
};

struct Body {
  std::vector<BodyNode> nodes;
  std::vector<std::uint32_t> operands;  // indices of nodes
  std::vector<double> literals;
  std::vector<InputBlock> slots;
  std::vector<std::uint32_t> roots;                              // one node for each output
  std::vector<std::shared_ptr<const expr::Function>> functions;  // by first occurrence

  std::span<const std::uint32_t> OperandsOf(const BodyNode& node) const {
    if (expr::IsLeaf(node.op)) return {};
    return {operands.data() + node.first, node.count};
  }
  std::uint32_t FunctionOf(const BodyNode& call) const { return operands[call.first - 2]; }
  std::uint32_t ResultOf(const BodyNode& call) const { return operands[call.first - 1]; }
  void Clear();
};
bool operator==(const Body& a, const Body& b);

struct ShapeGroup {
  Body body;
  std::vector<std::uint32_t> outputs;  // of each instance: its position in the list
  std::vector<std::uint32_t> rows;     // instances x slots
  std::vector<double> constants;       // what the rows' entries for constant slots point to

  std::size_t num_slots() const { return body.slots.size(); }
  std::size_t num_instances() const { return outputs.size(); }
  std::uint32_t At(std::size_t instance, std::size_t slot) const {
    return rows[instance * num_slots() + slot];
  }
};

// Turns expressions of one graph into bodies. Keeps its work arrays between calls.
class Linearizer {
 public:
  explicit Linearizer(const expr::Graph& graph) : graph_(graph) {}
  // The body of several expressions over common slots. Valid until the next call.
  const Body& Linearize(std::span<const ExprId> roots);
  // The leaf behind each slot of the last body.
  const std::vector<ExprId>& leaves() const { return leaves_; }

 private:
  struct Frame {
    ExprId id;
    std::uint32_t next;
  };
  void Visit(ExprId root);
  bool IsNumbered(ExprId id) const { return stamp_[id.index()] == current_; }
  void AppendLeaf(ExprId id);
  std::uint32_t AppendLiteral(double value);
  void AppendOperation(ExprId id);
  void AppendCallee(ExprId call);
  bool IsLiteralExponent(ExprId power, std::uint32_t operand) const;

  const expr::Graph& graph_;
  Body body_;
  std::vector<ExprId> leaves_;
  std::vector<Frame> stack_;
  std::vector<std::uint32_t> stamp_;   // the call that numbered a node
  std::vector<std::uint32_t> number_;  // its place in the body
  std::uint32_t current_ = 0;
};

std::vector<ShapeGroup> GroupByShape(const expr::Graph& graph, std::span<const ExprId> expressions);

}  // namespace daedalus::codegen
