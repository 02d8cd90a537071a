// A class alone: parameters without values, arrays of unknown size (Mode::kCheck).
//
// The property: for every operator and function, the type and shape that come out where n is unknown are
// those that come out for n = 3 and n = 4, but for the sizes that are unknown; no element is made up, and
// nothing is reported that is right for some n.
#include <algorithm>

#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

Value Filled(Value value) {
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = Constant(1.0);
  return value;
}

// n, and arrays of size n of all types. An unknown n is kUnknownSize.
class WithArrays : public Walk {
 public:
  WithArrays(std::int64_t n, std::string_view declarations, std::string_view equations = "")
      : Walk(declarations, equations) {
    using enum BaseType;
    const Type pair = types().AddRecord({"Pair", {{"a", kReal}, {"b", kReal, 1}}});
    const Variability v = Variability::kParameter;
    Name("n", ScalarValue(kInteger, n == kUnknownSize ? Scalar() : Constant(static_cast<double>(n)), v));
    const auto add = [&](std::string_view name, Type type, Dims dims) {
      Name(name, Filled(ArrayValue(type, std::move(dims), v)));
    };
    Name("w", ScalarValue(kReal, Scalar(), Variability::kContinuous));
    add("x", kReal, {n});
    add("y", kReal, {n});
    add("u", kReal, {3});
    add("A", kReal, {n, n});
    add("B", kReal, {n, 2});
    add("C", kReal, {2, n});
    add("O", kReal, {1, n, 1});
    add("k", kInteger, {n});
    add("t", kBoolean, {n});
    add("e", kStateSelectType, {n});
    Value z = ArrayValue(pair, {n}, v);
    z.fields = Fields({Filled(ArrayValue(kReal, {n}, v)), Filled(ArrayValue(kReal, {n, 2}, v))});
    Name("z", std::move(z));
  }
};

// One after another, between bars.
constexpr std::string_view kExpressions = R"(
x | x[2] | x[n] | x[1:n] | x[2:end] | x[:] | x[k] | x[{1, n}] | x[end] | x[n - 1] | A[1] | A[1, :] |
A[:, n] | A[n, n] | A[1:2, 2:n] | B[end, 2] | u[n - 1] | u[k] | (x + y)[2] | (x + y)[1:n] | z | z[2] |
z.a | z.b | z[1].b | z.b[2] | z[n].b[n - 1] | z[1:n].a | x + y | x - y + x | x .+ 1 | 1 .+ x .+ y | -x |
x .- n | 2 * x | x * 2 * n | x * y | A * x | x * A | A * A | A * B | C * A | C * B | A * x * y |
x .* y | x / 2 | x ./ y | 1 ./ x | A ^ 2 | A ^ n | n ^ 2 | x .^ 2 | 2 .^ x | n + 1 | n / 2 |
A + A * A - A | n > 2 | n == 2 | not t | t and t | t or t and t | x[1] > x[n] | e[1] < e[n] |
if n > 2 then x else y | if n > 2 then 1 else 2 | if n > 2 then x[2] else u[1] |
if n > 9 then u[n + 5] else x[1] | if n > 100 then u[100] else u[1] | if n > 2 then z else z |
if x[1] > 0 then A else 2 * A | if n > 2 then fill(1.0, n) elseif n > 1 then x else y | {x, y} | {x[1], n} |
{{x}, {y}} | {z, z} | [x, y] | [A; C] | [A, B] | [1, 2; 3, n] | 1:n | n:-1:1 | 0:0.5:n |
{i for i in 1:n} | {x[i] for i in 1:n} | {i * j for i in 1:n, j in 1:2} | {x[i] * y[i] for i} |
{{A[i, j] for i in 1:n} for j in 1:2} | {z[i] for i in 1:n} | {r.b for r in z} |
sum(x[i] for i in 1:n) | sum(1 for i in 1:n) | product(i for i in 1:n) | max(x[i] for i in 1:n) |
min(k[i] for i) | array(i for i in 1:n) | sum({1, i} for i in 1:n) | {x for i in 1:2} | abs(x) |
abs(n) | sign(x) | sqrt(x) | sin(x) | cos(A) | tan(x) | asin(x) | acos(x) | atan(x) | atan2(x, y) |
atan2(1, x) | sinh(x) | cosh(x) | tanh(x) | exp(x) | log(x) | log10(x) | floor(x) | ceil(x) |
integer(x) | Integer(e) | Integer(e[n]) | div(k, n) | mod(k, 2) | rem(n, 2) | min(x) | max(A) |
min(n, 2) | max(t) | min(e) | String(n) | String(x[1], significantDigits = n, leftJustified = t[1]) |
String(n, minimumLength = n) | getInstanceName() | der(x) | noEvent(x) | noEvent(z) | pure(der(x)) | smooth(1, x) | smooth(n, A) |
homotopy(x, y) | homotopy(actual = A, simplified = A) | semiLinear(x[1], n, 2) | ndims(A) | ndims(z.b) |
hold(x) | noClock(x) | previous(x) | subSample(x, 2) | superSample(B, n) | shiftSample(x, 1, n) | backSample(n, 1) |
interval() | firstTick() | Clock(n, 10) | sample(x, Clock(1.5)) |
size(A) | size(A, 1) | size(B, 2) | size(x, 1) + 1 | size(x[1:n], 1) | size({x, y}, 1) | size(z.b) |
scalar(x[1:1]) | scalar({x[1]}) | vector(O) | vector(x) | vector(n) | matrix(x) | matrix(A) |
matrix(O[1]) | zeros(n) | zeros(2, n) | ones(n, n) | fill(1, n) | fill(x, 2) | fill(x, n, 2) |
fill(z[1], n) | identity(n) | diagonal(x) | linspace(0, 1, n) | linspace(0, n, 2) | sum(x) | sum(A) |
product(x) | array(x, y) | cat(1, x, y) | cat(1, x, {1, 2}) | cat(2, A, B) | cat(1, A, C) |
cat(1, z, z) | cat(n - 2, A, A) | transpose(A) | transpose(B) | outerProduct(x, y) |
outerProduct(x, u) | symmetric(A) | cross(x, y) | cross(u, x) | skew(x) | StateSelect(n) |
StateSelect(k) | pre(k) | edge(t) | change(n) | initial() | terminal() | sample(0, n) | delay(x, 1) |
spatialDistribution(1, 2, time, true)
)";

