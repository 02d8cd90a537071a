// Operators that a record defines for itself (Modelica 3.6, chapter 14).
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

// A complex number in our own words.
constexpr std::string_view kComplex = R"(
  operator record C
    Real re; Real im;
    encapsulated operator 'constructor'
      function fromReal import C; input Real re; input Real im = 0; output C c(re = re, im = im); algorithm end fromReal;
    end 'constructor';
    encapsulated operator function '0' import C; output C c = C(0); algorithm end '0';
    encapsulated operator '-'
      function negate import C; input C a; output C c; algorithm c := C(-a.re, -a.im); end negate;
      function subtract import C; input C a; input C b; output C c; algorithm c := C(a.re - b.re, a.im - b.im); end subtract;
    end '-';
    encapsulated operator '*'
      function multiply import C; input C a; input C b; output C c;
      algorithm c := C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); end multiply;
      function scalarProduct import C; input C a[:]; input C b[size(a, 1)]; output C c;
      algorithm c := C(0); for i in 1:size(a, 1) loop
        c := C(c.re + a[i].re * b[i].re + a[i].im * b[i].im, c.im + a[i].re * b[i].im - a[i].im * b[i].re); end for;
      end scalarProduct;
    end '*';
    encapsulated operator function '+' import C; input C a; input C b; output C c; algorithm c := C(a.re + b.re, a.im + b.im); end '+';
    encapsulated operator function '==' import C; input C a; input C b; output Boolean y; algorithm y := a.re == b.re and a.im == b.im; end '==';
    encapsulated operator function 'String' import C; input C c; input String name = "j"; output String s;
    algorithm s := String(c.re) + " + " + String(c.im) + "*" + name; end 'String';
  end C;
)";

// The real and imaginary part of an expression beside x = 3.
std::vector<double> Parts(std::string_view expression, std::string_view dims = "") {
  const System system = FlattenOk(fmt::format("{} model M Real x; C c{} = {}; Real y[2] = {{{}, {}}}; end M;",
                                              kComplex, dims, expression, dims.empty() ? "c.re" : "sum(c.re)",
                                              dims.empty() ? "c.im" : "sum(c.im)"));
  // The equations of c come before those of y, which name them.
  std::vector<double> values;
  const auto parameters = EvaluateParameters(system).value().values;
  std::vector<double> variables(system.variables.size(), 0.0);
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (NameOf(system, system.variables[VariableId(i)]) == "x") variables[i] = 3.0;
  for (const Equation& equation : system.equations) {
    const double value =
        expr::Evaluate(system.graph, equation.right, {2.0, variables, variables, parameters});
    variables[system.graph.variable(equation.left).index()] = value;
    if (NameOf(system, system.graph.variable(equation.left)).starts_with("y")) values.push_back(value);
  }
  return values;
}

using Pair = std::vector<double>;

TEST(OperatorRecords, Constructors) {
  EXPECT_EQ(Parts("C(x)"), (Pair{3, 0}));
  EXPECT_EQ(Parts("C(x, 2)"), (Pair{3, 2}));
  EXPECT_EQ(Parts("C(im = x, re = 1)"), (Pair{1, 3}));
}

TEST(OperatorRecords, Operators) {
  EXPECT_EQ(Parts("C(x, 2) + C(1, 1)"), (Pair{4, 3}));
  EXPECT_EQ(Parts("-C(x, 2)"), (Pair{-3, -2}));
  EXPECT_EQ(Parts("C(x, 2) - C(1, 1) - C(1, 5)"), (Pair{1, -4}));
  EXPECT_EQ(Parts("C(x, 2) * C(0, 1)"), (Pair{-2, 3}));
}

TEST(OperatorRecords, NumbersAreConverted) {
  EXPECT_EQ(Parts("2 * C(x, 2)"), (Pair{6, 4}));
  EXPECT_EQ(Parts("2 * 2 * C(x, 2) * x"), (Pair{36, 24}));
  EXPECT_EQ(Parts("C(x, 2) + 1"), (Pair{4, 2}));
  EXPECT_EQ(Parts("1 + 1 - C(x, 2)"), (Pair{-1, -2}));
}

TEST(OperatorRecords, Arrays) {
  EXPECT_EQ(Parts("{C(x, 2), C(1, 1)} + {C(1), C(0, x)}", "[2]"), (Pair{5, 6}));
  EXPECT_EQ(Parts("2 * {C(x, 2), C(1, 1)}", "[2]"), (Pair{8, 6}));
  EXPECT_EQ(Parts("-{C(x, 2), C(1, 1)}", "[2]"), (Pair{-4, -3}));
  EXPECT_EQ(Parts("{C(x, 2), C(1, 1)} * {C(1), C(0, 1)}"), (Pair{3 + 1, -2 + 1})) << "its own scalar product";
  EXPECT_EQ(Parts("{C(x, 2), C(1, 1)} .* {C(1), C(0, 1)}", "[2]"), (Pair{3 - 1, 2 + 1}))
      << "with a dot for each element";
  EXPECT_EQ(Parts("sum({C(x, 2), C(1, 1)})"), (Pair{4, 3}));
  EXPECT_EQ(Parts("sum(C(i, x) for i in 1:3)"), (Pair{6, 9}));
  EXPECT_EQ(Parts("sum(fill(C(1), 0))"), (Pair{0, 0}));
}

TEST(OperatorRecords, ComparisonAndText) {
  const System system =
      FlattenOk(fmt::format("{} model M constant Boolean same = C(1, 2) == C(1) + C(0, 2); constant String s "
                            "= String(C(1, 2), name = \"i\"); "
                            "Real y = if same and s == \"1 + 2*i\" then 1 else 0; end M;",
                            kComplex));
  EXPECT_EQ(ValuesOfY(system), std::vector<double>{1.0});
}

TEST(OperatorRecords, WhatIsNotDefinedIsTold) {
  const auto message = [](std::string_view expression) {
    return FlattenText(fmt::format("{}model M\nC c = {};\nend M;", kComplex, expression)).Messages();
  };
  EXPECT_NE(message("C(1) / C(2)").find("`/` is not defined for C and C"), std::string::npos);
  EXPECT_NE(message("C(1) + true").find("`+` is not defined for C and Boolean"), std::string::npos);
  EXPECT_NE(
      message("C(true)").find("`re` of `C.'constructor'.fromReal` is of type Real, but this is Boolean"),
      std::string::npos);
}

}  // namespace
}  // namespace daedalus::semantics
