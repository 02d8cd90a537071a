#include "daedalus/programs/codegen/tape.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <map>

#include "daedalus/base/check.h"
#include "daedalus/programs/codegen/tape_op_of.h"
#include "daedalus/system/expr/apply.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::codegen {
namespace {

using expr::Op;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Step 1: instructions whose registers are the numbers of the instructions that compute them.
//
// A walk from the roots with an explicit stack. A product (-1)*a*b has two values that others may use: the
// product itself, and its positive part a*b, which a sum subtracts.
class Emitter {
 public:
  explicit Emitter(const Body& body)
      : body_(body), value_(body.nodes.size(), kNone), positive_(body.nodes.size(), kNone) {}

  Tape Run() {
    for (std::uint32_t output = 0; output < body_.roots.size(); ++output) {
      Evaluate({body_.roots[output], false});
      Emit(TapeOp::kStore, value_[body_.roots[output]], output);
    }
    return std::move(tape_);
  }

 private:
  struct Request {
    std::uint32_t node;
    bool positive;
  };
  struct Frame {
    Request request;
    std::uint32_t next = 0;  // operand
    std::uint32_t folded = kNone;
    bool is_folded_negative = false;
  };

  std::uint32_t Emit(TapeOp op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0) {
    const auto dst = static_cast<std::uint32_t>(tape_.code.size());
    tape_.code.push_back({op, dst, a, b, c});
    return dst;
  }
  std::uint32_t EmitLiteral(double value) {
    tape_.literals.push_back(value);
    return Emit(TapeOp::kLiteral, static_cast<std::uint32_t>(tape_.literals.size() - 1));
  }

  std::uint32_t& Result(Request request) { return (request.positive ? positive_ : value_)[request.node]; }
  bool IsLiteral(std::uint32_t node, double value) const {
    const BodyNode& n = body_.nodes[node];
    return n.op == Op::kConstant && !n.is_slot && body_.literals[n.first] == value;
  }
  bool IsNegatedProduct(std::uint32_t node) const {
    const BodyNode& n = body_.nodes[node];
    return n.op == Op::kMul && IsLiteral(body_.OperandsOf(n)[0], -1);
  }
  // Which value of its operand an operation uses: a sum subtracts the positive part of a negated product.
  Request OperandRequest(const BodyNode& node, std::uint32_t operand) const {
    return {operand, node.op == Op::kAdd && IsNegatedProduct(operand)};
  }
  static bool IsFold(Op op) { return expr::Arity(op) < 0 && op != Op::kCall; }
  bool HasLiteralExponent(const BodyNode& node) const {
    if (node.op != Op::kPow) return false;
    const BodyNode& exponent = body_.nodes[body_.OperandsOf(node)[1]];
    return exponent.op == Op::kConstant && !exponent.is_slot &&
           expr::IsIntegerPower(body_.literals[exponent.first]);
  }

  void Evaluate(Request root) {
    if (Result(root) != kNone) return;
    stack_.assign(1, FirstFrame(root));
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const BodyNode& node = body_.nodes[frame.request.node];
      const auto operands = body_.OperandsOf(node);
      const std::size_t num_needed = HasLiteralExponent(node) ? 1 : operands.size();
      Request missing{kNone, false};
      while (frame.next < num_needed && missing.node == kNone) {
        const Request request = OperandRequest(node, operands[frame.next]);
        if (Result(request) == kNone) {
          missing = request;
        } else {
          if (IsFold(node.op)) Fold(node.op, Result(request), request.positive, frame);
          ++frame.next;
        }
      }
      if (missing.node != kNone) {
        stack_.push_back(FirstFrame(missing));
      } else {
        Result(frame.request) = Finish(node, frame);
        stack_.pop_back();
      }
    }
  }

