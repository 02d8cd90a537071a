#include "daedalus/programs/codegen/interpreter.h"

#include <algorithm>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

template <Op op, int kNumOperands>
double ApplyTo(double a, double b, double c) {
  const double operands[] = {a, b, c};
  return expr::ApplyOp(op, std::span<const double>(operands, kNumOperands));
}

// The data for running one tape over the lanes of one batch. With kIsScalar there is one lane, and all loops
// vanish.
template <bool kIsScalar>
class Batch {
 public:
  // `calls` has room for a row of each argument and result, and for those of one lane.
  Batch(const KernelProgram& program, const KernelGroup& group, const KernelInputs& inputs, double* registers,
        double* calls, double* out)
      : program_(program), group_(group), inputs_(inputs), registers_(registers), calls_(calls), out_(out) {}

  void Run(std::uint32_t first, std::uint32_t num_lanes) {
    first_ = first;
    num_lanes_ = num_lanes;
    for (const Instruction& i : group_.tape.code) Execute(i);
  }

 private:
  std::uint32_t lanes() const { return kIsScalar ? 1 : num_lanes_; }
  static constexpr std::size_t kRow = kIsScalar ? 1 : Interpreter::kLanes;
  double* Row(std::uint32_t r) { return registers_ + r * kRow; }
  double* Argument(std::uint32_t i) { return calls_ + i * kRow; }
  double* Result(std::uint32_t i) { return calls_ + (group_.tape.num_arguments + i) * kRow; }

  void Execute(const Instruction& i) {
    switch (i.op) {
      case TapeOp::kLoad:
        return Load(group_.slots[i.a], Row(i.dst));
      case TapeOp::kLiteral:
        return Fill(group_.tape.literals[i.a], Row(i.dst));
      case TapeOp::kTime:
        return Fill(inputs_.time, Row(i.dst));
      case TapeOp::kStore:
        return Store(Row(i.a), group_.outputs[i.b]);
      case TapeOp::kArgument:
        std::copy_n(Row(i.a), lanes(), Argument(i.b));
        return;
      case TapeOp::kCall:
        return Call(group_.tape.calls[i.a]);
      case TapeOp::kResult:
        std::copy_n(Result(i.a), lanes(), Row(i.dst));
        return;
      case TapeOp::kNegate:
        return Map(i, [](double a, double, double) { return -a; });
      case TapeOp::kSubtract:
        return Map(i, [](double a, double b, double) { return a - b; });
      case TapeOp::kSelect:
        return Apply<Op::kIf, 3>(i);
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return Apply<Op::name, 1>(i);
        DAEDALUS_TAPE_UNARY(DAEDALUS_X)
#undef DAEDALUS_X
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return Apply<Op::name, 2>(i);
        DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
    }
  }

  // Flattened, so that ApplyOp with its constant operation becomes that operation alone inside the loop.
  template <Op op, int kNumOperands>
  [[gnu::flatten]] void Apply(const Instruction& i) {
    Map(i, [](double a, double b, double c) { return ApplyTo<op, kNumOperands>(a, b, c); });
  }

  template <class F>
  void Map(const Instruction& i, F f) {
    double* const dst = Row(i.dst);
    const double *a = Row(i.a), *b = Row(i.b), *c = Row(i.c);
    if constexpr (kIsScalar) {
      *dst = f(*a, *b, *c);
    } else {
      // A row is either one of the operands' or apart from them, so lanes do not depend on each other.
#pragma GCC ivdep
      for (std::uint32_t lane = 0; lane < num_lanes_; ++lane) dst[lane] = f(a[lane], b[lane], c[lane]);
    }
  }

