#include "daedalus/programs/codegen/kernel_program.h"

#include <algorithm>
#include <bit>

namespace daedalus::codegen {

std::size_t KernelProgram::num_instructions() const {
  std::size_t n = 0;
  for (const KernelGroup& group : groups) n += group.tape.code.size();
  return n;
}

std::size_t KernelProgram::table_bytes() const {
  return indices.capacity() * sizeof(std::uint32_t) + constants.capacity() * sizeof(double);
}

Column ProgramWriter::AddIndices(std::span<const std::uint32_t> values) {
  DAEDALUS_CHECK(!values.empty(), "a group has an instance");
  Column column;
  column.base = values[0];
  if (values.size() > 1) column.stride = static_cast<std::int32_t>(values[1] - values[0]);
  const auto stride = static_cast<std::uint32_t>(column.stride);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] == values[i - 1] + stride) continue;
    column = {static_cast<std::uint32_t>(program_.indices.size()), 0, 0};
    program_.indices.insert(program_.indices.end(), values.begin(), values.end());
    break;
  }
  return column;
}

Column ProgramWriter::AddConstants(std::span<const double> values) {
  const auto differs = [&](double v) {
    return std::bit_cast<std::uint64_t>(v) != std::bit_cast<std::uint64_t>(values[0]);
  };
  const bool uniform = std::none_of(values.begin(), values.end(), differs);
  const Column column{Column::kAffine, static_cast<std::uint32_t>(program_.constants.size()),
                      uniform ? 0 : 1};
  program_.constants.insert(program_.constants.end(), values.begin(),
                            uniform ? values.begin() + 1 : values.end());
  return column;
}

SlotColumn ProgramWriter::AddSlot(const ShapeGroup& group, std::size_t slot) {
  const InputBlock block = group.body.slots[slot];
  index_scratch_.clear();
  constant_scratch_.clear();
  for (std::size_t i = 0; i < group.num_instances(); ++i) {
    const std::uint32_t entry = group.At(i, slot);
    if (block == InputBlock::kConstant) {
      constant_scratch_.push_back(group.constants[entry]);
    } else {
      index_scratch_.push_back(entry);
    }
  }
  return {block,
          block == InputBlock::kConstant ? AddConstants(constant_scratch_) : AddIndices(index_scratch_)};
}

KernelProgram CompileProgram(std::span<const ShapeGroup> groups, std::size_t num_outputs) {
  ProgramWriter writer;
  for (const ShapeGroup& shape : groups) {
    KernelGroup group{BuildTape(shape.body), static_cast<std::uint32_t>(shape.num_instances()), {}, {}};
    for (std::size_t slot = 0; slot < shape.num_slots(); ++slot)
      group.slots.push_back(writer.AddSlot(shape, slot));
    group.outputs.push_back(writer.AddIndices(shape.outputs));
    writer.AddGroup(std::move(group));
  }
  return std::move(writer).Take(num_outputs);
}

KernelProgram CompileProgram(const expr::Graph& graph, std::span<const ExprId> outputs) {
  return CompileProgram(GroupByShape(graph, outputs), outputs.size());
}

KernelProgram CompileJointly(const expr::Graph& graph, std::span<const ExprId> outputs) {
  ProgramWriter writer;
  if (outputs.empty()) return std::move(writer).Take(0);
  Linearizer linearizer(graph);
  const Body& body = linearizer.Linearize(outputs);
  KernelGroup group{BuildTape(body), 1, {}, {}};
  for (std::size_t slot = 0; slot < body.slots.size(); ++slot) {
    const ExprId leaf = linearizer.leaves()[slot];
    const bool is_constant = body.slots[slot] == InputBlock::kConstant;
    const double value = is_constant ? graph.constant_value(leaf) : 0;
    const std::uint32_t index = is_constant ? 0 : graph.leaf(leaf).id;
    group.slots.push_back(
        {body.slots[slot], is_constant ? writer.AddConstants({&value, 1}) : writer.AddIndices({&index, 1})});
  }
  for (std::uint32_t i = 0; i < outputs.size(); ++i) group.outputs.push_back(writer.AddIndices({&i, 1}));
  writer.AddGroup(std::move(group));
  return std::move(writer).Take(outputs.size());
}

}  // namespace daedalus::codegen
