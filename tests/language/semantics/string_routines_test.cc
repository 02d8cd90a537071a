// Strings that vary in functions that stay functions. The texts follow from the text of each function.
#include <cmath>

#include "daedalus/system/expr/differentiate.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

// As Modelica.Utilities.Strings declares them; x is 3 in all expressions.
constexpr std::string_view kTextFunctions = R"(
  function length input String string; output Integer result; external "C" result = ModelicaStrings_length(string); end length;
  function substring input String string; input Integer first, last; output String result;
    external "C" result = ModelicaStrings_substring(string, first, last); end substring;
  function scanReal input String string; input Integer start; input Boolean unsigned = false; output Integer next; output Real number;
    external "C" ModelicaStrings_scanReal(string, start, unsigned, next, number); end scanReal;
  // "1;2;...;n" for n - 1 < u <= n
  function list input Real u; output String s = "1"; protected Integer k = 1;
  algorithm
    while k < u loop
      k := k + 1;
      s := s + ";" + String(k);
    end while;
  end list;
)";

// 1 where the text is what it is expected to be.
double IsTextOf(std::string_view call, std::string_view text, std::string_view functions) {
  return ValueOf(fmt::format("if {} == \"{}\" then 1 else 0", call, text),
                 fmt::format("{}{}", kTextFunctions, functions));
}

TEST(StringRoutines, ATextIsComposedInALoop) {
  EXPECT_EQ(IsTextOf("list(x)", "1;2;3", ""), 1.0);
  EXPECT_EQ(IsTextOf("list(x + 8.5)", "1;2;3;4;5;6;7;8;9;10;11;12", ""), 1.0);
  EXPECT_EQ(IsTextOf("list(x)", "1;2", ""), 0.0);
}

TEST(StringRoutines, TextsAreArgumentsOfOtherFunctions) {
  constexpr std::string_view f = R"(
    function count input String s; input String c; output Integer n = 0; protected Integer i = 1;
    algorithm
      while i <= length(s) loop
        if substring(s, i, i) == c then n := n + 1; end if;
        i := i + 1;
      end while;
    end count;
    function twice input String s; output String t; algorithm t := s + "|" + s; end twice;)";
  const std::string all = fmt::format("{}{}", kTextFunctions, f);
  EXPECT_EQ(ValueOf("count(list(x), \";\")", all), 2.0);
  EXPECT_EQ(ValueOf("count(twice(list(x + 4)), \"7\")", all), 2.0);
  EXPECT_EQ(ValueOf("length(list(x))", all), 5.0);
  EXPECT_EQ(ValueOf("length(twice(list(2*x)))", all), 23.0);
}

TEST(StringRoutines, TextsAreOrdered) {
  const auto order = [](std::string_view condition) {
    return ValueOf(fmt::format("if {} then 1 else 0", condition), kTextFunctions);
  };
  EXPECT_EQ(order("list(x) < \"1;2;4\""), 1.0);
  EXPECT_EQ(order("list(x) < list(x + 1)"), 1.0);
  EXPECT_EQ(order("list(x) >= list(x + 1)"), 0.0);
}

// Roman numbers, whose signs stand in an array that is subscripted by a computed number.
TEST(StringRoutines, ArraysOfTextsAreSubscripted) {
  constexpr std::string_view f = R"(
    function roman input Integer n; output String s = "";
    protected
      Integer left = n, i = 1;
      constant Integer value[:] = {10, 9, 5, 4, 1};
      constant String sign[:] = {"X", "IX", "V", "IV", "I"};
    algorithm
      while left > 0 loop
        if left >= value[i] then
          s := s + sign[i];
          left := left - value[i];
        else
          i := i + 1;
        end if;
      end while;
    end roman;
    function last input Real u; output String s; protected String t[3] = {"a", "b", "c"}; Integer k = 0;
    algorithm
      while k < u loop k := k + 1; t[k] := t[k] + String(k); end while;
      s := t[1] + t[2] + t[k];
    end last;)";
  EXPECT_EQ(IsTextOf("roman(integer(x))", "III", f), 1.0);
  EXPECT_EQ(IsTextOf("roman(integer(x) + 16)", "XIX", f), 1.0);
  EXPECT_EQ(IsTextOf("last(x)", "a1b2c3", f), 1.0);
}

TEST(StringRoutines, EachReturnHasItsText) {
  constexpr std::string_view f = R"(
    function f input Real u; output String s = "none"; protected Integer k = 0;
    algorithm
      while k < u loop k := k + 1; if k > 5 then s := "many"; return; end if; end while;
      s := if k > 2 then "some" else "few";
    end f;)";
  EXPECT_EQ(IsTextOf("f(x)", "some", f), 1.0);
  EXPECT_EQ(IsTextOf("f(x - 1)", "few", f), 1.0);
  EXPECT_EQ(IsTextOf("f(3*x)", "many", f), 1.0);
}

