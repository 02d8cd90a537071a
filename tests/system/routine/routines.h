// Routines written by hand, for tests.
#pragma once

#include <memory>
#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/code_writer.h"
#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

// A routine that is being written: r(k) is the expression of register k.
struct Draft {
  explicit Draft(std::size_t the_num_inputs)
      : num_inputs(the_num_inputs), code(g, [](expr::ExprId) { return Register(0); }) {
    code.NewRun(num_inputs);
  }
  expr::ExprId r(Register k) { return g.Variable(expr::VariableId(k)); }
  expr::ExprId c(double number) { return g.Constant(number); }
  void Set(Register target, expr::ExprId value) { code.Assign({&target, 1}, {&value, 1}); }
  std::shared_ptr<const Routine> Finish(std::string name, std::vector<Register> outputs) {
    const std::size_t count = outputs.size();
    return std::make_shared<Routine>(std::move(name), num_inputs, count, code.Take(std::move(outputs)));
  }

  std::size_t num_inputs;
  expr::Graph g;
  CodeWriter code;
};

// The square root by Heron's iteration, until it changes no more; its input is 0.
inline std::shared_ptr<const Routine> Heron() {
  Draft d(1);
  const Register y = d.code.NewRegister(), last = d.code.NewRegister();
  d.Set(y, d.r(0));
  d.Set(last, d.c(0.0));
  const std::size_t start = d.code.size();
  const expr::ExprId change = expr::Unary(d.g, expr::Op::kAbs, expr::Difference(d.g, d.r(y), d.r(last)));
  const expr::ExprId goes_on = expr::Less(d.g, expr::Product(d.g, d.c(1e-14), d.r(y)), change);
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(goes_on));
  d.Set(last, d.r(y));
  d.Set(y, expr::Product(d.g, d.c(0.5), expr::Sum(d.g, d.r(y), expr::Quotient(d.g, d.r(0), d.r(y)))));
  d.code.Jump(start);
  d.code.Land(out);
  return d.Finish("heron", {y});
}

// x^n by calling itself: n is input 1.
inline std::shared_ptr<const Routine> Power() {
  Draft d(2);
  const Register y = d.code.NewRegister();
  d.Set(y, d.c(1.0));
  const std::size_t end = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.c(0.5), d.r(1))));
  const Register less = d.code.Write(expr::Sum(d.g, d.r(1), d.c(-1.0)));
  const Register inputs[] = {0, less}, rest[] = {d.code.NewRegister()};
  d.code.Call(nullptr, inputs, rest);
  d.Set(y, expr::Product(d.g, d.r(0), d.r(rest[0])));
  d.code.Land(end);
  return d.Finish("power", {y});
}

// Sums a_k of a vector of three, 1 <= k <= n: inputs a_1 .. a_3, n. The vector is turned round first.
inline std::shared_ptr<const Routine> SumOfLast() {
  Draft d(4);
  const Register turned = d.code.NewRun(3), k = d.code.NewRegister(), sum = d.code.NewRegister();
  for (Register i = 0; i < 3; ++i) d.code.Store(i, turned, d.code.Constant(2.0 - i), 3);
  d.Set(k, d.c(1.0));
  d.Set(sum, d.c(0.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::LessEqual(d.g, d.r(k), d.r(3))));
  d.code.CheckIndex(k, 3);
  const Register element = d.code.NewRegister();
  d.code.Load(element, turned, d.code.Write(expr::Sum(d.g, d.r(k), d.c(-1.0))), 3);
  d.Set(sum, expr::Sum(d.g, d.r(sum), d.r(element)));
  d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
  d.code.Jump(start);
  d.code.Land(out);
  return d.Finish("sum of last", {sum});
}

// w_k = x w_(k-1) with w_0 = 1, in an array of n elements in the arena, of which element m (from 1) is the
// result: x^m. Inputs x, n, m.
inline std::shared_ptr<const Routine> PowersInArena() {
  Draft d(3);
  const Register place = d.code.NewRegister(), k = d.code.NewRegister(), last = d.code.NewRegister();
  d.code.CheckSize(1);
  d.code.Take(place, 1);
  d.Set(k, d.c(0.0));
  d.Set(last, d.c(1.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(k), d.r(1))));
  d.Set(last, expr::Product(d.g, d.r(0), d.r(last)));
  d.code.StoreAt(last, place, k);
  d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
  d.code.Jump(start);
  d.code.Land(out);
  d.code.CheckWithin(2, 1);
  const Register y = d.code.NewRegister();
  d.code.LoadAt(y, place, d.code.Write(expr::Sum(d.g, d.r(2), d.c(-1.0))));
  return d.Finish("powers", {y});
}

// Takes n elements of the arena m times, and gives them back each time if `gives_back`. Inputs n, m.
inline std::shared_ptr<const Routine> TakesOften(bool gives_back) {
  Draft d(2);
  const Register place = d.code.NewRegister(), mark = d.code.NewRegister(), k = d.code.NewRegister();
  d.Set(k, d.c(0.0));
  const std::size_t start = d.code.size();
  const std::size_t out = d.code.JumpIfFalse(d.code.Write(expr::Less(d.g, d.r(k), d.r(1))));
  d.code.Mark(mark);
  d.code.Take(place, 0);
  if (gives_back) d.code.Release(mark);
  d.Set(k, expr::Sum(d.g, d.r(k), d.c(1.0)));
  d.code.Jump(start);
  d.code.Land(out);
  return d.Finish("takes often", {place});
}

inline double ValueAt(const expr::Function& f, std::vector<double> in, std::size_t output = 0) {
  std::vector<double> out(f.num_outputs());
  f.Evaluate(in, out);
  return out[output];
}

}  // namespace daedalus::routine
