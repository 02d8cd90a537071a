// What an author says of the derivative of a function that stays one.
#include <cmath>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/substitute.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

// d/dt of the right side of the second equation, with x = 4, x' = 8, x'' = 2 and z = 5, z' = 1.
double TimeDerivative(std::string_view functions, std::string_view expression, int order = 1) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real z; Real y; parameter Real p = 3; {}", functions),
                                 fmt::format("x = time; z = time; y = {};", expression)));
  expr::Graph& g = system.graph;
  expr::ExprId derivative = system.equations[EquationId(2)].right;
  for (int i = 0; i < order; ++i) derivative = expr::TimeDerivative(g, derivative);
  // A point has first derivatives only: the second one of x is put in as a number.
  const expr::Replacement second{g.Variable(expr::VariableId(0), 2), g.Constant(2.0)};
  derivative = expr::Substitute(g, derivative, {&second, 1});
  const double variables[] = {4.0, 5.0, 0.0}, slopes[] = {8.0, 1.0, 0.0}, parameters[] = {3.0};
  return expr::Evaluate(g, derivative, {0.0, variables, slopes, parameters});
}

// The position of something whose velocity is given beside it: its derivative is not that of its text.
constexpr std::string_view kMove = R"(
  function position
    input Real q[2]; input Real dummy; output Real y;
  algorithm
    y := q[1];
    annotation(derivative(noDerivative = q) = velocity, InlineAfterIndexReduction = true);
  end position;
  function velocity
    input Real q[2]; input Real dummy; input Real dummy_der; output Real y;
  algorithm
    y := q[2];
  end velocity;)";

TEST(DerivativesOfFunctions, AFunctionThatIsInlinedLateHasTheDerivativeOfItsAuthor) {
  EXPECT_EQ(TimeDerivative(kMove, "position({x, 77}, time)"), 77.0);
  EXPECT_EQ(TimeDerivative(kMove, "position({x, z}, time)"), 5.0);
}

// Structure would believe that the call determines an unknown that only its derivative contains.
TEST(DerivativesOfFunctions, ACallContainsNoArgumentThatOnlyItsDerivativeUses) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real z; Real y; {}", kMove),
                                 "x = time; z = time; y = position({x, z}, time);"));
  const ExprId call = system.equations[EquationId(2)].right;
  const auto contained = [&](ExprId e) {
    std::vector<std::string> names;
    for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system.graph, e).variables)
      names.push_back(NameOf(system, leaf.variable));
    return names;
  };
  EXPECT_EQ(contained(call), std::vector<std::string>{"x"});
  EXPECT_EQ(contained(expr::TimeDerivative(system.graph, call)), std::vector<std::string>{"z"});
}

// The author says what the derivative by time is; a partial derivative, as of Newton's method, is another.
TEST(DerivativesOfFunctions, APartialDerivativeIsThatOfTheText) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real z; Real y; {}", kMove),
                                 "x = time; z = time; y = position({x, z}, time);"));
  expr::Graph& g = system.graph;
  const ExprId partial =
      expr::Partial(g, system.equations[EquationId(2)].right, g.Variable(expr::VariableId(0)));
  const double variables[] = {4.0, 5.0, 0.0}, slopes[] = {8.0, 1.0, 0.0};
  EXPECT_EQ(expr::Evaluate(g, partial, {0.0, variables, slopes, {}}), 1.0);
}

