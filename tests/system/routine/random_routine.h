// Random routines: what a writer of byte code may write, in any order. Some loop long, some choose elements
// that are not there, some fail.
#pragma once

#include <memory>
#include <random>
#include <vector>

#include "daedalus/system/expr/build.h"
#include "system/routine/routines.h"

namespace daedalus::routine {

class RandomRoutineWriter {
 public:
  explicit RandomRoutineWriter(std::mt19937& random) : random_(random), d_(kInputs) {
    for (int k = 0; k < 4; ++k) reals_.push_back(d_.code.NewRegister());
    for (int k = 0; k < 4; ++k) wholes_.push_back(d_.code.NewRegister());
    array_ = d_.code.NewRun(kElements);
    const double table[] = {0.5, -0.0, 3.0, -2.0, 1e3, 0.25};
    table_ = d_.code.Data(table);
    // The first ones of each have a value; the last may be read without.
    for (std::size_t k = 0; k < 3; ++k) {
      d_.Set(reals_[k], Real(0));
      d_.Set(wholes_[k], d_.c(Number(-3, 5)));
    }
  }

  std::shared_ptr<const Routine> Finish() {
    Statements(3, 2 + Pick(5));
    std::vector<Register> outputs = {reals_[0], reals_[3], wholes_[0], wholes_[1]};
    for (Register k = 0; k < kElements; ++k) outputs.push_back(array_ + k);
    return d_.Finish("random", std::move(outputs));
  }

 private:
  using ExprId = expr::ExprId;
  using Op = expr::Op;
  static constexpr std::size_t kInputs = 3;
  static constexpr Register kElements = 6;

  int Pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  double Number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  template <class T>
  const T& OneOf(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(Pick(static_cast<int>(list.size())))];
  }

  ExprId Make(Op op, std::vector<ExprId> operands) { return d_.g.Make(op, operands); }

  ExprId Real(int depth) {
    if (depth <= 0 || Pick(6) == 0) {
      switch (Pick(4)) {
        case 0:
          return d_.c(0.25 * Number(-20, 20));
        case 1:
          return d_.r(static_cast<Register>(Pick(kInputs)));
        case 2:
          return d_.r(OneOf(wholes_));
        default:
          return d_.r(OneOf(reals_));
      }
    }
    static const std::vector<Op> kUnary = {Op::kAbs,  Op::kSign, Op::kSqrt, Op::kExp,   Op::kSin, Op::kAtan,
                                           Op::kTanh, Op::kLog,  Op::kCos,  Op::kFloor, Op::kCeil};
    static const std::vector<Op> kBinary = {Op::kDiv,      Op::kAtan2, Op::kMin, Op::kMax,
                                            Op::kTruncDiv, Op::kMod,   Op::kRem};
    const auto next = [&] { return Real(depth - 1); };
    switch (Pick(6)) {
      case 0:
        return Make(OneOf(kUnary), {next()});
      case 1:
        return Make(OneOf(kBinary), {next(), next()});
      case 2:
        return Make(Op::kPow, {next(), Pick(2) == 0 ? d_.c(Number(-4, 6)) : next()});
      case 3:
        return Make(Op::kIf, {Condition(depth - 1), next(), next()});
      case 4:
        return Make(Op::kMul, {next(), next(), next()});
      default:
        return Make(Op::kAdd, {next(), next(), next()});
    }
  }

  ExprId Whole(int depth) {
    if (depth <= 0 || Pick(4) == 0) return Pick(3) == 0 ? d_.c(Number(-4, 7)) : d_.r(OneOf(wholes_));
    const auto next = [&] { return Whole(depth - 1); };
    switch (Pick(7)) {
      case 0:
        return Make(Op::kMul, {next(), next()});
      case 1:
        return Make(Op::kMin, {next(), next()});
      case 2:
        return Make(Op::kMax, {next(), next()});
      case 3:
        return Make(Op::kTruncDiv, {next(), d_.c(Number(1, 4))});
      case 4:
        return Make(Op::kMod, {next(), d_.c(Number(1, 4))});
      case 5:
        return Make(Op::kIf, {Condition(depth - 1), next(), next()});
      default:
        return Make(Op::kAdd, {next(), next()});
    }
  }

