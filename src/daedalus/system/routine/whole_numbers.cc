#include "daedalus/system/routine/whole_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "daedalus/system/routine/flow.h"

namespace daedalus::routine {
namespace {

using expr::Op;

// Half of the bound that is needed, so that interval ends below it are exact.
constexpr double kLimit = 4503599627370496.0;  // 2^52
constexpr int kMaxRounds = 100;

struct Interval {
  double low = 0, high = 0;  // whole numbers
  bool may_be_minus_zero = false;

  bool HasZero() const { return low <= 0 && high >= 0; }
  bool IsNatural() const { return low >= 0 && !may_be_minus_zero; }
  bool operator==(const Interval&) const = default;
};

// What is known of a register: nothing yet, an interval, or that it can be anything.
struct Content {
  enum class Kind { kNothing, kWhole, kAnything } kind = Kind::kNothing;
  Interval interval;
  bool operator==(const Content&) const = default;
};
using Kind = Content::Kind;

Content Anything() {
  return {Kind::kAnything, {}};
}

Content Whole(double low, double high, bool may_be_minus_zero) {
  if (low < -kLimit || high > kLimit) return Anything();
  return {Kind::kWhole, {low, high, may_be_minus_zero}};
}

Content OfNumber(double number) {
  const bool is_minus_zero = number == 0.0 && std::signbit(number);
  if (std::trunc(number) != number || is_minus_zero) return Anything();
  return Whole(number, number, false);
}

Content Hull(const Content& a, const Content& b) {
  if (a.kind == Kind::kNothing) return b;
  if (b.kind == Kind::kNothing) return a;
  if (a.kind == Kind::kAnything || b.kind == Kind::kAnything) return Anything();
  return Whole(std::min(a.interval.low, b.interval.low), std::max(a.interval.high, b.interval.high),
               a.interval.may_be_minus_zero || b.interval.may_be_minus_zero);
}

Content Product(const Interval& a, const Interval& b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  const bool may_be_minus_zero = (a.HasZero() || b.HasZero()) && !(a.IsNatural() && b.IsNatural());
  return Whole(low, high, may_be_minus_zero);
}

Content Combine(Op op, const Interval& a, const Interval& b) {
  const bool either_minus = a.may_be_minus_zero || b.may_be_minus_zero;
  switch (op) {
    case Op::kAdd:
      return Whole(a.low + b.low, a.high + b.high, a.may_be_minus_zero && b.may_be_minus_zero);
    case Op::kMul:
      return Product(a, b);
    case Op::kMin:
      return Whole(std::min(a.low, b.low), std::min(a.high, b.high), either_minus);
    case Op::kMax:
      return Whole(std::max(a.low, b.low), std::max(a.high, b.high), either_minus);
    case Op::kTruncDiv:
    case Op::kMod:
      // Division of natural numbers by a known number that is not 0. Below 2^52 the quotient of doubles is
      // never rounded up to the next integer.
      if (!a.IsNatural() || b.low != b.high || b.low <= 0) return Anything();
      return op == Op::kMod ? Whole(0, std::min(a.high, b.low - 1), false)
                            : Whole(std::floor(a.low / b.low), std::floor(a.high / b.low), false);
    default:
      return Anything();
  }
}

// Operations that treat 0 and -0 alike.
bool IsBlindToMinusZero(Op op) {
  return op == Op::kLess || op == Op::kLessEqual || op == Op::kEqual || op == Op::kNotEqual ||
         op == Op::kNot || op == Op::kAnd || op == Op::kOr;
}

class Analysis {
 public:
  explicit Analysis(const Routine& routine) : routine_(routine), body_(routine.body()) {
    first_.assign(body_.num_registers, {});
    for (const auto& [at, number] : body_.constants) first_[at] = OfNumber(number);
    const std::vector<char> unassigned = ReadUnassigned(routine);
    for (Register r = 0; r < body_.num_registers; ++r)
      if (r < routine.num_inputs() || unassigned[r]) first_[r] = Anything();
    for (const Instruction& i : body_.code) {
      if (i.code == Code::kLoad || i.code == Code::kStore)
        std::fill_n(first_.begin() + i.b, i.count, Anything());
      if (i.code == Code::kMove || i.code == Code::kOperation) {
        definitions_.push_back(&i);
      } else {
        ForEachWritten(routine, i, [&](Register r) { first_[r] = Anything(); });
      }
    }
  }

  std::vector<char> Run() {
    do {
      Solve();
    } while (RefuseMinusZeros());
    std::vector<char> whole(body_.num_registers);
    for (std::size_t r = 0; r < whole.size(); ++r) whole[r] = now_[r].kind == Kind::kWhole;
    return whole;
  }

 private:
  const Content& Operand(const Instruction& i, std::uint32_t k) const {
    return now_[body_.operands[i.b + k]];
  }

  Content ValueOf(const Instruction& i) const {
    if (i.code == Code::kMove) return now_[i.b];
    const std::uint32_t first = i.op == Op::kIf ? 1 : 0;  // whatever the condition is
    Content result = Operand(i, first);
    for (std::uint32_t k = first; k < i.count; ++k) {
      const Content& next = Operand(i, k);
      if (next.kind == Kind::kAnything) return Anything();
      if (next.kind == Kind::kNothing || result.kind == Kind::kNothing) return {};
      if (k == first) continue;
      result = i.op == Op::kIf ? Hull(result, next) : Combine(i.op, result.interval, next.interval);
      if (result.kind == Kind::kAnything) return result;
    }
    const bool is_known = i.count > 1 || i.op == Op::kFloor || i.op == Op::kCeil;
    return is_known ? result : Anything();
  }

