// External functions that are known by their names, and objects that they make.
#include <cmath>

#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

// A table of one argument, as a library declares it.
constexpr std::string_view kTable = R"(
  class Table
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation = 2;
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3("NoName", "NoName", table, size(table, 1), size(table, 2),
                                                                      columns, size(columns, 1), smoothness, extrapolation, false, ",", 0);
    end constructor;
    function destructor
      input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table;
  function value
    input Table object;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, column, u);
  end value;
  function slope
    input Table object;
    input Integer column;
    input Real u;
    input Real du;
    output Real dy;
    external "C" dy = ModelicaStandardTables_CombiTable1D_getDerValue(object, column, u, du);
  end slope;
  function largest
    input Table object;
    output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_maximumAbscissa(object);
  end largest;
  parameter Real data[:, :] = [0, 0, 1; 1, 10, 2; 4, 40, 5];
  parameter Table t = Table(data, {2, 3}, 1);
)";

TEST(ExternalFunctions, ATableIsLookedUpWithNumbersAndDuringTheRun) {
  EXPECT_EQ(ValueOf("value(t, 1, 2)", kTable), 20.0);
  EXPECT_EQ(ValueOf("value(t, 2, x)", kTable), 4.0);
  EXPECT_EQ(ValueOf("value(t, 2, 2 * x)", kTable), 7.0) << "beyond the end";
  EXPECT_EQ(ValueOf("slope(t, 1, x, 5)", kTable), 50.0);
  EXPECT_EQ(ValueOf("largest(t)", kTable), 4.0);
}

TEST(ExternalFunctions, EqualLookupsAreOneCall) {
  const System system = FlattenOk(
      Wrap(fmt::format("Real x; Real y; {}", kTable), "x = time; y = value(t, 1, x) - value(t, 1, x);"));
  EXPECT_EQ(Equations(system)[1], "y = 0");
}

TEST(ExternalFunctions, ALookupIsDifferentiated) {
  const System system =
      FlattenOk(Wrap(fmt::format("Real x; Real y; {}", kTable), "x = sin(time); y = der(value(t, 1, x));"));
  EXPECT_EQ(Equations(system)[1], "y = der(x)*table(x)");
}

TEST(ExternalFunctions, TheDataOfATableCannotBeChangedLater) {
  const System system =
      FlattenOk(Wrap(fmt::format("Real x; Real y; {}", kTable), "x = time; y = value(t, 1, x);"));
  ASSERT_EQ(system.parameters.size(), 9u);
  for (const Parameter& parameter : system.parameters) EXPECT_TRUE(parameter.is_constant);
}

// The constructor is called with the values of the initial equations; calls pass these on.
TEST(ExternalFunctions, ATableMayBeMadeAtTheStart) {
  const System system =
      FlattenOk(fmt::format("model M Real x = time; {} parameter Real late[2, 2](each fixed = false);"
                            "parameter Table s = Table(late, {{2}}, 1); parameter Real end_ = largest(s);"
                            "Real y = value(s, 1, x); initial equation late = [0, 1; 2, 5]; end M;",
                            kTable));
  // The function of the graph gets the place, and the four numbers of the table.
  std::size_t num_calls = 0;
  for (const Equation& equation : system.equations) {
    if (system.graph.op(equation.right) != expr::Op::kCall) continue;
    ++num_calls;
    const auto operands = system.graph.operands(equation.right);
    const expr::Function& function = *system.graph.functions()[system.graph.function(equation.right).index()];
    std::vector<double> in;
    if (operands.size() == 5) in.push_back(1.0);
    for (const double number : {0.0, 1.0, 2.0, 5.0}) in.push_back(number);
    ASSERT_EQ(in.size(), operands.size());
    double out = 0.0;
    ASSERT_TRUE(function.Evaluate(in, {&out, 1}));
    EXPECT_EQ(out, operands.size() == 5 ? 3.0 : 2.0);  // a line, and its end
  }
  EXPECT_EQ(num_calls, 2u) << All(system);
}

TEST(ExternalFunctions, ADamagedTableIsToldWhereItIsMade) {
  EXPECT_EQ(FailureOf("value(bad, 1, x)",
                      fmt::format("{}\nparameter Table bad = Table([1, 0; 0, 0], {{2}}, 1);", kTable)),
            "42:23-50 D0254 the first column of the table does not rise from row 1 (1) to row 2 (0)\n");
}

