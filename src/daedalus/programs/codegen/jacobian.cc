#include "daedalus/programs/codegen/jacobian.h"

#include <algorithm>

#include "daedalus/base/check.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::codegen {
namespace {

using expr::Op;
using expr::ParameterId;
using expr::VariableId;

// The partial derivatives of one shape.
struct ShapePartials {
  KernelGroup group;                      // outputs are filled in last
  std::vector<std::uint32_t> slots;       // of each output: the slot it is the derivative with respect to
  std::vector<std::uint32_t> places;      // outputs x instances: the number of the entry in its pattern
  std::vector<char> is_constant;          // of each output: it has constants and parameters only
  std::vector<std::string> approximated;  // functions whose derivatives are differences
};

// The body in a separate graph, whose leaves are numbered by their slots. Variables and derivatives are what
// it is differentiated by. Constants become parameters, numbered before the parameter slots, which are moved
// up by the number of slots. So constants stay first in canonical order.
class SlotGraph {
 public:
  SlotGraph(const Body& body, JacobianLeaves leaves)
      : leaves_(leaves), num_slots_(static_cast<std::uint32_t>(body.slots.size())) {
    std::vector<ExprId> built(body.nodes.size()), operands;
    for (std::size_t i = 0; i < body.nodes.size(); ++i) {
      const BodyNode& node = body.nodes[i];
      if (node.is_slot) {
        built[i] = Leaf(body.slots[node.first], node.first);
      } else if (node.op == Op::kTime) {
        built[i] = graph_.Time();
      } else if (node.op == Op::kConstant) {
        built[i] = graph_.Constant(body.literals[node.first]);
      } else {
        operands.clear();
        for (const std::uint32_t operand : body.OperandsOf(node)) operands.push_back(built[operand]);
        built[i] = node.op == Op::kCall
                       ? graph_.Call(graph_.AddFunction(body.functions[body.FunctionOf(node)]),
                                     body.ResultOf(node), operands)
                       : graph_.Make(node.op, operands);
      }
    }
    root_ = built[body.roots.at(0)];
  }

  expr::Graph& graph() { return graph_; }
  ExprId root() const { return root_; }
  std::uint32_t SlotOf(ExprId leaf) const {
    if (graph_.op(leaf) == Op::kHeld) return graph_.held(leaf).value;
    return graph_.op(leaf) == Op::kParameter ? graph_.parameter(leaf).value % num_slots_
                                             : graph_.variable(leaf).value;
  }

 private:
  ExprId Leaf(InputBlock block, std::uint32_t slot) {
    if (block == leaves_.first) return graph_.Variable(VariableId(slot), 0);
    if (block == leaves_.second) return graph_.Variable(VariableId(slot), 1);
    switch (block) {
      case InputBlock::kConstant:
        return graph_.Parameter(ParameterId(slot));
      case InputBlock::kVariable:
      case InputBlock::kDerivative:
      case InputBlock::kHeld:
        return graph_.Held(expr::HeldId(slot));
      default:  // known, as far as the Jacobian is concerned
        return graph_.Parameter(ParameterId(num_slots_ + slot));
    }
  }