  // Lane by lane, through the room for one lane at the end.
  void Call(const Tape::Call& call) {
    const expr::Function& f = *call.function;
    double* const in = Result(group_.tape.num_results);
    double* const out = in + f.num_inputs();
    for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
      for (std::uint32_t i = 0; i < f.num_inputs(); ++i) in[i] = Argument(i)[lane];
      f.Evaluate({in, f.num_inputs()}, {out, f.num_outputs()});
      for (std::uint32_t k = 0; k < f.num_outputs(); ++k) Result(call.first_result + k)[lane] = out[k];
    }
  }

  void Fill(double value, double* dst) { std::fill_n(dst, lanes(), value); }

  void Load(const SlotColumn& slot, double* dst) {
    const double* source = inputs_[slot.block];
    const Column& column = slot.column;
    if (kIsScalar) {
      *dst = source[program_.IndexAt(column, first_)];
    } else if (column.IsUniform()) {
      Fill(source[column.base], dst);
    } else if (column.IsAffine() && column.stride == 1) {
      std::copy_n(source + column.base + first_, lanes(), dst);
    } else if (column.IsAffine()) {
      for (std::uint32_t lane = 0; lane < lanes(); ++lane)
        dst[lane] = source[program_.IndexAt(column, first_ + lane)];
    } else {
      const std::uint32_t* indices = program_.indices.data() + column.table + first_;
      for (std::uint32_t lane = 0; lane < lanes(); ++lane) dst[lane] = source[indices[lane]];
    }
  }

  void Store(const double* value, const Column& column) {
    for (std::uint32_t lane = 0; lane < lanes(); ++lane)
      out_[program_.IndexAt(column, first_ + lane)] = value[lane];
  }

  const KernelProgram& program_;
  const KernelGroup& group_;
  const KernelInputs& inputs_;
  double* const registers_;
  double* const calls_;
  double* const out_;
  std::uint32_t first_ = 0;
  std::uint32_t num_lanes_ = 1;
};

// One operation of a straight line.
[[gnu::flatten]] inline double Compute(const StraightLine::Operation& i, const double* registers) {
  const double a = registers[i.a];
  switch (i.op) {
    case TapeOp::kNegate:
      return -a;
    case TapeOp::kSubtract:
      return a - registers[i.b];
    case TapeOp::kSelect:
      return ApplyTo<Op::kIf, 3>(a, registers[i.b], registers[i.c]);
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return ApplyTo<Op::name, 1>(a, 0, 0);
      DAEDALUS_TAPE_UNARY(DAEDALUS_X)
#undef DAEDALUS_X
#define DAEDALUS_X(name) \
  case TapeOp::name:     \
    return ApplyTo<Op::name, 2>(a, registers[i.b], 0);
      DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
    case TapeOp::kLoad:
    case TapeOp::kLiteral:
    case TapeOp::kTime:
    case TapeOp::kStore:
    case TapeOp::kArgument:
    case TapeOp::kCall:
    case TapeOp::kResult:
      break;
  }
  __builtin_unreachable();  // a straight line has none of these
}

}  // namespace

Interpreter::Interpreter(const KernelProgram& program, const StraightLine& line) : line_(line.fixed) {
  std::size_t needed = 0, for_calls = 0;
  for (const KernelGroup& group : program.groups) {
    const std::size_t row = group.num_instances == 1 ? 1 : kLanes;
    needed = std::max(needed, group.tape.num_registers * row);
    const std::size_t one_lane = group.tape.num_arguments + group.tape.num_results;
    for_calls = std::max(for_calls, one_lane * (row + 1));
  }
  registers_.resize(needed);
  calls_.resize(for_calls);
  line_.resize(line.num_registers());
}

void Interpreter::Run(const KernelProgram& program, const StraightLine& line, const KernelInputs& inputs,
                      double* out) {
  Run(line, inputs, out);
  for (const std::uint32_t group : line.other_groups) Run(program, program.groups[group], inputs, out);
}

void Interpreter::Run(const StraightLine& line, const KernelInputs& inputs, double* out) {
  double* const registers = line_.data();
  double* next = registers + line.time_register();
  *next++ = inputs.time;
  for (const auto& [block, entry] : line.inputs) *next++ = inputs[block][entry];
  for (const StraightLine::Operation& i : line.code) *next++ = Compute(i, registers);
  for (const auto& [from, to] : line.outputs) out[to] = registers[from];
}

void Interpreter::Run(const KernelProgram& program, const KernelGroup& group, const KernelInputs& inputs,
                      double* out) {
  if (group.num_instances == 1) {
    Batch<true>(program, group, inputs, registers_.data(), calls_.data(), out).Run(0, 1);
    return;
  }
  Batch<false> batch(program, group, inputs, registers_.data(), calls_.data(), out);
  for (std::uint32_t first = 0; first < group.num_instances; first += kLanes) {
    batch.Run(first, std::min(kLanes, group.num_instances - first));
  }
}

}  // namespace daedalus::codegen