// Section 12.7.1: the derivative of a derivative names the function of order 2.
// A vector in a turning frame. Its derivative by time contains the angular velocity, which is in an argument
// whose derivative does not count. The partial derivative by the vector does not contain it.
TEST(DerivativesOfFunctions, APartialDerivativeDoesNotContainHowOtherArgumentsMove) {
  System system = FlattenOk(Wrap(R"(Real x; Real z; Real y;
    function turned
      input Real frame[2] "angle and angular velocity"; input Real v; output Real y;
    algorithm
      y := cos(frame[1])*v;
      annotation(derivative(noDerivative = frame) = turned_der, InlineAfterIndexReduction = true);
    end turned;
    function turned_der
      input Real frame[2]; input Real v; input Real v_der; output Real y;
    algorithm
      y := cos(frame[1])*v_der - frame[2]*sin(frame[1])*v;
    end turned_der;)",
                                 "x = time; z = time; y = turned({0.5, x}, z);"));
  expr::Graph& g = system.graph;
  const ExprId partial =
      expr::Partial(g, system.equations[EquationId(2)].right, g.Variable(expr::VariableId(1)));
  const double variables[] = {4.0, 5.0, 0.0}, slopes[] = {8.0, 1.0, 0.0};
  EXPECT_DOUBLE_EQ(expr::Evaluate(g, partial, {0.0, variables, slopes, {}}), std::cos(0.5));
}

// A vector in a turning frame, given by the angle and the angular velocity of the frame.
constexpr std::string_view kTurned = R"(
    function turned
      input Real frame[2]; input Real v; output Real y;
    algorithm
      y := cos(frame[1])*v;
      annotation(derivative(noDerivative = frame) = turned_der, InlineAfterIndexReduction = true);
    end turned;
    function turned_der
      input Real frame[2]; input Real v; input Real v_der; output Real y;
    algorithm
      y := cos(frame[1])*v_der - frame[2]*sin(frame[1])*v;
    end turned_der;)";

// The Integer 1 is a part of the code of the function, and its derivative is 0.
TEST(DerivativesOfFunctions, AnIntegerAsAnArgumentHasTheDerivativeZero) {
  EXPECT_DOUBLE_EQ(TimeDerivative(kTurned, "turned({x, z}, 1)"), -5.0 * std::sin(4.0));
}

// Where the author's derivative does not hold, the one of the text contains no derivative of an argument that
// the function does not use.
TEST(DerivativesOfFunctions, AGeneratedDerivativeContainsNoDerivativeOfAnUnusedArgument) {
  System system =
      FlattenOk(Wrap(fmt::format("Real x; Real z; Real y; {}",
                                 R"(function turned input Real frame[2]; input Real v; output Real y;
                     algorithm y := cos(frame[1])*v;
                       annotation(derivative(zeroDerivative = v) = turned_der,
                                  InlineAfterIndexReduction = true);
                     end turned;
                     function turned_der
                       input Real frame[2]; input Real v; input Real frame_der[2]; output Real y;
                     algorithm y := -frame_der[1]*sin(frame[1])*v; end turned_der;)"),
                     "x = time; z = time; y = turned({x, z}, x);"));
  const ExprId derivative = expr::TimeDerivative(system.graph, system.equations[EquationId(2)].right);
  for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system.graph, derivative).variables)
    EXPECT_EQ(NameOf(system, leaf.variable), "x");
}

TEST(DerivativesOfFunctions, PrescribedMotionsHaveTheirAcceleration) {
  constexpr std::string_view motion = R"(
    function place
      input Real q[3]; input Real t; output Real y;
    algorithm
      y := q[1];
      annotation(derivative(noDerivative = q) = speed, InlineAfterIndexReduction = true);
    end place;
    function speed
      input Real q[3]; input Real t; input Real dt; output Real y;
    algorithm
      y := q[2];
      annotation(derivative(noDerivative = q, order = 2) = acceleration, InlineAfterIndexReduction = true);
    end speed;
    function acceleration
      input Real q[3]; input Real t; input Real dt; input Real ddt; output Real y;
    algorithm
      y := q[3];
    end acceleration;)";
  EXPECT_EQ(TimeDerivative(motion, "place({x, z, 7*z}, time)", 1), 5.0);
  EXPECT_EQ(TimeDerivative(motion, "place({x, z, 7*z}, time)", 2), 35.0);
  EXPECT_EQ(TimeDerivative(motion, "place({x, z, 7*z}, time)", 3), 7.0) << "nothing is said of the third";
}

