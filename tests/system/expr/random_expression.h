// Random expressions as recipes, so that the same expression can be built in two graphs in two ways.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

constexpr int kNumTestVariables = 4;
constexpr int kNumTestParameters = 2;

// Step i applies an operation to earlier steps. A leaf has `number`: the value of a constant, else an index.
struct RecipeStep {
  Op op;
  double number = 0.0;
  std::vector<std::size_t> operands;
};
using Recipe = std::vector<RecipeStep>;

struct RecipeOptions {
  std::vector<Op> ops;            // operations to choose from
  std::vector<double> constants;  // leaves to choose from
  int num_operations = 12;
};

inline bool NeedsLogical(Op op, std::size_t operand) {
  return op == Op::kNot || op == Op::kAnd || op == Op::kOr || (op == Op::kIf && operand == 0);
}

// The step itself if it is logical, else a new one that compares it with time.
inline std::size_t AsLogical(Recipe& recipe, std::size_t step) {
  if (IsLogical(recipe[step].op)) return step;
  constexpr std::size_t kTimeStep = kNumTestVariables + kNumTestParameters;
  recipe.push_back({Op::kLess, 0.0, {step, kTimeStep}});
  return recipe.size() - 1;
}

inline Recipe MakeRecipe(std::mt19937& random, const RecipeOptions& options) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  Recipe recipe;
  for (int v = 0; v < kNumTestVariables; ++v) recipe.push_back({Op::kVariable, static_cast<double>(v), {}});
  for (int p = 0; p < kNumTestParameters; ++p) recipe.push_back({Op::kParameter, static_cast<double>(p), {}});
  recipe.push_back({Op::kTime, 0.0, {}});
  for (int i = 0; i < 3; ++i)
    recipe.push_back({Op::kConstant, options.constants[below(options.constants.size())], {}});
  for (int i = 0; i < options.num_operations; ++i) {
    const Op op = options.ops[below(options.ops.size())];
    RecipeStep step{op, 0.0, {}};
    const std::size_t arity = Arity(op) < 0 ? 2 + below(3) : static_cast<std::size_t>(Arity(op));
    // Mostly recent steps, so that the expression becomes deep; sometimes an operand twice, so that terms
    // meet.
    const std::size_t available = recipe.size();
    for (std::size_t k = 0; k < arity; ++k) {
      const std::size_t recent = available - 1 - below(6);
      const std::size_t operand = below(2) == 0 ? recent : below(available);
      step.operands.push_back(NeedsLogical(op, k) ? AsLogical(recipe, operand) : operand);
    }
    recipe.push_back(std::move(step));
  }
  return recipe;
}

using BuildFunction = std::function<ExprId(Graph&, Op, std::span<const ExprId>)>;

inline ExprId Follow(const Recipe& recipe, Graph& g, const BuildFunction& build) {
  std::vector<ExprId> built;
  for (const RecipeStep& step : recipe) {
    // The number of a leaf, but for constants.
    const auto index = static_cast<std::size_t>(std::max(step.number, 0.0));
    std::vector<ExprId> operands;
    for (const std::size_t i : step.operands) operands.push_back(built[i]);
    switch (step.op) {
      case Op::kConstant:
        built.push_back(g.Constant(step.number));
        break;
      case Op::kTime:
        built.push_back(g.Time());
        break;
      case Op::kParameter:
        built.push_back(g.Parameter(ParameterId(index)));
        break;
      case Op::kVariable:
        built.push_back(g.Variable(VariableId(index)));
        break;
      default:
        built.push_back(build(g, step.op, operands));
    }
  }
  return built.back();
}

inline ExprId MakePlainly(Graph& g, Op op, std::span<const ExprId> operands) {
  return g.Make(op, operands);
}

// Values of all leaves.
struct TestPoint {
  std::vector<double> variables = std::vector<double>(kNumTestVariables);
  std::vector<double> derivatives = std::vector<double>(kNumTestVariables);
  std::vector<double> parameters = std::vector<double>(kNumTestParameters);
  double time = 0.0;

  template <class Draw>
  static TestPoint Random(Draw draw) {
    TestPoint point;
    for (double& x : point.variables) x = draw();
    for (double& x : point.derivatives) x = draw();
    for (double& x : point.parameters) x = draw();
    point.time = draw();
    return point;
  }
};

}  // namespace daedalus::expr
