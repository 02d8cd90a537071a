// Random systems for tests of agreement: many shapes, all operations, several instances of each.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/interpreter.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/graph.h"

namespace daedalus::codegen {

// Equal bits; a NaN equals any NaN, whose sign and payload no operation promises.
inline bool SameValue(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline void ExpectSameValues(std::span<const double> a, std::span<const double> b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_TRUE(SameValue(a[i], b[i])) << "value " << i << ": " << std::hexfloat << a[i] << " and " << b[i];
  }
}

struct TestPoint {
  double time = 0;
  std::vector<double> y, yp, p;
  std::vector<double> held = {};  // as many as parameters

  KernelInputs inputs() const { return {time, y.data(), yp.data(), p.data(), held.data()}; }
  expr::Point point() const { return {time, y, yp, p, held}; }
};

inline TestPoint RandomPoint(std::size_t num_variables, std::size_t num_parameters, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-3, 3);
  TestPoint point;
  point.time = value(random);
  for (std::size_t i = 0; i < num_variables; ++i) {
    point.y.push_back(value(random));
    point.yp.push_back(value(random));
  }
  for (std::size_t i = 0; i < num_parameters; ++i) {
    point.p.push_back(value(random));
    point.held.push_back(value(random));
  }
  return point;
}

// Builds expressions as they are, without simplification, so that every form is met. The structure comes from
// one generator and the leaves from another: the same structure seed gives instances of one shape, or nearly
// so.
class RandomExpressions {
 public:
  using Op = expr::Op;
  static constexpr int kFirst = static_cast<int>(Op::kAdd);  // leaves stand before it

  RandomExpressions(expr::Graph& graph, std::uint32_t num_variables, std::uint32_t num_parameters,
                    std::uint32_t seed)
      : graph_(graph), num_variables_(num_variables), num_parameters_(num_parameters), leaf_random_(seed) {}

  expr::ExprId Make(std::uint32_t structure_seed, int num_operations) {
    std::mt19937 random(structure_seed);
    std::vector<expr::ExprId> pool;
    for (int i = 0; i < 6; ++i) pool.push_back(Leaf(random));
    for (int i = 0; i < num_operations; ++i) {
      const auto op = Below(random, 3) == 0 ? static_cast<Op>(static_cast<int>(Op::kAdd) + Below(random, 3))
                                            : static_cast<Op>(kFirst + Below(random, expr::kNumOps - kFirst));
      const std::size_t arity =
          expr::Arity(op) < 0 ? 2 + Below(random, 4) : static_cast<std::size_t>(expr::Arity(op));
      std::vector<expr::ExprId> operands;
      for (std::size_t k = 0; k < arity; ++k) operands.push_back(pool[Below(random, pool.size())]);
      pool.push_back(graph_.Make(op, InDomain(op, operands, random)));
    }
    return graph_.Make(Op::kAdd, {pool[pool.size() - 1], pool[pool.size() - 2], pool[pool.size() - 3]});
  }

 private:
  static std::uint32_t Below(std::mt19937& random, std::size_t n) {
    return static_cast<std::uint32_t>(random() % n);
  }

  // Keeps most values finite, and brings in the forms that tapes treat in their own way.
  std::vector<expr::ExprId> InDomain(Op op, std::vector<expr::ExprId> operands, std::mt19937& random) {
    if (op == Op::kSqrt || op == Op::kLog || op == Op::kLog10)
      operands[0] = graph_.Make(Op::kAbs, {operands[0]});
    if (op == Op::kAsin || op == Op::kAcos) operands[0] = graph_.Make(Op::kSin, {operands[0]});
    if (op == Op::kMul && Below(random, 2) == 0) operands[0] = graph_.Constant(-1);
    if (op == Op::kPow && Below(random, 2) == 0) {
      operands[1] = graph_.Constant(static_cast<double>(Below(random, 17)) - 6);
    } else if (op == Op::kPow) {
      operands[0] = graph_.Make(Op::kAbs, {operands[0]});
    }
    return operands;
  }

  expr::ExprId Leaf(std::mt19937& random) {
    switch (Below(random, 8)) {
      case 0:
        return graph_.Constant(0.25 * (static_cast<double>(Below(leaf_random_, 40)) - 20));
      case 1:
        return graph_.Time();
      case 2:
        return graph_.Held(expr::HeldId(Below(leaf_random_, num_parameters_)));
      case 3:
        return graph_.Parameter(expr::ParameterId(Below(leaf_random_, num_parameters_)));
      case 4:
        return graph_.Variable(expr::VariableId(Below(leaf_random_, num_variables_)), 1);
      default:
        return graph_.Variable(expr::VariableId(Below(leaf_random_, num_variables_)));
    }
  }

  expr::Graph& graph_;
  std::uint32_t num_variables_, num_parameters_;
  std::mt19937 leaf_random_;
};

}  // namespace daedalus::codegen
