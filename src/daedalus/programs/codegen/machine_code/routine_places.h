// Where the registers of a routine live in machine code: constants need no place, each scalar has its own
// variable, and runs that are reached by a subscript are in memory.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/machine_code_module.h"

namespace daedalus::codegen {

class RoutinePlaces {
 public:
  // `entry` builds what comes before all other code.
  RoutinePlaces(const RoutineUnit& unit, const MachineCodeRuntime& runtime, llvm::IRBuilder<>& entry,
                llvm::Value* in);

  // `builder` is where the code goes now.
  llvm::Value* Number(llvm::IRBuilder<>& builder, routine::Register r) const;
  llvm::Value* Truth(llvm::IRBuilder<>& builder, routine::Register r) const;
  // A 64-bit integer: the register's own where it holds whole numbers, else cut off, as for a subscript.
  llvm::Value* Integer(llvm::IRBuilder<>& builder, routine::Register r) const;
  bool IsWhole(routine::Register r) const { return unit_.is_whole[r] != 0; }
  std::optional<double> ConstantOf(routine::Register r) const { return places_[r].constant; }

  void SetNumber(llvm::IRBuilder<>& builder, routine::Register r, llvm::Value* number) const;
  void SetWhole(llvm::IRBuilder<>& builder, routine::Register r, llvm::Value* number) const;
  // Element `index`, a 64-bit integer from 0, of the run that begins at the register.
  llvm::Value* ElementAddress(llvm::IRBuilder<>& builder, routine::Register first, llvm::Value* index) const;
  // How many registers from this one on lie in a row in memory, at most `count`; 0: it is no element.
  std::size_t RowLength(routine::Register first, std::size_t count) const;

  // Where arguments and results of calls go, the same for all of them; null where there are none.
  llvm::Value* call_arguments() const { return call_arguments_; }
  llvm::Value* call_results() const { return call_results_; }

  // Whether memory of the thread was taken, which has to be given back.
  bool HasFrame() const { return has_frame_; }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
  // Registers [first, end), which loads and stores reach.
  struct Array {
    routine::Register first, end;
    bool is_written = false;
    llvm::Value* memory = nullptr;
  };
  struct Place {
    std::uint32_t array = kNone;
    llvm::Value* variable = nullptr;
    std::optional<double> constant;  // of a register that is never written
  };

  void FindArrays();
  void FindWritten();
  void PlaceArrays(llvm::IRBuilder<>& entry, llvm::Value* in);
  void PlaceLocal(std::span<Array* const> arrays, llvm::IRBuilder<>& entry);
  llvm::Value* ConstantArray(const Array& array, llvm::IRBuilder<>& entry) const;
  void FillArray(const Array& array, llvm::IRBuilder<>& entry, llvm::Value* in) const;
  void PlaceScalars(llvm::IRBuilder<>& entry, llvm::Value* in);
  bool IsInput(routine::Register r) const { return r < unit_.routine->num_inputs(); }
  llvm::Value* FirstValue(llvm::IRBuilder<>& entry, routine::Register r, llvm::Value* in) const;
  llvm::Value* AddressOfRegister(llvm::IRBuilder<>& builder, routine::Register r) const;

  const RoutineUnit& unit_;
  const routine::RoutineBody& body_;
  const MachineCodeRuntime& runtime_;
  std::vector<Array> arrays_;
  std::vector<Place> places_;
  std::vector<char> is_written_;
  std::vector<std::optional<double>> first_;  // constants, by register
  llvm::Value* call_arguments_ = nullptr;
  llvm::Value* call_results_ = nullptr;
  bool has_frame_ = false;
};

}  // namespace daedalus::codegen
