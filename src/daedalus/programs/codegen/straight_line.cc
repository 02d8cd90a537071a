#include "daedalus/programs/codegen/straight_line.h"

#include <array>
#include <bit>
#include <map>
#include <unordered_map>

namespace daedalus::codegen {
namespace {

// Of a group with one instance, which has no lanes to share the cost of dispatch: assembled, such a tape is
// several times faster than interpreted, from any cache.
constexpr std::size_t kLongest = 100'000;

// Values are numbered by kind until all are known; then they get their registers.
struct Value {
  enum class Kind : std::uint32_t { kFixed, kTime, kInput, kResult };
  Kind kind = Kind::kTime;
  std::uint32_t number = 0;

  std::uint64_t key() const { return std::uint64_t{static_cast<std::uint32_t>(kind)} << 32 | number; }
};

class Builder {
 public:
  Builder(const KernelProgram& program, const StraightLineOptions& options)
      : program_(program), options_(options) {}

  StraightLine Build() && {
    std::size_t length = 0;
    for (std::uint32_t g = 0; g < program_.groups.size(); ++g) {
      const KernelGroup& group = program_.groups[g];
      const std::size_t instructions = group.tape.code.size() * group.num_instances;
      const std::size_t most = group.num_instances == 1 ? kLongest : options_.most_instructions;
      if (group.tape.HasCalls() || group.num_instances > options_.most_instances ||
          length + instructions > most) {
        line_.other_groups.push_back(g);
        continue;
      }
      length += instructions;
      for (std::uint32_t i = 0; i < group.num_instances; ++i) Append(group, i);
    }
    AssignRegisters();
    return std::move(line_);
  }

 private:
  void Append(const KernelGroup& group, std::uint32_t instance) {
    current_.assign(group.tape.num_registers, {});
    for (const Instruction& i : group.tape.code) {
      switch (i.op) {
        case TapeOp::kLoad:
          current_[i.dst] = Load(group.slots[i.a], instance);
          break;
        case TapeOp::kLiteral:
          current_[i.dst] = Fixed(group.tape.literals[i.a]);
          break;
        case TapeOp::kTime:
          current_[i.dst] = {Value::Kind::kTime, 0};
          break;
        case TapeOp::kStore:
          stored_.push_back(current_[i.a]);
          line_.outputs.push_back({0, program_.IndexAt(group.outputs[i.b], instance)});
          break;
        default:
          current_[i.dst] = Operation(i);
      }
    }
  }

  Value Load(const SlotColumn& slot, std::uint32_t instance) {
    const std::uint32_t entry = program_.IndexAt(slot.column, instance);
    if (slot.block == InputBlock::kConstant) return Fixed(program_.constants[entry]);
    const std::uint64_t key = std::uint64_t{static_cast<std::uint8_t>(slot.block)} << 32 | entry;
    const auto [found, is_new] = inputs_.try_emplace(key, static_cast<std::uint32_t>(line_.inputs.size()));
    if (is_new) line_.inputs.push_back({slot.block, entry});
    return {Value::Kind::kInput, found->second};
  }

  Value Fixed(double number) {
    const auto [found, is_new] =
        fixed_.try_emplace(std::bit_cast<std::uint64_t>(number), static_cast<std::uint32_t>(fixed_.size()));
    if (is_new) line_.fixed.push_back(number);
    return {Value::Kind::kFixed, found->second};
  }

  Value Operation(const Instruction& i) {
    const int n = NumRegisterOperands(i.op);
    const auto operand = [&](int k, std::uint32_t r) { return k < n ? current_[r] : Value{}; };
    const std::array<Value, 3> operands = {operand(0, i.a), operand(1, i.b), operand(2, i.c)};
    const Key key = {static_cast<std::uint64_t>(i.op), operands[0].key(), operands[1].key(),
                     operands[2].key()};
    const auto [found, is_new] = results_.try_emplace(key, static_cast<std::uint32_t>(line_.code.size()));
    if (is_new) {
      line_.code.push_back({i.op});
      operands_.push_back(operands);
    }
    return {Value::Kind::kResult, found->second};
  }

  std::uint32_t RegisterOf(const Value& value) const {
    switch (value.kind) {
      case Value::Kind::kFixed:
        return value.number;
      case Value::Kind::kTime:
        return line_.time_register();
      case Value::Kind::kInput:
        return line_.first_input() + value.number;
      case Value::Kind::kResult:
        break;
    }
    return line_.first_result() + value.number;
  }

  void AssignRegisters() {
    for (std::size_t k = 0; k < line_.code.size(); ++k) {
      StraightLine::Operation& operation = line_.code[k];
      operation.a = RegisterOf(operands_[k][0]);
      operation.b = RegisterOf(operands_[k][1]);
      operation.c = RegisterOf(operands_[k][2]);
    }
    for (std::size_t k = 0; k < stored_.size(); ++k) line_.outputs[k].from = RegisterOf(stored_[k]);
  }

  using Key = std::array<std::uint64_t, 4>;
  const KernelProgram& program_;
  const StraightLineOptions& options_;
  StraightLine line_;
  std::vector<Value> current_;  // per register of the tape
  std::vector<std::array<Value, 3>> operands_;
  std::vector<Value> stored_;
  std::unordered_map<std::uint64_t, std::uint32_t> inputs_, fixed_;
  std::map<Key, std::uint32_t> results_;
};

}  // namespace

StraightLine MakeStraightLine(const KernelProgram& program, const StraightLineOptions& options) {
  return Builder(program, options).Build();
}

}  // namespace daedalus::codegen
