// Arrays: operators and functions of chapter 10, at time = 2, x = 3.
#include <algorithm>
#include <limits>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Numbers = std::vector<double>;

TEST(Arrays, Constructors) {
  EXPECT_EQ(Values("[3]", "{1, x, 2}"), (Numbers{1, 3, 2}));
  EXPECT_EQ(Values("[2, 2]", "{{1, 2}, {x, 4}}"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(Values("[2, 2]", "[1, x; 3, 4]"), (Numbers{1, 3, 3, 4}));
  EXPECT_EQ(Values("[3, 3]", "[A, {5, 6}; 7, 8, 9]", "constant Real A[2, 2] = [1, 2; 3, 4];"),
            (Numbers{1, 2, 5, 3, 4, 6, 7, 8, 9}));
  EXPECT_EQ(Values("[4]", "1:4"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(Values("[3]", "5:-2:1"), (Numbers{5, 3, 1}));
  EXPECT_EQ(Values("[3]", "0:0.25:0.5"), (Numbers{0, 0.25, 0.5}));
  EXPECT_EQ(Values("[0]", "3:2"), Numbers{});
  EXPECT_EQ(Values("[2]", "array(x, 1)"), (Numbers{3, 1}));
}

TEST(Arrays, IteratorsOfAConstructorNestWithTheLastOutermost) {
  EXPECT_EQ(Values("[3]", "{i * x for i in 1:3}"), (Numbers{3, 6, 9}));
  EXPECT_EQ(Values("[2, 3]", "{10 * i + j for i in 1:3, j in 1:2}"), (Numbers{11, 21, 31, 12, 22, 32}));
  EXPECT_EQ(Values("[2]", "{a[i] ^ 2 for i}", "parameter Real a[2] = {2, 3};"), (Numbers{4, 9}));
}

TEST(Arrays, Reductions) {
  EXPECT_EQ(ValueOf("sum(i * x for i in 1:3)"), 18);
  EXPECT_EQ(ValueOf("product(i for i in {2, 3, 7})"), 42);
  EXPECT_EQ(ValueOf("max(i * (4 - i) for i in 1:3)"), 4);
  EXPECT_EQ(ValueOf("min(v ^ 2 for v in {x, 2, 5})"), 4);
  EXPECT_EQ(ValueOf("sum(1 for i in 1:0)"), 0);
  EXPECT_EQ(ValueOf("sum(i * j for i in 1:2, j in 1:3)"), 18);
  EXPECT_EQ(Values("[2]", "sum({i, x} for i in 1:3)"), (Numbers{6, 9}));
}

// Table of reductions in section 10.3.4: the start of the iteration.
TEST(Arrays, ReductionsOfNothing) {
  constexpr double kMost = std::numeric_limits<double>::max();
  EXPECT_EQ(ValueOf("min(fill(1.0, 0))"), kMost);
  EXPECT_EQ(ValueOf("max(fill(1.0, 0))"), -kMost);
  EXPECT_EQ(ValueOf("min(fill(1, 0))"), 2147483647);
  EXPECT_EQ(ValueOf("max(i for i in 1:0)"), -2147483647);
  EXPECT_EQ(ValueOf("min(x / i for i in 1:0)"), kMost);
  EXPECT_EQ(ValueOf("if min(fill(true, 0)) and not max(fill(true, 0)) then 1 else 2"), 1);
  EXPECT_EQ(ValueOf("if min(a[i] for i in 1:0) then 1 else 2", "parameter Boolean a[2] = {false, false};"),
            1);
  EXPECT_EQ(ValueOf("n + product(2 for i in 1:0)",
                    "parameter Integer n = sum(if i > 2 then 1 else 0 for i in 1:0);"),
            1)
      << "whole numbers stay whole";
  EXPECT_EQ(ValueOf("sum(c[i].v*c[i + 1].w[2] for i in 1:0)",
                    "model C Real v = 1; Real w[2] = {1, 2}; end C; C c[2];"),
            0);
  EXPECT_EQ(ValueOf("sum(c[i].v for i in 1:0)", "model C Real v = 1; end C; C c[0];"), 0);
  EXPECT_EQ(ValueOf("size({{x, i} for i in 1:0}, 2) + 10 * ndims({i * j for i in 1:2, j in 1:0})"), 22);
}

TEST(Arrays, SizesAndShapes) {
  constexpr const char* kA = "constant Real A[2, 3] = [1, 2, 3; 4, 5, 6]; Real z[4];";
  EXPECT_EQ(ValueOf("size(A, 1) * 10 + size(A, 2)", kA), 23);
  EXPECT_EQ(Values("[2]", "size(A)", kA), (Numbers{2, 3}));
  EXPECT_EQ(ValueOf("ndims(A) + size(z, 1) + size(z[2:3], 1)", kA), 8);
  EXPECT_EQ(ValueOf("scalar({{x}})"), 3);
  EXPECT_EQ(Values("[2]", "vector([1; 2])"), (Numbers{1, 2}));
  EXPECT_EQ(Values("[2, 1]", "matrix({1, 2})"), (Numbers{1, 2}));
}

TEST(Arrays, Fillers) {
  EXPECT_EQ(Values("[2, 2]", "zeros(2, 2)"), (Numbers{0, 0, 0, 0}));
  EXPECT_EQ(Values("[2]", "ones(2)"), (Numbers{1, 1}));
  EXPECT_EQ(Values("[2, 2]", "fill(x, 2, 2)"), (Numbers{3, 3, 3, 3}));
  EXPECT_EQ(Values("[2, 2]", "fill({x, 1}, 2)"), (Numbers{3, 1, 3, 1}));
  EXPECT_EQ(Values("[2, 2]", "identity(2)"), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(Values("[2, 2]", "diagonal({x, 2})"), (Numbers{3, 0, 0, 2}));
  EXPECT_EQ(Values("[5]", "linspace(1, x, 5)"), (Numbers{1, 1.5, 2, 2.5, 3}));
}

TEST(Arrays, ElementsOfReductionsOfArrays) {
  EXPECT_EQ(ValueOf("sum({{1, x}, {2, 4}})"), 10);
  EXPECT_EQ(ValueOf("product({2, x})"), 6);
  EXPECT_EQ(ValueOf("max({x, 5, 1}) + min([x, 5; 4, 8])"), 8);
}

TEST(Arrays, LinearAlgebraFunctions) {
  EXPECT_EQ(Values("[3, 2]", "transpose([1, 2, 3; 4, 5, 6])"), (Numbers{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(Values("[2, 3]", "outerProduct({1, x}, {1, 2, 3})"), (Numbers{1, 2, 3, 3, 6, 9}));
  EXPECT_EQ(Values("[2, 2]", "symmetric([1, 2; 3, 4])"), (Numbers{1, 2, 2, 4}));
  EXPECT_EQ(Values("[3]", "cross({1, 2, 3}, {4, 5, 6})"), (Numbers{-3, 6, -3}));
  EXPECT_EQ(Values("[3]", "skew({1, 2, 3}) * {4, 5, 6}"), (Numbers{-3, 6, -3}));
}

TEST(Arrays, Concatenation) {
  EXPECT_EQ(Values("[4]", "cat(1, {1, 2}, {x, 4})"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(Values("[2, 3]", "cat(2, [1; 2], [3, 4; 5, 6])"), (Numbers{1, 3, 4, 2, 5, 6}));
}

TEST(Arrays, OperatorsOfLinearAlgebra) {
  constexpr const char* kA = "constant Real A[2, 2] = [1, 2; 3, 4];";
  EXPECT_EQ(Values("[2]", "{1, 2} + {x, 4} - {1, 1}"), (Numbers{3, 5}));
  EXPECT_EQ(Values("[2]", "x * {1, 2} / 2"), (Numbers{1.5, 3}));
  EXPECT_EQ(ValueOf("{1, x} * {2, 4}"), 14);
  EXPECT_EQ(Values("[2]", "A * {1, 10}", kA), (Numbers{21, 43}));
  EXPECT_EQ(Values("[2]", "{1, 10} * A", kA), (Numbers{31, 42}));
  EXPECT_EQ(Values("[2, 2]", "A * A", kA), (Numbers{7, 10, 15, 22}));
  EXPECT_EQ(Values("[2, 2]", "A ^ 3", kA), (Numbers{37, 54, 81, 118}));
  EXPECT_EQ(Values("[2, 2]", "A ^ 0", kA), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(Values("[2, 2]", "-A", kA), (Numbers{-1, -2, -3, -4}));
}

TEST(Arrays, OperatorsElementByElement) {
  EXPECT_EQ(Values("[2]", "{1, 2} .* {x, 4}"), (Numbers{3, 8}));
  EXPECT_EQ(Values("[2]", "{6, 8} ./ {x, 4}"), (Numbers{2, 2}));
  EXPECT_EQ(Values("[2]", "6 ./ {x, 2} .+ 1"), (Numbers{3, 4}));
  EXPECT_EQ(Values("[2]", "{2, x} .^ 2 .- {1, 1}"), (Numbers{3, 8}));
  EXPECT_EQ(Values("[2]", "abs({-1, -x})"), (Numbers{1, 3}));
  EXPECT_EQ(Values("[2]", "mod({5, 7}, {3, 4})"), (Numbers{2, 3}));
  EXPECT_EQ(Values("[2]", "if x > 2 then {1, 2} else {3, 4}"), (Numbers{1, 2}));
}

TEST(Arrays, Subscripts) {
  constexpr const char* kA = "parameter Real A[2, 3] = [1, 2, 3; 4, 5, 6]; parameter Integer k[2] = {3, 1};";
  EXPECT_EQ(ValueOf("A[2, 1]", kA), 4);
  EXPECT_EQ(ValueOf("A[end, end - 1]", kA), 5);
  EXPECT_EQ(Values("[3]", "A[2, :]", kA), (Numbers{4, 5, 6}));
  EXPECT_EQ(Values("[3]", "A[2]", kA), (Numbers{4, 5, 6}));
  EXPECT_EQ(Values("[2, 2]", "A[:, {1, 3}]", kA), (Numbers{1, 3, 4, 6}));
  EXPECT_EQ(Values("[2]", "A[1, 2:end]", kA), (Numbers{2, 3}));
  EXPECT_EQ(Values("[2]", "A[1, k]", kA), (Numbers{3, 1}));
  EXPECT_EQ(ValueOf("A[1, k[end]]", kA), 1);
  EXPECT_EQ(ValueOf("sum(A[1, i] for i in k)", kA), 4);
  EXPECT_EQ(ValueOf("({x, 1, 2} * 2)[3]"), 4);
}

TEST(Arrays, DimensionsComeFromParametersBindingsAndAttributes) {
  const System system = FlattenOk(R"(model M
    parameter Integer n = 2 * k;
    parameter Integer k = size(a, 1) - 2;
    parameter Real a[:] = {1, 2, 3};
    parameter Real S[:, size(S, 1)] = [1, 2; 3, 4];
    Real[3] z[n](each start = 1);
    Real w[:](start = {1, 2});
  end M;)");
  std::vector<std::string> names;
  for (const Variable& v : system.variables) names.push_back(NameOf(system, v));
  EXPECT_EQ(names, (std::vector<std::string>{"z[1,1]", "z[1,2]", "z[1,3]", "z[2,1]", "z[2,2]", "z[2,3]",
                                             "w[1]", "w[2]"}));
  EXPECT_EQ(system.parameters.size(), 2u + 3u + 4u);
}

TEST(Arrays, ElementsOfAnArrayAreConsecutiveAndShareADeclaration) {
  const System system = FlattenOk(Wrap("Real v[1000](each unit = \"V\"); Real w;"));
  ASSERT_EQ(system.variables.size(), 1001u);
  EXPECT_EQ(NameOf(system, VariableId(999)), "v[1000]");
  EXPECT_EQ(system.declarations.size(), 2u);
  EXPECT_EQ(system.declarations[system.variables[VariableId(5)].declaration].unit, "V");
}

TEST(Arrays, ComponentsOfAClassShareADeclarationUnlessAttributesOrPrefixesDiffer) {
  const System system = FlattenOk(R"(model M
    model A Real x "a place"; input Real u; Real y; equation x = 1; y = u; end A;
    A a(u = 1), b(u = 2), c(u = 3, x(unit = "m"));
  end M;)");
  const auto declaration = [&](std::string_view name) {
    return std::ranges::find_if(system.variables,
                                [&](const Variable& v) { return NameOf(system, v) == name; })
        ->declaration;
  };
  EXPECT_EQ(declaration("a.x"), declaration("b.x"));
  EXPECT_EQ(declaration("a.u"), declaration("c.u"));
  EXPECT_NE(declaration("a.x"), declaration("a.y"));
  EXPECT_EQ(system.declarations[declaration("b.x")].unit, "");
  EXPECT_EQ(system.declarations[declaration("c.x")].unit, "m");
  EXPECT_EQ(system.declarations[declaration("c.x")].description, "a place");
  EXPECT_EQ(system.declarations[declaration("a.u")].causality, Causality::kInput);
}

}  // namespace
}  // namespace daedalus::semantics
