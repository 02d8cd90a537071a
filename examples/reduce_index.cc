// The Cartesian pendulum has index 3, found from its structure alone:
//
//   0: x' = u,   1: y' = v,   2: u' = -x F,   3: v' = -y F - g,   4: x^2 + y^2 = 1.
//
// Columns: x, y, u, v, F, then x', y', u', v'. The constraint must be differentiated twice, equations 0 and 1
// once.
#include <cstdio>
#include <vector>

#include "daedalus/structure/pantelides.h"

using namespace daedalus::structure;

// Symbols would be differentiated here. Structure alone is enough for the question: the derivative of an
// equation contains the derivatives of its variables, and the variables themselves.
class PlainHooks : public DerivativeHooks {
 public:
  PlainHooks(Incidence& incidence, VariableDerivatives& variables)
      : incidence_(incidence), variables_(variables) {}

  void DifferentiateVariable(ColumnId variable, ColumnId derivative) override {
    variables_.Add();
    variables_.Link(variable, derivative);
  }
  std::vector<ColumnId> DifferentiateEquation(RowId equation, RowId) override {
    const auto row = incidence_.Row(equation);
    std::vector<ColumnId> columns(row.begin(), row.end());
    for (const ColumnId v : row) columns.push_back(variables_.DerivativeOf(v));
    incidence_.AddRow(columns);
    return columns;
  }

 private:
  Incidence& incidence_;
  VariableDerivatives& variables_;
};

int main() {
  const std::vector<std::vector<std::uint32_t>> rows = {{2, 5}, {3, 6}, {0, 4, 7}, {1, 4, 8}, {0, 1}};
  Incidence incidence;
  incidence.num_columns = 9;
  for (const auto& row : rows) incidence.AddRow(std::vector<ColumnId>(row.begin(), row.end()));
  VariableDerivatives variables(9);
  for (const std::size_t v : {0, 1, 2, 3}) variables.Link(ColumnId(v), ColumnId(v + 5));

  Incidence grown = incidence;
  VariableDerivatives known = variables;
  PlainHooks hooks(grown, known);
  const auto reduced = ReduceIndex(incidence, variables, hooks);
  if (!reduced) return std::puts("the system is singular"), 1;
  std::printf("index %u; differentiated:", reduced->structural_index);
  for (const std::uint32_t times : reduced->differentiations) std::printf(" %u", times);
  std::puts("");
  return reduced->structural_index == 3 &&
                 reduced->differentiations.raw() == std::vector<std::uint32_t>{1, 1, 0, 0, 2}
             ? 0
             : 1;
}
