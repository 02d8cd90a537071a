// function fx = der(f, x), section 12.7.2: against derivatives by hand. `x` is 3 in ValueOf.
#include <cmath>

#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kGibbs =
    "function g input Real p; input Real T; output Real y; algorithm y := p^2 * T^3 + log(T); end g; "
    "function g_T = der(g, T); function g_pT = der(g, p, T); function g_TT = der(g, T, T); ";

TEST(DerivativeFunctions, AreDerivativesByTheirInputs) {
  EXPECT_NEAR(ValueOf("g_T(2, x)", kGibbs), 3 * 4 * 9 + 1.0 / 3, 1e-12);
  EXPECT_NEAR(ValueOf("g_T(T = x, p = 2)", kGibbs), 3 * 4 * 9 + 1.0 / 3, 1e-12);
  EXPECT_NEAR(ValueOf("g_pT(2, x)", kGibbs), 6 * 2 * 9, 1e-12);
  EXPECT_NEAR(ValueOf("g_TT(2, x)", kGibbs), 6 * 4 * 3 - 1.0 / 9, 1e-12);
  EXPECT_NEAR(ValueOf("g_pT(x, x)", kGibbs), 6 * 3 * 9, 1e-12);
}

TEST(DerivativeFunctions, OfConstantsAreNumbers) {
  const System system = FlattenOk(
      Wrap(fmt::format("{} constant Integer n = integer(g_T(1, 1)); Real y[n];", kGibbs), "y = zeros(n);"));
  EXPECT_EQ(system.variables.size(), 4u);
}

TEST(DerivativeFunctions, OfWhatStaysAFunctionAreItsTangents) {
  constexpr std::string_view root =
      "function r input Real a; output Real y; algorithm y := 1; while abs(y*y - a) > 1e-13*a loop y := y - "
      "(y*y - a)/(2*y); end while; end r; "
      "function r_a = der(r, a);";
  EXPECT_NEAR(ValueOf("r_a(x)", root), 0.5 / std::sqrt(3.0), 1e-9);
}

TEST(DerivativeFunctions, CallEachOther) {
  const std::string both = fmt::format(
      "{} function h input Real p; input Real T; output Real y; algorithm y := g(p, T) - T * g_T(p, T); end "
      "h; function h_p = der(h, p);",
      kGibbs);
  EXPECT_NEAR(ValueOf("h_p(2, x)", both), -4 * 2 * 27, 1e-11);
}

// By the same input as inside: both have leaves of their own.
TEST(DerivativeFunctions, AreDifferentiatedInTheirTurn) {
  const std::string both = fmt::format(
      "{} function h input Real T; output Real y; algorithm y := g_T(2, T); end h; function h_T = der(h, T); "
      "function again = der(g_T, T);"
      "function other input Real p; input Real T; output Real y; algorithm y := g_T(p, p*T); end other; "
      "function other_p = der(other, p);",
      kGibbs);
  EXPECT_NEAR(ValueOf("h_T(x)", both), 6 * 4 * 3 - 1.0 / 9, 1e-11);
  EXPECT_NEAR(ValueOf("again(2, x)", both), 6 * 4 * 3 - 1.0 / 9, 1e-11);
  EXPECT_NEAR(ValueOf("other_p(2, x)", both), 12 * 8 * 9 - 1.0 / 12, 1e-10);  // of 3 p^4 T^2 + 1/(p T)
}

TEST(DerivativeFunctions, MayHaveOtherDefaults) {
  constexpr std::string_view with_default =
      "function f input Real u; input Real k = 1; output Real y; algorithm y := k*u^2; end f; function f_u = "
      "der(f, u); function g = f_u(k = 5);";
  EXPECT_NEAR(ValueOf("f_u(x)", with_default), 6, 1e-12);
  EXPECT_NEAR(ValueOf("g(x)", with_default), 30, 1e-12);
}

TEST(DerivativeFunctions, AreCalledForEachElement) {
  const auto values = Values("[2]", "g_T({1, x}, {x, 1})", kGibbs);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_NEAR(values[0], 27 + 1.0 / 3, 1e-12);
  EXPECT_NEAR(values[1], 27 + 1.0, 1e-12);
}

TEST(DerivativeFunctions, MistakesAreTold) {
  EXPECT_EQ(
      FailureOf("f_z(x)",
                "function f input Real u; output Real y; algorithm y := u; end f; function f_z = der(f, z);"),
      "3:10-16 D0229 `M.f_z` is a derivative by `z`, and there is no such input\n");
  EXPECT_EQ(
      FailureOf(
          "f_n(2)",
          "function f input Integer n; output Real y; algorithm y := n; end f; function f_n = der(f, n);"),
      "3:10-16 D0228 `M.f_n` is a derivative by `n`, which is not a scalar of type Real\n");
  EXPECT_EQ(
      FailureOf(
          "f_u({x, x})",
          "function f input Real u[2]; output Real y; algorithm y := u[1]; end f; function f_u = der(f, u);"),
      "3:10-21 D0228 `M.f_u` is a derivative by `u`, which is not a scalar of type Real\n");
}

}  // namespace
}  // namespace daedalus::semantics