  // The leading -1 of a negated product is never computed: both its values come from the positive part.
  Frame FirstFrame(Request request) const {
    if (!IsNegatedProduct(request.node)) return {request};
    const std::uint32_t known = positive_[request.node];
    return {request, known == kNone ? 1 : body_.nodes[request.node].count, known, false};
  }

  void Fold(Op op, std::uint32_t value, bool is_negative, Frame& frame) {
    if (frame.folded == kNone) {
      frame.folded = value;
      frame.is_folded_negative = is_negative;
    } else if (frame.is_folded_negative && !is_negative) {
      frame.folded = Emit(TapeOp::kSubtract, value, frame.folded);
      frame.is_folded_negative = false;
    } else {
      MakeFoldedPositive(frame);
      frame.folded = Emit(is_negative ? TapeOp::kSubtract : TapeOpOf(op), frame.folded, value);
    }
  }

  void MakeFoldedPositive(Frame& frame) {
    if (frame.is_folded_negative) frame.folded = Emit(TapeOp::kNegate, frame.folded);
    frame.is_folded_negative = false;
  }

  std::uint32_t Finish(const BodyNode& node, Frame& frame) {
    const auto operands = body_.OperandsOf(node);
    if (IsNegatedProduct(frame.request.node)) {
      positive_[frame.request.node] = frame.folded;
      return frame.request.positive ? frame.folded : Emit(TapeOp::kNegate, frame.folded);
    }
    if (IsFold(node.op)) {
      MakeFoldedPositive(frame);
      return frame.folded;
    }
    switch (node.op) {
      case Op::kTime:
        return Emit(TapeOp::kTime);
      case Op::kConstant:
      case Op::kParameter:
      case Op::kHeld:
      case Op::kVariable:
        return node.is_slot ? Emit(TapeOp::kLoad, node.first) : EmitLiteral(body_.literals[node.first]);
      case Op::kNoEvent:
        return value_[operands[0]];
      case Op::kCall:
        return Emit(TapeOp::kResult, FirstResultOf(node) + body_.ResultOf(node));
      default:
        break;
    }
    if (HasLiteralExponent(node)) {
      const BodyNode& exponent = body_.nodes[operands[1]];
      return EmitIntegerPower(value_[operands[0]], static_cast<int>(body_.literals[exponent.first]));
    }
    std::array<std::uint32_t, 3> v{};
    for (std::size_t i = 0; i < operands.size(); ++i) v[i] = value_[operands[i]];
    return Emit(TapeOpOf(node.op), v[0], v[1], v[2]);
  }

  // Where the results of the call lie, which is made if no other node has made it.
  std::uint32_t FirstResultOf(const BodyNode& node) {
    const auto operands = body_.OperandsOf(node);
    std::vector<std::uint32_t> key(operands.begin(), operands.end());
    key.push_back(body_.FunctionOf(node));
    const auto [found, is_new] = results_.try_emplace(std::move(key), tape_.num_results);
    if (!is_new) return found->second;
    const auto& function = body_.functions[body_.FunctionOf(node)];
    for (std::uint32_t i = 0; i < operands.size(); ++i) Emit(TapeOp::kArgument, value_[operands[i]], i);
    Emit(TapeOp::kCall, static_cast<std::uint32_t>(tape_.calls.size()));
    tape_.calls.push_back({function, tape_.num_results});
    tape_.num_arguments = std::max(tape_.num_arguments, static_cast<std::uint32_t>(operands.size()));
    tape_.num_results += static_cast<std::uint32_t>(function->num_outputs());
    return found->second;
  }

  // expr::IntegerPower, multiplication by multiplication.
  std::uint32_t EmitIntegerPower(std::uint32_t x, int n) {
    if (n == 0) return EmitLiteral(1);
    std::uint32_t result = kNone, square = x;
    for (unsigned bits = n < 0 ? static_cast<unsigned>(-n) : static_cast<unsigned>(n);;) {
      if (bits & 1u) result = result == kNone ? square : Emit(TapeOp::kMul, result, square);
      bits >>= 1;
      if (bits == 0) break;
      square = Emit(TapeOp::kMul, square, square);
    }
    return n < 0 ? Emit(TapeOp::kDiv, EmitLiteral(1), result) : result;
  }