// "<<<.>>>": a recursion on values of the run.
TEST(StringRoutines, ARecursionComposesATextFromInsideOut) {
  constexpr std::string_view f = R"(
    function nested input Real u; output String s;
    algorithm if u < 1 then s := "."; else s := "<" + nested(u - 1) + ">"; end if; end nested;)";
  EXPECT_EQ(IsTextOf("nested(x)", "<<<.>>>", f), 1.0);
}

TEST(StringRoutines, TextsAreFieldsOfRecords) {
  constexpr std::string_view f = R"(
    record Item String name; Real value; end Item;
    function f input Real u; output Item r(name = "", value = 0);
    algorithm while r.value < u loop r.value := r.value + 1; r.name := r.name + "*"; end while; end f;
    function nameOf input Item r; output String s; algorithm s := r.name; end nameOf;)";
  EXPECT_EQ(IsTextOf("nameOf(f(x))", "***", f), 1.0);
}

TEST(StringRoutines, NumbersAreReadFromThem) {
  constexpr std::string_view f = R"(
    // The sum of the numbers between semicolons.
    function total input String s; output Real y = 0; protected Integer at = 1; Real number;
    algorithm
      while at <= length(s) loop
        (at, number) := scanReal(s, at);
        y := y + number;
        at := at + 1;
      end while;
    end total;)";
  EXPECT_EQ(ValueOf("total(list(x + 1))", fmt::format("{}{}", kTextFunctions, f)), 10.0);
}

TEST(StringRoutines, AFailureIsToldWithAComposedText) {
  constexpr std::string_view f = R"(
    function f input Real u; output Real y = u; protected String s = "";
    algorithm
      while y > 1 loop y := y - 1; s := s + String(y) + " "; end while;
      assert(u < 3.25, "after " + s);
    end f;)";
  const System system = FlattenOk(Wrap(fmt::format("Real x; Real y; {}", f), "x = time; y = f(x);"));
  const double variables[] = {3.5, 0.0};
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint({0.0, variables, {}, {}});
  const expr::ExprId call = system.equations[EquationId(1)].right;
  EXPECT_TRUE(std::isnan(evaluator.Value(call)));
  EXPECT_EQ(evaluator.WhyCallFails(call), "after 2.5 1.5 0.5 ");
}

// d/dt u^2 = 2 u u', whatever is written on the way.
TEST(StringRoutines, DoNotStandInTheWayOfDerivatives) {
  constexpr std::string_view f = R"(
    function f input Real u; output Real y = 0; protected String s = ""; Integer k = 0;
    algorithm
      while k < u loop k := k + 1; s := s + String(u); end while;
      y := if length(s) > 0 and s <> "x" and s < "z" then u^2 else 0;
    end f;)";
  System system =
      FlattenOk(Wrap(fmt::format("Real x; Real y; {}{}", kTextFunctions, f), "x = time; y = f(x);"));
  const double variables[] = {4.0, 0.0}, slopes[] = {3.0, 0.0};
  const expr::ExprId call = system.equations[EquationId(1)].right;
  ASSERT_EQ(system.graph.op(call), expr::Op::kCall);
  EXPECT_EQ(
      expr::Evaluate(system.graph, expr::TimeDerivative(system.graph, call), {0.0, variables, slopes, {}}),
      24.0);
}

// A loop that never ends does not fill the memory with its texts: each of them costs as many steps as it has
// characters.
TEST(StringRoutines, TextsThatGrowForEverFail) {
  const auto why = [](std::string_view statement) {
    const System system = FlattenOk(Wrap(
        fmt::format("Real x; Real y; {0} function f input Real u; output Real y; protected String s = \"x\"; "
                    "algorithm while u > 0 loop {1} end while; y := length(s); end f;",
                    kTextFunctions, statement),
        "x = time; y = f(x);"));
    std::string reason;
    double y = 0;
    const double in[] = {3.0};
    EXPECT_FALSE(system.graph.functions()[0]->Evaluate(in, {&y, 1}, &reason));
    return reason;
  };
  EXPECT_NE(why("s := s + s;").find("it writes too many texts, or too long ones"), std::string::npos);
  EXPECT_NE(why("s := s + \"y\";").find("it writes too many texts, or too long ones"), std::string::npos);
}

TEST(StringRoutines, ATextThatAFunctionFailedToGiveIsNotAnEmptyOne) {
  const auto texts = std::make_shared<TextTable>();
  const ValueFormat format{.type = ValueType::kInteger, .texts = texts};
  EXPECT_EQ(FormatValue(format, std::nan("")), "(no value)");
  EXPECT_EQ(FormatValue(format, texts->NumberOf("")), "");
}

TEST(StringRoutines, ATextWithoutAValueIsTold) {
  constexpr std::string_view f = R"(
    function f input Real u; output String s; protected String t[3]; Integer k = 0;
    algorithm
      while k < u loop k := k + 1; end while;
      t[k] := "a";
      s := t[k] + t[if u > 2 then 1 else k];
    end f;)";
  const std::string all = fmt::format("{}{}", kTextFunctions, f);
  EXPECT_EQ(ValueOf("length(f(x - 1))", all), 2.0);
  EXPECT_TRUE(std::isnan(ValueOf("length(f(x))", all)));
}

}  // namespace
}  // namespace daedalus::semantics