  // Repeats until nothing changes. Returns the registers that still change after kMaxRounds.
  std::vector<char> Iterate() {
    std::vector<char> changing(body_.num_registers, 0);
    for (int round = 0; round < kMaxRounds; ++round) {
      std::fill(changing.begin(), changing.end(), 0);
      bool changed = false;
      for (const Instruction* i : definitions_) {
        if (frozen_[i->a]) continue;
        const Content next = Hull(now_[i->a], ValueOf(*i));
        if (next == now_[i->a]) continue;
        now_[i->a] = next;
        changing[i->a] = changed = true;
      }
      if (!changed) break;
    }
    return changing;
  }

  void Solve() {
    now_ = first_;
    frozen_.assign(body_.num_registers, 0);
    for (;;) {
      const std::vector<char> changing = Iterate();
      if (std::find(changing.begin(), changing.end(), 1) == changing.end()) return;
      if (BoundCounters(changing)) {
        // Computes the other registers again, now that counters have bounds.
        for (std::size_t r = 0; r < now_.size(); ++r)
          if (!frozen_[r]) now_[r] = first_[r];
      } else {
        for (std::size_t r = 0; r < now_.size(); ++r)
          if (changing[r]) now_[r] = Anything(), frozen_[r] = 1;
      }
    }
  }

  // If the definition increments or copies a counter, the operand that is that counter.
  struct Step {
    bool is_step = false;
    std::optional<Register> counter;  // nullopt if the definition itself is bounded
    double increment = 0;
  };
  Step StepOf(const Instruction& i, const std::vector<char>& is_counter) const {
    if (i.code == Code::kMove) return {true, is_counter[i.b] ? std::optional(i.b) : std::nullopt, 0};
    Step step;
    bool has_counter = false;
    for (std::uint32_t k = 0; k < i.count; ++k) {
      const Register r = body_.operands[i.b + k];
      if (is_counter[r]) {
        if (has_counter) return {};
        has_counter = true;
        step.counter = r;
      } else if (now_[r].kind == Kind::kAnything) {
        return {};
      } else if (now_[r].kind == Kind::kWhole) {
        step.increment += std::max(std::abs(now_[r].interval.low), std::abs(now_[r].interval.high));
      }
    }
    step.is_step = !has_counter || i.op == Op::kAdd;
    return step;
  }

  // Finds bounds for registers that are only copied and incremented. Returns false if there are none.
  bool BoundCounters(const std::vector<char>& changing) {
    std::vector<char> is_counter = changing;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction* i : definitions_) {
        if (!is_counter[i->a]) continue;
        const bool reads_other = ReadsGrowing(*i, changing, is_counter);
        if (!reads_other && StepOf(*i, is_counter).is_step) continue;
        is_counter[i->a] = 0;
        changed = true;
      }
    }
    if (std::find(is_counter.begin(), is_counter.end(), 1) == is_counter.end()) return false;
    Content all;
    double increments = 0;
    for (std::size_t r = 0; r < is_counter.size(); ++r)
      if (is_counter[r]) all = Hull(all, first_[r]);
    for (const Instruction* i : definitions_) {
      if (!is_counter[i->a]) continue;
      const Step step = StepOf(*i, is_counter);
      if (!step.counter) all = Hull(all, ValueOf(*i));
      if (step.counter) increments += step.increment * static_cast<double>(kMaxSteps + 1);
    }
    const Content bound = all.kind == Kind::kWhole
                              ? Whole(all.interval.low - increments, all.interval.high + increments,
                                      all.interval.may_be_minus_zero)
                              : Anything();
    for (std::size_t r = 0; r < is_counter.size(); ++r)
      if (is_counter[r]) now_[r] = bound, frozen_[r] = 1;
    return true;
  }

  // True if it reads a register that grows and is not a counter.
  bool ReadsGrowing(const Instruction& i, const std::vector<char>& changing,
                    const std::vector<char>& is_counter) const {
    bool found = false;
    ForEachRead(routine_, i, [&](Register r) { found = found || (changing[r] && !is_counter[r]); });
    return found;
  }

  // Registers that may be -0 stay doubles if some use can tell -0 from 0. Returns false if there are none.
  bool RefuseMinusZeros() {
    bool found = false;
    const auto refuse = [&](Register r) {
      if (now_[r].kind != Kind::kWhole || !now_[r].interval.may_be_minus_zero) return;
      first_[r] = Anything();
      found = true;
    };
    const auto is_whole = [&](Register r) { return now_[r].kind == Kind::kWhole; };
    for (const Instruction& i : body_.code) {
      if (i.code == Code::kMove && !is_whole(i.a)) refuse(i.b);
      if (i.code == Code::kStore || i.code == Code::kStoreAt) refuse(i.a);
      if (i.code == Code::kCall) ForEachRead(routine_, i, refuse);
      if (i.code != Code::kOperation || is_whole(i.a) || IsBlindToMinusZero(i.op)) continue;
      for (std::uint32_t k = i.op == Op::kIf ? 1 : 0; k < i.count; ++k) refuse(body_.operands[i.b + k]);
    }
    for (const Register output : body_.outputs) refuse(output);
    return found;
  }

  const Routine& routine_;
  const RoutineBody& body_;
  std::vector<Content> first_;  // what a register holds before any instruction writes it
  std::vector<const Instruction*> definitions_;
  std::vector<Content> now_;
  std::vector<char> frozen_;
};

}  // namespace

std::vector<char> WholeRegisters(const Routine& routine) {
  return Analysis(routine).Run();
}

}  // namespace daedalus::routine