constexpr std::string_view kStrings = R"(
  function length input String s; output Integer n; external "C" n = ModelicaStrings_length(s); end length;
  function part input String s; input Integer i; input Integer j; output String r; external "C" r = ModelicaStrings_substring(s, i, j); end part;
  function scan input String s; input Integer i; output Integer next; output Real value;
    external "C" ModelicaStrings_scanReal(s, i, 0, next, value); end scan;
  function number input String s; output Real value; protected Integer next; algorithm (next, value) := scan(s, 1); end number;
)";

TEST(ExternalFunctions, StringsAreCarriedOutBeforeTheRun) {
  EXPECT_EQ(ValueOf("length(\"abc\")", kStrings), 3.0);
  EXPECT_EQ(ValueOf("length(part(\"abcdef\", 2, 4))", kStrings), 3.0);
  EXPECT_EQ(ValueOf("number(\" 2.5e1 m\")", kStrings), 25.0);
}

constexpr std::string_view kRandom = R"(
  function step input Integer s[2]; output Real r; output Integer t[2]; external "C" ModelicaRandom_xorshift64star(s, t, r); end step;
  function first input Integer s[2]; output Real r; protected Integer t[2]; algorithm (r, t) := step(s); end first;
)";

TEST(ExternalFunctions, ResultsMayStandAmongTheArguments) {
  EXPECT_EQ(ValueOf("first({89, 1234656})", kRandom), 0.88314117569540829);
}

TEST(ExternalFunctions, AnUnknownNameIsRefused) {
  EXPECT_EQ(
      FailureOf("f(x)", "function f input Real u; output Real y; external \"C\" y = my_function(u); end f;"),
      "3:10-14 D0213 `M.f` cannot be written out as expressions: `my_function` is an external function of C, "
      "and not one of "
      "those that are known here (`--allow-external` loads it)\n");
}

TEST(ExternalFunctions, WithoutACallTheNamesAreThoseOfTheFunction) {
  EXPECT_EQ(ValueOf("ModelicaStrings_length(\"abcd\")",
                    "function ModelicaStrings_length input String s; output Integer n; external \"C\"; end "
                    "ModelicaStrings_length;"),
            4.0);
}

// A system of equations as a library hands it over, and the norm of a matrix.
constexpr std::string_view kLapack = R"(
  function solve
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Real copy[size(A, 1), size(A, 2)] = A;
    Integer pivots[size(A, 1)];
    external "FORTRAN 77" dgesv(size(A, 1), 1, copy, size(A, 1), pivots, x, size(A, 1), info);
  end solve;
  function first
    input Real A[:, :];
    input Real b[:];
    output Real x;
  protected
    Real all[size(A, 1)];
  algorithm
    all := solve(A, b);
    x := all[1];
  end first;
  function how
    input Real A[:, :];
    output Integer info;
  protected
    Real all[size(A, 1)];
  algorithm
    (all, info) := solve(A, fill(1.0, size(A, 1)));
  end how;
  function norm
    input String kind;
    input Real A[:, :];
    output Real result;
  protected
    Real work[size(A, 1)];
    external "FORTRAN 77" result = dlange(kind, size(A, 1), size(A, 2), A, size(A, 1), work);
  end norm;
)";

TEST(ExternalFunctions, MatricesGoToLapack) {
  // 2 x + y = 4, x + 3 y = 7; not symmetric: x + 2 y = 5, 3 x + 4 y = 11
  EXPECT_DOUBLE_EQ(ValueOf("first([2, 1; 1, 3], {4, 7})", kLapack), 1.0);
  EXPECT_DOUBLE_EQ(ValueOf("first([1, 2; 3, 4], {5, 11})", kLapack), 1.0);
  EXPECT_DOUBLE_EQ(ValueOf("first([1, 2; x, 4], {5, 11})", kLapack), 1.0) << "with values of the run; x is 3";
  EXPECT_EQ(ValueOf("how([1, 2; 2, 4])", kLapack), 2) << "singular: there is no second pivot";
  EXPECT_EQ(ValueOf("norm(\"1\", [1, -2, 3; 4, 5, -6])", kLapack), 9) << "the largest sum of a column";
  EXPECT_EQ(ValueOf("norm(\"I\", [1, -2, 3; 4, 5, -6])", kLapack), 15) << "of a row";
}

}  // namespace
}  // namespace daedalus::semantics