constexpr std::string_view kCube = R"(
  function cube
    input Real u; input Real scale = 1; output Real y = 1; protected Integer k = 0;
  algorithm
    while k < 3 or u > 1e9 loop y := y * u; k := k + 1; end while;
    y := y * scale;
    annotation(derivative(zeroDerivative = scale) = cube_der);
  end cube;
  function cube_der
    input Real u; input Real scale; input Real du; output Real dy;
  algorithm
    dy := 1000 * u ^ 2 * du * scale;
    annotation(derivative(order = 2, zeroDerivative = scale) = cube_der2);
  end cube_der;
  function cube_der2
    input Real u; input Real scale; input Real du; input Real ddu; output Real ddy;
  algorithm
    ddy := 1e6 * u + ddu;
  end cube_der2;)";

// The function keeps its derivative, which must not keep the function.
TEST(DerivativesOfFunctions, ADerivativeThatCallsItsFunctionLeavesNothingBehind) {
  constexpr std::string_view growth = R"(
    function growth input Real u; output Real y = 1; protected Real term = 1; Integer k = 0;
    algorithm
      while abs(term) > 1e-17 loop k := k + 1; term := term * u / k; y := y + term; end while;
      annotation(derivative = growth_der);
    end growth;
    function growth_der input Real u; input Real du; output Real dy;
    algorithm dy := growth(u) * du; annotation(derivative(order = 2) = growth_der2); end growth_der;
    function growth_der2 input Real u; input Real du; input Real ddu; output Real d2y;
    algorithm d2y := growth_der(u, du) * du + growth_der(u, ddu); end growth_der2;)";
  EXPECT_NEAR(TimeDerivative(growth, "growth(x / 4)"), 2 * std::exp(1.0), 1e-14);
  EXPECT_NEAR(TimeDerivative(growth, "growth(x / 4)", 2), (4 + 0.5) * std::exp(1.0), 1e-13);
  std::weak_ptr<const expr::Function> function;
  {
    const System system =
        FlattenOk(Wrap(fmt::format("Real x; Real y; {}", growth), "x = time; y = growth(x);"));
    ASSERT_FALSE(system.graph.functions().empty());
    function = system.graph.functions()[0];
    EXPECT_FALSE(function.expired());
  }
  EXPECT_TRUE(function.expired());
}

TEST(DerivativesOfFunctions, ConditionsAreLookedAt) {
  EXPECT_EQ(TimeDerivative(kCube, "cube(x, p)"), 1000.0 * 16.0 * 8.0 * 3.0)
      << "wrong on purpose, to be recognised";
  // Where the second argument varies the author promises nothing: generated code.
  EXPECT_EQ(TimeDerivative(kCube, "cube(x, z)"), 3.0 * 16.0 * 8.0 * 5.0 + 64.0 * 1.0);
}

TEST(DerivativesOfFunctions, TheSecondDerivativeOfTheAuthor) {
  EXPECT_EQ(TimeDerivative(kCube, "cube(x, p)", 2), 1e6 * 4.0 + 2.0);
}

// sqrt(u), by halving: u decides where to go on and enters the result in no other way.
std::string Halved(std::string_view annotation) {
  return fmt::format(R"(
  function halved
    input Real u; output Real y; protected Real low = 0; Real high = 100;
  algorithm
    while high - low > 1e-13 loop
      y := (low + high)/2;
      if y^2 > u then high := y; else low := y; end if;
    end while;
    {}
  end halved;
  function halved_der input Real u; input Real du; output Real dy; algorithm dy := du/(2*sqrt(u)); end halved_der;)",
                     annotation);
}

TEST(DerivativesOfFunctions, ASearchHasOneOnlyIfItsAuthorSaysSo) {
  EXPECT_TRUE(std::isnan(TimeDerivative(Halved(""), "halved(x)"))) << "not 0, which its text would give";
  EXPECT_NEAR(TimeDerivative(Halved("annotation(derivative = halved_der);"), "halved(x)"), 8.0 / (2 * 2.0),
              1e-12);
  EXPECT_EQ(TimeDerivative(Halved("annotation(smoothOrder = 1);"), "halved(x)"), 0.0) << "the author's word";
}

}  // namespace
}  // namespace daedalus::semantics
