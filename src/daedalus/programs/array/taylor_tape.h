// Expressions of a graph along a curve: the power series of each in s = t - t0, given those of the variables
// (taylor_series.h).
//
// The tape is the part of the graph that the expressions are made of, operands first, each once. It does not
// depend on the order: k derivatives of a tape with N operations cost O(N k^2) operations and O(N k) memory,
// where expressions for them would multiply.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::array {

// Where the series of the leaves come from. What is held between events, and parameters, are constant.
struct TaylorPoint {
  double time = 0;
  std::span<const double> parameters = {};
  std::span<const double> held = {};
  std::span<const double> derivatives = {};  // x_i^(j) at j num_variables + i
  std::size_t num_variables = 0;
};

class TaylorTape {
 public:
  // nullopt if an expression calls a function: only values and tangents of functions are known.
  static std::optional<TaylorTape> Record(const expr::Graph& g, std::span<const expr::ExprId> expressions);

  // Coefficients 0 .. order of all expressions.
  void Evaluate(int order, const TaylorPoint& point);
  // Of expression i, after Evaluate.
  std::span<const double> Series(std::size_t i) const { return At(results_[i]); }

 private:
  struct Operation {
    expr::Op op;
    std::uint32_t first_operand, num_operands;  // in operands_
    std::uint32_t result;
  };
  struct Leaf {
    expr::Op op;
    std::uint32_t result;
    std::uint32_t number;  // of the variable, parameter or held leaf
    int order = 0;         // of differentiation
    double value = 0;      // of a constant
  };

  std::uint32_t NewSeries() { return num_series_++; }
  void AddLeaf(const expr::Graph& g, expr::ExprId e, std::uint32_t result);
  void AddOperation(const expr::Graph& g, expr::ExprId e, std::uint32_t result,
                    std::span<const std::uint32_t> places);
  std::span<const double> At(std::uint32_t series) const {
    return {values_.data() + series * length_, length_};
  }
  std::span<double> At(std::uint32_t series) { return {values_.data() + series * length_, length_}; }
  std::span<const double> Operand(const Operation& operation, std::size_t i) const {
    return At(operands_[operation.first_operand + i]);
  }

  void SetLeaf(const Leaf& leaf, const TaylorPoint& point);
  void Run(const Operation& operation);
  void RunFunction(const Operation& operation);
  void RunAngle(const Operation& operation);
  void RunPower(const Operation& operation);
  void RunProduct(const Operation& operation);
  void RunPiecewise(const Operation& operation);
  void Copy(std::span<const double> from, const Operation& operation, double factor = 1.0);

  std::vector<Leaf> leaves_;
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> operands_;
  std::vector<std::uint32_t> results_;  // by expression
  std::uint32_t num_series_ = 0;
  std::uint32_t scratch_ = 0;  // the first of two series that belong to nobody
  std::size_t length_ = 0;
  std::vector<double> values_;
  std::vector<double> now_;  // operands of a step
};

}  // namespace daedalus::array