std::vector<std::string_view> Expressions() {
  std::vector<std::string_view> expressions;
  for (std::size_t begin = 0; begin < kExpressions.size();) {
    const std::size_t end = std::min(kExpressions.find('|', begin), kExpressions.size());
    expressions.push_back(kExpressions.substr(begin, end - begin));
    begin = end + 1;
  }
  return expressions;
}

struct Outcome {
  Value value;
  std::string messages;
};

Outcome Evaluated(std::int64_t n, std::string_view expression, Mode mode) {
  WithArrays walk(n, fmt::format("Real result = {};", expression));
  Purpose purpose;
  purpose.mode = mode;
  Outcome outcome{walk.Run(purpose), ""};
  outcome.messages = walk.Messages();
  return outcome;
}

// Whether what is known in the one is the same in the other.
void ExpectAgreement(const Value& checked, const Value& known, std::string_view expression) {
  EXPECT_EQ(checked.type.base, known.type.base) << expression;
  EXPECT_TRUE(AreCompatible(checked.dims, known.dims))
      << expression << ": " << ToString(checked.dims) << " against " << ToString(known.dims);
  ASSERT_EQ(checked.fields.size(), known.fields.size()) << expression;
  for (std::size_t k = 0; k < known.fields.size(); ++k) {
    ExpectAgreement(checked.fields[k], known.fields[k], expression);
  }
  if (checked.IsRecord() || checked.HasUnknownSize() || known.HasUnknownSize()) {
    EXPECT_TRUE(checked.elements.empty() || !checked.HasUnknownSize()) << expression;
    return;
  }
  ASSERT_EQ(checked.size(), known.size()) << expression;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (checked[i].IsConstant() && known[i].IsConstant()) {
      EXPECT_EQ(checked[i].number, known[i].number) << expression;
    }
  }
}

TEST(CheckAlone, UnknownSizesAgreeWithAllKnownOnes) {
  for (const std::string_view expression : Expressions()) {
    const Outcome checked = Evaluated(kUnknownSize, expression, Mode::kCheck);
    EXPECT_EQ(checked.messages, "") << expression;
    ASSERT_FALSE(checked.value.IsError()) << expression;
    int num_right = 0;
    for (const std::int64_t n : {3, 4}) {
      const Outcome known = Evaluated(n, expression, Mode::kProbe);
      if (known.value.IsError()) continue;  // right for another n only
      ++num_right;
      ExpectAgreement(checked.value, known.value, expression);
    }
    const bool is_dead_branch = expression.find("100") != std::string_view::npos;
    EXPECT_TRUE(num_right > 0 || is_dead_branch) << expression;
  }
}

// With known sizes a check is a probe.
TEST(CheckAlone, KnownSizesAreKept) {
  for (const std::string_view expression : Expressions()) {
    const Outcome probed = Evaluated(3, expression, Mode::kProbe),
                  checked = Evaluated(3, expression, Mode::kCheck);
    if (probed.value.IsError()) continue;
    EXPECT_EQ(checked.messages, "") << expression;
    EXPECT_EQ(checked.value.dims, probed.value.dims) << expression;
    ExpectAgreement(checked.value, probed.value, expression);
  }
}

TEST(CheckAlone, EveryBuiltInFunctionIsAmongThem) {
  for (const Builtin& builtin : Builtins()) {
    if (builtin.handler == NotAnExpression) continue;
    // These need a connector for their argument.
    const bool is_about_connections = builtin.name == "inStream" || builtin.name == "actualStream" ||
                                      builtin.name == "cardinality" || builtin.name == "rooted" ||
                                      builtin.name.starts_with("Connections.");
    // These need a state machine around them.
    const bool is_about_states =
        builtin.name == "activeState" || builtin.name == "ticksInState" || builtin.name == "timeInState";
    if (is_about_connections || is_about_states) continue;
    const std::string call = fmt::format("{}(", builtin.name);
    EXPECT_NE(kExpressions.find(call), std::string_view::npos) << builtin.name;
  }
}