  expr::Graph graph_;
  ExprId root_;
  JacobianLeaves leaves_;
  std::uint32_t num_slots_;
};

// Per node: does its value vary in time, for variables or time are in it? Operands stand before what uses
// them, so one pass is enough; partial derivatives share most of their nodes.
std::vector<char> VaryingNodes(const expr::Graph& graph) {
  std::vector<char> varies(graph.size(), 0);
  for (const ExprId e : IdRange<ExprId>(graph.size())) {
    const Op op = graph.op(e);
    char& here = varies[e.index()];
    here = op == Op::kVariable || op == Op::kTime || op == Op::kHeld;  // events change what is held
    for (const ExprId operand : graph.operands(e)) here = here || varies[operand.index()];
  }
  return varies;
}

// Functions of the body whose derivative in the graph is not the one that they have.
std::vector<std::string> FindApproximated(const Body& body, const expr::Graph& graph) {
  std::vector<std::string> out;
  for (const auto& function : body.functions) {
    const auto stands_for_it = [&](const std::shared_ptr<const expr::Function>& other) {
      return function->HasAsDerivative(*other) && other != function->Tangent();
    };
    if (std::ranges::any_of(graph.functions(), stands_for_it)) out.push_back(function->name());
  }
  return out;
}

ShapePartials Differentiate(const ShapeGroup& shape, JacobianLeaves leaves, ProgramWriter& writer) {
  ShapePartials partials;
  SlotGraph slot_graph(shape.body, leaves);
  std::vector<ExprId> values;
  for (const expr::PartialDerivative& partial : expr::Gradient(slot_graph.graph(), slot_graph.root())) {
    partials.slots.push_back(partial.leaf.variable.value);
    values.push_back(partial.value);
  }
  partials.approximated = FindApproximated(shape.body, slot_graph.graph());
  const std::vector<char> varies = VaryingNodes(slot_graph.graph());
  for (const ExprId value : values) partials.is_constant.push_back(!varies[value.index()]);
  Linearizer linearizer(slot_graph.graph());
  partials.group.tape = BuildTape(linearizer.Linearize(values));
  partials.group.num_instances = static_cast<std::uint32_t>(shape.num_instances());
  for (const ExprId leaf : linearizer.leaves()) {
    if (slot_graph.graph().IsConstant(leaf)) {  // a number that differentiation brought in
      const double value = slot_graph.graph().constant_value(leaf);
      partials.group.slots.push_back({InputBlock::kConstant, writer.AddConstants({&value, 1})});
    } else {
      partials.group.slots.push_back(writer.AddSlot(shape, slot_graph.SlotOf(leaf)));
    }
  }
  return partials;
}

// Where the equations are: residual i is an instance of a group.
struct Residual {
  std::uint32_t group;
  std::uint32_t instance;
};

std::vector<Residual> LocateResiduals(std::span<const ShapeGroup> groups, std::size_t num_equations) {
  std::vector<Residual> residuals(num_equations);
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (std::uint32_t i = 0; i < groups[g].num_instances(); ++i) residuals[groups[g].outputs[i]] = {g, i};
  }
  return residuals;
}

// The pattern of the partials with respect to slots of one kind. Equations are taken in order, so the rows of
// each column ascend.
class PatternBuilder {
 public:
  PatternBuilder(std::span<const ShapeGroup> groups, std::vector<ShapePartials>& partials,
                 std::span<const Residual> residuals, std::size_t num_variables)
      : groups_(groups), partials_(partials), residuals_(residuals), num_variables_(num_variables) {}

  SparsePattern Build(InputBlock block) {
    SparsePattern pattern;
    pattern.rows = static_cast<std::int32_t>(residuals_.size());
    pattern.cols = static_cast<std::int32_t>(num_variables_);
    pattern.column_starts.assign(num_variables_ + 1, 0);
    ForEachEntry(block, [&](std::size_t, std::uint32_t column, std::uint32_t&) {
      ++pattern.column_starts[column + 1];
    });
    for (std::size_t k = 0; k < num_variables_; ++k) pattern.column_starts[k + 1] += pattern.column_starts[k];
    pattern.row_indices.resize(static_cast<std::size_t>(pattern.column_starts.back()));
    std::vector<std::int32_t> next(pattern.column_starts.begin(), pattern.column_starts.end() - 1);
    ForEachEntry(block, [&](std::size_t row, std::uint32_t column, std::uint32_t& place) {
      place = static_cast<std::uint32_t>(next[column]++);
      pattern.row_indices[place] = static_cast<std::int32_t>(row);
    });
    return pattern;
  }