  ExprId Condition(int depth) {
    static const std::vector<Op> kRelations = {Op::kLess, Op::kLessEqual, Op::kEqual, Op::kNotEqual};
    if (depth > 0 && Pick(4) == 0) {
      const Op op = Pick(2) == 0 ? Op::kAnd : Op::kOr;
      return Make(op, {Condition(depth - 1), Condition(depth - 1), Make(Op::kNot, {Condition(depth - 1)})});
    }
    const bool is_whole = Pick(2) == 0;
    const auto side = [&] { return is_whole ? Whole(depth - 1) : Real(depth - 1); };
    return Make(OneOf(kRelations), {side(), side()});
  }

  // A register that holds a subscript from 0, after its check.
  Register Subscript() {
    const Register index = d_.code.NewRegister();
    d_.Set(index,
           Pick(8) == 0 ? Whole(1) : Make(Op::kAdd, {Make(Op::kMod, {Whole(1), d_.c(6.0)}), d_.c(1.0)}));
    d_.code.CheckIndex(index, kElements);
    return d_.code.Write(Make(Op::kAdd, {d_.r(index), d_.c(-1.0)}));
  }

  void Statements(int depth, int count) {
    for (int k = 0; k < count; ++k) Statement(depth);
  }

  void Statement(int depth) {
    switch (Pick(depth > 0 ? 10 : 6)) {
      case 0:
      case 1:
        return d_.Set(OneOf(reals_), Real(3));
      case 2:
        return d_.Set(OneOf(wholes_), Whole(2));
      case 3:
        return d_.code.Load(OneOf(reals_), Pick(2) == 0 ? array_ : table_, Subscript(), kElements);
      case 4: {
        const Register value = d_.code.Write(Real(2));
        return d_.code.Store(value, array_, Subscript(), kElements);
      }
      case 5: {
        // Directly, or by a swap of two.
        const Register targets[] = {reals_[0], array_ + 2};
        const ExprId values[] = {d_.r(array_ + 2), d_.r(OneOf(reals_))};
        return d_.code.Assign(targets, values);
      }
      case 6:
      case 7:
        return If(depth);
      case 8:
        return Loop(depth);
      default:
        return Pick(3) == 0 ? FailOrCall() : Statement(0);
    }
  }

  void If(int depth) {
    const std::size_t otherwise = d_.code.JumpIfFalse(d_.code.Write(Condition(2)));
    Statements(depth - 1, 1 + Pick(3));
    const std::size_t end = d_.code.Jump();
    d_.code.Land(otherwise);
    if (Pick(2) == 0) Statements(depth - 1, 1 + Pick(2));
    d_.code.Land(end);
  }

  // Up to a few turns, perhaps left before.
  void Loop(int depth) {
    const Register k = d_.code.NewRegister();
    d_.Set(k, d_.c(Number(-1, 2)));
    const std::size_t start = d_.code.size();
    const ExprId end = Pick(3) == 0 ? Make(Op::kMin, {Real(1), d_.c(6.0)}) : d_.c(Number(2, 6));
    const std::size_t out = d_.code.JumpIfFalse(d_.code.Write(Make(Op::kLessEqual, {d_.r(k), end})));
    d_.Set(wholes_[1], d_.r(k));
    Statements(depth - 1, 1 + Pick(3));
    const std::size_t left = d_.code.JumpIfFalse(d_.code.Write(Make(Op::kNotEqual, {Whole(1), d_.c(77.0)})));
    d_.Set(k, Make(Op::kAdd, {d_.r(k), d_.c(Number(1, 2))}));
    d_.code.Jump(start);
    d_.code.Land(out);
    d_.code.Land(left);
  }

  void FailOrCall() {
    if (Pick(2) == 0) {
      const std::size_t holds = d_.code.JumpIfFalse(d_.code.Write(Condition(1)));
      d_.code.Fail({{wholes_[0], reals_[0]}, [](std::span<const double> values) {
                      return std::to_string(values[0]) + " and " + std::to_string(values[1]);
                    }});
      d_.code.Land(holds);
      return;
    }
    const Register in[] = {d_.code.Write(Make(Op::kAdd, {Make(Op::kAbs, {d_.r(0)}), d_.c(1.0)}))};
    const Register out[] = {OneOf(reals_)};
    d_.code.Call(callee_, in, out);
  }

  std::mt19937& random_;
  Draft d_;
  std::vector<Register> reals_, wholes_;
  Register array_ = 0, table_ = 0;
  std::shared_ptr<const Routine> callee_ = routine::Heron();
};

inline std::shared_ptr<const Routine> RandomRoutine(std::mt19937& random) {
  return RandomRoutineWriter(random).Finish();
}

}  // namespace daedalus::routine
