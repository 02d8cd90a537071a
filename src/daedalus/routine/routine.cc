#include "daedalus/routine/routine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "daedalus/expr/apply.h"
#include "daedalus/routine/tangent.h"

namespace daedalus::routine {
namespace {

// A function that takes longer is taken for one that never ends.
constexpr std::int64_t kMaxSteps = 50'000'000;
constexpr int kMaxDepth = 2'000;

// What a thread needs to evaluate routines: frames one upon the other. Blocks do not move, since frames below are in use.
class FrameStack {
 public:
  // Of an evaluation within others; gives its frame back at the end.
  class Frame {
   public:
    Frame(FrameStack& stack, std::size_t size) : stack_(stack), block_(stack.block_), top_(stack.top_) {
      registers_ = stack.Take(size);
    }
    ~Frame() {
      stack_.block_ = block_;
      stack_.top_ = top_;
      --stack_.depth_;
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    double* registers() { return registers_; }

   private:
    FrameStack& stack_;
    std::size_t block_, top_;
    double* registers_;
  };

  int depth() const { return depth_; }
  std::int64_t steps = 0;  // since the outermost call

 private:
  static constexpr std::size_t kBlock = 1 << 14;

  double* Take(std::size_t size) {
    if (depth_++ == 0) steps = 0;
    while (block_ < blocks_.size() && top_ + size > blocks_[block_].size()) {
      ++block_;
      top_ = 0;
    }
    if (block_ == blocks_.size()) {
      blocks_.emplace_back(std::max(kBlock, size));
      top_ = 0;
    }
    top_ += size;
    return blocks_[block_].data() + top_ - size;
  }

  std::vector<std::vector<double>> blocks_;
  std::size_t block_ = 0, top_ = 0;
  int depth_ = 0;
};

FrameStack& ThreadStack() {
  thread_local FrameStack stack;
  return stack;
}

bool Fail(std::string* why, std::string text) {
  if (why != nullptr) *why = std::move(text);
  return false;
}

double Operate(expr::Op op, const double* r, const Register* operands, std::uint32_t count) {
  constexpr std::uint32_t kFew = 8;
  std::array<double, kFew> few;
  if (count <= kFew) {
    for (std::uint32_t i = 0; i < count; ++i) few[i] = r[operands[i]];
    return expr::ApplyOp(op, {few.data(), count});
  }
  std::vector<double> many(count);
  for (std::uint32_t i = 0; i < count; ++i) many[i] = r[operands[i]];
  return expr::ApplyOp(op, many);
}

bool Call(const Routine& routine, const Instruction& i, double* r, std::string* why) {
  const RoutineBody& body = routine.body();
  const expr::Function& f = body.calls[i.a] ? *body.calls[i.a] : routine;
  const std::size_t inputs = f.num_inputs(), outputs = f.num_outputs();
  const Register* const operands = body.operands.data() + i.b;
  FrameStack& stack = ThreadStack();
  FrameStack::Frame frame(stack, inputs + outputs);
  double* const in = frame.registers();
  for (std::size_t k = 0; k < inputs; ++k) in[k] = r[operands[k]];
  if (!f.Evaluate({in, inputs}, {in + inputs, outputs}, why)) return false;
  for (std::size_t k = 0; k < outputs; ++k) r[operands[inputs + k]] = in[inputs + k];
  return true;
}

// Until the end of the code; false after a failure.
bool Execute(const Routine& routine, double* r, std::string* why) {
  const RoutineBody& body = routine.body();
  FrameStack& stack = ThreadStack();
  const std::size_t end = body.code.size();
  for (std::size_t at = 0; at < end; ++at) {
    if (++stack.steps > kMaxSteps)
      return Fail(why, fmt::format("it does not end within {} steps", kMaxSteps));
    const Instruction& i = body.code[at];
    switch (i.code) {
      case Code::kMove:
        r[i.a] = r[i.b];
        break;
      case Code::kOperation:
        r[i.a] = Operate(i.op, r, body.operands.data() + i.b, i.count);
        break;
      case Code::kLoad:
        r[i.a] = r[i.b + static_cast<std::uint32_t>(r[i.c])];
        break;
      case Code::kStore:
        r[i.b + static_cast<std::uint32_t>(r[i.c])] = r[i.a];
        break;
      case Code::kCheckIndex:
        if (!(r[i.a] >= 1.0 && r[i.a] <= static_cast<double>(i.b))) {
          return Fail(why, fmt::format("the subscript {} is not between 1 and {}", r[i.a], i.b));
        }
        break;
      case Code::kJump:
        at = i.b - std::size_t{1};
        break;
      case Code::kJumpIfFalse:
        if (r[i.a] == 0.0) at = i.b - std::size_t{1};
        break;
      case Code::kCall:
        if (!Call(routine, i, r, why)) return false;
        break;
      case Code::kFail: {
        if (why == nullptr) return false;
        std::vector<double> values;
        for (const Register value : body.texts[i.a].values) values.push_back(r[value]);
        return Fail(why, body.texts[i.a].fill(values));
      }
    }
  }
  return true;
}

bool Holds(const DerivativeRule& rule, const expr::Graph& g, std::span<const expr::ExprId> x,
           std::span<const expr::ExprId> dx) {
  return std::all_of(rule.constant.begin(), rule.constant.end(),
                     [&](std::size_t i) { return g.IsConstant(dx[i], 0.0); }) &&
         std::all_of(rule.pairs.begin(), rule.pairs.end(),
                     [&](const auto& pair) { return dx[pair.first] == x[pair.second]; });
}

}  // namespace

bool Routine::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  FrameStack& stack = ThreadStack();
  if (stack.depth() > kMaxDepth)
    return Fail(why, fmt::format("functions call each other more than {} levels deep", kMaxDepth));
  FrameStack::Frame frame(stack, body_.num_registers);
  double* const r = frame.registers();
  std::copy(in.begin(), in.end(), r);
  std::fill(r + in.size(), r + body_.num_registers, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [at, number] : body_.constants) r[at] = number;
  if (!Execute(*this, r, why)) return false;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = r[body_.outputs[k]];
  return true;
}

std::shared_ptr<const expr::Function> Routine::MakeTangent() const {
  return TangentOf(*this);
}

expr::ExprId Routine::Derivative(expr::Graph& g, std::span<const expr::ExprId> x,
                                 std::span<const expr::ExprId> dx, std::size_t output, bool is_exact) const {
  const auto rule =
      std::find_if(rules_.begin(), rules_.end(), [&](const DerivativeRule& r) { return Holds(r, g, x, dx); });
  if (rule == rules_.end()) return Function::Derivative(g, x, dx, output, is_exact);
  if (rule->outputs[output] == DerivativeRule::kNoDerivative) return g.Constant(0.0);
  std::vector<expr::ExprId> operands(x.begin(), x.end());
  for (const std::size_t input : rule->inputs) operands.push_back(dx[input]);
  return g.Call(g.AddFunction(rule->function), rule->outputs[output], operands);
}

}  // namespace daedalus::routine