 private:
  template <class F>
  void ForEachEntry(InputBlock block, F f) {
    for (std::size_t row = 0; row < residuals_.size(); ++row) {
      const auto [g, instance] = residuals_[row];
      ShapePartials& partials = partials_[g];
      for (std::size_t output = 0; output < partials.slots.size(); ++output) {
        const std::uint32_t slot = partials.slots[output];
        if (groups_[g].body.slots[slot] != block) continue;
        const std::uint32_t column = groups_[g].At(instance, slot);
        DAEDALUS_CHECK(column < num_variables_, "residuals speak of the system's own variables");
        f(row, column, partials.places[output * partials.group.num_instances + instance]);
      }
    }
  }

  std::span<const ShapeGroup> groups_;
  std::vector<ShapePartials>& partials_;
  std::span<const Residual> residuals_;
  std::size_t num_variables_;
};

void AddOutputs(const ShapeGroup& shape, ShapePartials& partials, JacobianLeaves leaves,
                std::uint32_t first_dyp, ProgramWriter& writer) {
  const std::size_t n = partials.group.num_instances;
  for (std::size_t output = 0; output < partials.slots.size(); ++output) {
    const std::span<std::uint32_t> places(partials.places.data() + output * n, n);
    if (shape.body.slots[partials.slots[output]] == leaves.second) {
      for (std::uint32_t& place : places) place += first_dyp;
    }
    partials.group.outputs.push_back(writer.AddIndices(places));
  }
}

// Which outputs vary in time, by what they are derivatives with respect to.
void NoteVaryingEntries(const ShapeGroup& shape, const ShapePartials& partials, JacobianLeaves leaves,
                        JacobianProgram* jacobian) {
  for (std::size_t output = 0; output < partials.slots.size(); ++output) {
    if (partials.is_constant[output]) continue;
    const std::uint32_t slot = partials.slots[output];
    if (shape.body.slots[slot] == leaves.second) jacobian->dyp_is_constant = false;
    if (shape.body.slots[slot] != leaves.first) continue;
    for (std::size_t i = 0; i < shape.num_instances(); ++i) jacobian->dy_is_constant[shape.At(i, slot)] = 0;
  }
}

}  // namespace

JacobianProgram CompileJacobian(std::span<const ShapeGroup> groups, std::size_t num_equations,
                                std::size_t num_variables, JacobianLeaves leaves) {
  JacobianProgram jacobian;
  ProgramWriter writer;
  jacobian.dy_is_constant.assign(num_variables, 1);
  std::vector<ShapePartials> partials;
  for (const ShapeGroup& shape : groups) {
    partials.push_back(Differentiate(shape, leaves, writer));
    partials.back().places.resize(partials.back().slots.size() * shape.num_instances());
    NoteVaryingEntries(shape, partials.back(), leaves, &jacobian);
    jacobian.approximated.insert(jacobian.approximated.end(), partials.back().approximated.begin(),
                                 partials.back().approximated.end());
  }
  std::ranges::sort(jacobian.approximated);
  const auto repeated = std::ranges::unique(jacobian.approximated);
  jacobian.approximated.erase(repeated.begin(), repeated.end());
  const std::vector<Residual> residuals = LocateResiduals(groups, num_equations);
  PatternBuilder patterns(groups, partials, residuals, num_variables);
  jacobian.dy = patterns.Build(leaves.first);
  jacobian.dyp = patterns.Build(leaves.second);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    AddOutputs(groups[g], partials[g], leaves, static_cast<std::uint32_t>(jacobian.dy.row_indices.size()),
               writer);
    if (!partials[g].slots.empty()) writer.AddGroup(std::move(partials[g].group));
  }
  jacobian.combined = linear::Unite(jacobian.dy, jacobian.dyp);
  jacobian.program = std::move(writer).Take(jacobian.dy.row_indices.size() + jacobian.dyp.row_indices.size());
  return jacobian;
}

}  // namespace daedalus::codegen