  const Body& body_;
  Tape tape_;
  std::vector<std::uint32_t> value_;     // of each node: the instruction that computes it
  std::vector<std::uint32_t> positive_;  // the same for the positive part of a negated product
  std::vector<Frame> stack_;
  std::map<std::vector<std::uint32_t>, std::uint32_t>
      results_;  // by arguments and function: the first result
};

// Step 2: few registers. A value gets a free register where it is computed and gives it back at its last use.
void AllocateRegisters(Tape& tape) {
  std::vector<std::uint32_t> last_use(tape.code.size(), kNone);
  const auto operands_of = [](Instruction& i) { return std::array{&i.a, &i.b, &i.c}; };
  for (std::uint32_t at = 0; at < tape.code.size(); ++at) {
    const auto operands = operands_of(tape.code[at]);
    for (int k = 0; k < NumRegisterOperands(tape.code[at].op); ++k) last_use[*operands[k]] = at;
  }
  std::vector<std::uint32_t> register_of(tape.code.size(), kNone), free;
  for (std::uint32_t at = 0; at < tape.code.size(); ++at) {
    Instruction& instruction = tape.code[at];
    const auto operands = operands_of(instruction);
    for (int k = 0; k < NumRegisterOperands(instruction.op); ++k) {
      const std::uint32_t value = *operands[k];
      *operands[k] = register_of[value];
      if (last_use[value] != at) continue;
      free.push_back(register_of[value]);
      last_use[value] = kNone;  // an operand that stands twice is given back once
    }
    if (!HasResult(instruction.op)) {
      instruction.dst = 0;
      continue;
    }
    if (free.empty()) free.push_back(tape.num_registers++);
    register_of[at] = instruction.dst = free.back();
    free.pop_back();
  }
}

}  // namespace

Tape BuildTape(const Body& body) {
  Tape tape = Emitter(body).Run();
  AllocateRegisters(tape);
  return tape;
}

std::string ToString(const Tape& tape) {
  static constexpr std::string_view kNames[] = {
      "load",
      "literal",
      "time",
      "result",
      "call",
      "store",
      "argument",
      "negate",
      "subtract",
      "select",
#define DAEDALUS_X(name) std::string_view(#name).substr(1),
      DAEDALUS_TAPE_UNARY(DAEDALUS_X) DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
  };
  std::string text;
  for (const Instruction& i : tape.code) {
    const std::string_view name = kNames[static_cast<int>(i.op)];
    switch (i.op) {
      case TapeOp::kLoad:
        text += fmt::format("r{} = slot {}\n", i.dst, i.a);
        continue;
      case TapeOp::kLiteral:
        text += fmt::format("r{} = {}\n", i.dst, tape.literals[i.a]);
        continue;
      case TapeOp::kTime:
        text += fmt::format("r{} = time\n", i.dst);
        continue;
      case TapeOp::kStore:
        text += fmt::format("output {} = r{}\n", i.b, i.a);
        continue;
      case TapeOp::kArgument:
        text += fmt::format("argument {} = r{}\n", i.b, i.a);
        continue;
      case TapeOp::kCall:
        text += fmt::format("call {}\n", tape.calls[i.a].function->name());
        continue;
      case TapeOp::kResult:
        text += fmt::format("r{} = result {}\n", i.dst, i.a);
        continue;
      default:
        break;
    }
    text += fmt::format("r{} = {} r{}", i.dst, name, i.a);
    if (NumRegisterOperands(i.op) > 1) text += fmt::format(" r{}", i.b);
    if (NumRegisterOperands(i.op) > 2) text += fmt::format(" r{}", i.c);
    text += '\n';
  }
  return text;
}

}  // namespace daedalus::codegen