// The rest is checked above; that something is known at all is checked here.
TEST(CheckAlone, ShapesKeepWhatIsKnown) {
  const auto shape = [](std::string_view expression) {
    return ToString(Evaluated(kUnknownSize, expression, Mode::kCheck).value.dims);
  };
  EXPECT_EQ(shape("{x, y}"), "[2, :]");
  EXPECT_EQ(shape("x + u"), "[3]");
  EXPECT_EQ(shape("C * B"), "[2, 2]");
  EXPECT_EQ(shape("C * A"), "[2, :]");
  EXPECT_EQ(shape("transpose(B)"), "[2, :]");
  EXPECT_EQ(shape("B[2, :]"), "[2]");
  EXPECT_EQ(shape("cat(1, B, B)"), "[:, 2]");
  EXPECT_EQ(shape("z.b"), "[:, 2]");
  EXPECT_EQ(shape("fill(u, n, 2)"), "[:, 2, 3]");
  EXPECT_EQ(shape("{i * j for i in 1:n, j in 1:2}"), "[2, :]");
  EXPECT_EQ(shape("if n > 1 then u else ones(2)"), "[:]");
  EXPECT_EQ(shape("cross(x, y)"), "[3]");
}

TEST(CheckAlone, MistakesForEveryNAreFound) {
  const auto messages = [](std::string_view expression) {
    return Evaluated(kUnknownSize, expression, Mode::kCheck).messages;
  };
  EXPECT_EQ(messages("x + A"), "`+` of Real[:] and Real[:, :]\n");
  EXPECT_EQ(messages("x[1, 2]"), "a loop index has 1 dimension, but there are 2 subscripts\n");
  EXPECT_EQ(messages("x[0]"), "the subscript 0 is less than 1\n");
  EXPECT_EQ(messages("u[4]"), "the subscript 4 is not between 1 and 3\n");
  EXPECT_EQ(messages("x[0.5]"), "a subscript is an Integer or a vector of Integers, but this is Real\n");
  EXPECT_EQ(messages("B * C[:, 1:3] * u[1:2]"), "there is no product of Real[:, 3] and Real[2]\n");
  EXPECT_EQ(messages("zeros(-1)"), "a dimension cannot be negative, but this is -1\n");
  EXPECT_EQ(messages("not x"), "`not` needs a Boolean, but this is Real[:]\n");
  EXPECT_EQ(messages("if w > 0 then ones(2) else ones(3)"),
            "the branches of an if-expression are Integer[2] and Integer[3]\n");
  EXPECT_EQ(messages("if n > 0 then x else A"),
            "the branches of an if-expression are Real[:] and Real[:, :]\n");
  EXPECT_EQ(messages("{x, 1}"), "this element is Integer, the first one Real[:]\n");
}

std::string MessagesOfEquations(std::string_view equations) {
  WithArrays walk(kUnknownSize, "", equations);
  const FlatEquations out = walk.RunEquations(Mode::kCheck);
  EXPECT_TRUE(out.equations.empty());
  const std::string messages = walk.Messages();
  EXPECT_EQ(out.is_broken, !messages.empty());
  return messages;
}

TEST(CheckAlone, EquationsAreLookedAtAndNothingIsMade) {
  EXPECT_EQ(MessagesOfEquations("x = y; A * x = y; z = z; t = not t; e[1] = e[n]; 1 = n;"), "");
  EXPECT_EQ(MessagesOfEquations("for i in 1:n loop x[i] = y[n - i + 1]; end for;"), "");
  EXPECT_EQ(MessagesOfEquations("for i loop x[i] = y[i]; end for;"), "");
  EXPECT_EQ(
      MessagesOfEquations("assert(n > 2, \"n = \" + String(n)); assert(t[1], \"\", AssertionLevel.warning);"),
      "");
  EXPECT_EQ(
      MessagesOfEquations("if n > 100 then u[101] = 1; elseif n > 2 then x = y; else u[102] = 2; end if;"),
      "");
  EXPECT_EQ(MessagesOfEquations("if w > 0 then u[1] = 1; end if;"), "");
  EXPECT_EQ(MessagesOfEquations("x = A;"), "the left side is Real[:], the right side Real[:, :]\n");
  EXPECT_EQ(MessagesOfEquations("z = x;"), "the left side is Pair[:], the right side Real[:]\n");
  EXPECT_EQ(MessagesOfEquations("for i in 1:n loop x[i] = A[i]; end for;"),
            "the left side is Real, the right side Real[:]\n");
  EXPECT_EQ(MessagesOfEquations("if w > 0 then u[4] = 1; end if;"),
            "the subscript 4 is not between 1 and 3\n");
  EXPECT_EQ(MessagesOfEquations("if n > 2 then x = true; else x = y; end if;"),
            "the left side is Real[:], the right side Boolean\n");
}

}  // namespace
}  // namespace daedalus::semantics
