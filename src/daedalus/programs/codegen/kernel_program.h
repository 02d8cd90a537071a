// A kernel program: a list of expressions, grouped by shape, as tapes and index tables. It is plain data, the
// same for both executions, and independent of how it is run.
//
// An instance i of a group finds the value of a slot, and the place of an output, through a column. In
// repeated structures most columns are affine, base + stride*i, and cost nothing for each instance; the
// others are runs of the common index table.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/programs/codegen/shape.h"
#include "daedalus/programs/codegen/tape.h"

namespace daedalus::codegen {

struct Column {
  static constexpr std::uint32_t kAffine = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t table = kAffine;  // where the column begins in the index table
  std::uint32_t base = 0;         // affine: the index of the first instance
  std::int32_t stride = 0;

  bool IsAffine() const { return table == kAffine; }
  bool IsUniform() const { return IsAffine() && stride == 0; }
};

struct SlotColumn {
  InputBlock block;
  Column column;  // a constant slot's column is an affine one into KernelProgram::constants
};

struct KernelGroup {
  Tape tape;
  std::uint32_t num_instances = 0;
  std::vector<SlotColumn> slots;
  std::vector<Column> outputs;
};

struct KernelProgram {
  std::vector<KernelGroup> groups;
  std::vector<std::uint32_t> indices;
  std::vector<double> constants;
  std::size_t num_outputs = 0;

  std::uint32_t IndexAt(const Column& column, std::size_t instance) const {
    if (!column.IsAffine()) return indices[column.table + instance];
    return column.base + static_cast<std::uint32_t>(column.stride) * static_cast<std::uint32_t>(instance);
  }
  std::size_t num_instructions() const;
  // The size of the tables, which grow with the number of instances; tapes grow only with the number of
  // shapes.
  std::size_t table_bytes() const;
};

// Appends the columns of one group after another; finds out which are affine.
class ProgramWriter {
 public:
  Column AddIndices(std::span<const std::uint32_t> values);
  Column AddConstants(std::span<const double> values);
  // The column of one slot of a group of shapes.
  SlotColumn AddSlot(const ShapeGroup& group, std::size_t slot);
  void AddGroup(KernelGroup group) { program_.groups.push_back(std::move(group)); }
  KernelProgram Take(std::size_t num_outputs) && {
    program_.num_outputs = num_outputs;
    return std::move(program_);
  }

 private:
  KernelProgram program_;
  std::vector<std::uint32_t> index_scratch_;
  std::vector<double> constant_scratch_;
};

// The program whose output i is the value of outputs[i].
KernelProgram CompileProgram(const expr::Graph& graph, std::span<const ExprId> outputs);
KernelProgram CompileProgram(std::span<const ShapeGroup> groups, std::size_t num_outputs);
// The expressions as one tape, in which outputs share their common sub-expressions. It is for a few
// expressions that have much in common, where shapes gain nothing.
KernelProgram CompileJointly(const expr::Graph& graph, std::span<const ExprId> outputs);

}  // namespace daedalus::codegen
