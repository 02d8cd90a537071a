// Every kind of semantic diagnostic, by an example that must fail: the exact place and message.
#include <set>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Example {
  std::string_view text;      // from line 1
  std::string_view messages;  // as Flattened::Messages writes them
};

constexpr Example kExamples[] = {
    // 201 kUnknownName
    {"model M Real voltage = 1; Real x = voltagf; end M;", "1:36-43 D0201 `voltagf` is not declared\n"},
    {"model M Real x = time; Real z = x.y; end M;", "1:35-36 D0201 `x` is a Real and has no `y` in it\n"},
    {"model M Real x = Modelica.Constants.pi; end M;",
     "1:18-39 D0201 `Modelica.Constants.pi` is not declared\n"},
    {"model M Real x(stateSelect = StateSelect.allways) = 1; end M;",
     "1:42-49 D0201 StateSelect has no value `allways`\n"},
    // 202 kUnknownType
    {"model M SI.Voltage v; Real x = v; end M;", "1:9-19 D0202 there is no class `SI.Voltage`\n"},
    {"model M extends N; Real x = 1; end M;", "1:17-18 D0202 there is no class `N`\n"},
    {"model M model N end N; N n; Real x = n.y; end M;", "1:40-41 D0201 `n` has no `y` in it\n"},
    {"model M import A.B; Real x = B; end M;", "1:16-17 D0005 there is no `A.B` to import\n"},
    // 203 kUnknownFunction
    {"model M Real x = sinn(time); end M;", "1:18-22 D0203 there is no function `sinn`\n"},
    // 204 kUnknownAttribute
    {"model M Real x(strat = 1) = 1; end M;", "1:16-21 D0204 Real has no attribute `strat`\n"},
    {"model M parameter Boolean b(min = false) = true; end M;",
     "1:29-32 D0204 Boolean has no attribute `min`\n"},
    // 205 kDuplicateName
    {"model M Real x = 1; Real x = 2; end M;", "1:26-27 D0205 `x` is declared twice\n"},
    // 206 kDuplicateModifier
    {"model M Real x(start = 1, start = 2) = 1; end M;", "1:27-32 D0206 `start` is given twice\n"},
    // 207 kNotAFunction
    {"model M Real x = 1; Real z = x(3); end M;", "1:30-31 D0207 `x` is a Real, not a function\n"},
    {"model M Real x = sin(i for i in 1:3); end M;", "1:18-21 D0207 `sin` is not a reduction\n"},
    // 208 kNotAValue
    {"model M Real x = sin; end M;", "1:18-21 D0208 `sin` is a function, not a value\n"},
    {"model M Real x = Real; end M;", "1:18-22 D0208 `Real` is a class, not a value\n"},
    {"model M Real x = assert(true, \"\"); end M;",
     "1:18-34 D0208 `assert` is itself an equation and has no value\n"},
    // 211 kUnsupportedElement
    {"model M parameter Real p[2](start = {1, 2}, fixed = {true, false}); initial equation p[2] = 1; end M;",
     "1:45-66 D0211 different values of `fixed` for the elements of an array are not supported yet\n"},
    {"model M parameter Real p(fixed = false); Real x(max = p) = 1; end M;",
     "1:49-56 D0211 an upper bound that depends on a parameter with `fixed = false` is not supported yet\n"},
    // 212 kUnsupportedEquation
    {"model M Real x; algorithm while x < time loop x := x + 1; end while; end M;",
     "1:33-41 D0212 this algorithm cannot be written out as equations: the condition of a while-loop depends "
     "on the run\n"},
    // 213 kUnsupportedFunction
    {"model M function f input Real u; output Real y; external \"C\"; end f; Real x = f(1); "
     "end M;",
     "1:79-83 D0213 `M.f` cannot be written out as expressions: `f` is an external function of C, and not "
     "one of those that are known here (`--allow-external` loads it)\n"},
    // 621 kBadDistribution
    {"model M Real a, b; equation (a, b) = spatialDistribution(1, 2, time, true, {0, 0.5}, {1, 1}); end M;",
     "1:76-84 D0621 the points at the start rise from 0 to 1, but these from 0 to 0.5\n"},
    {"model M Real a, b; equation (a, b) = spatialDistribution(1, 2, time, true, {0, 1, 0.5, 1}, {1, 1, 1, "
     "1}); end M;",
     "1:76-90 D0621 the points at the start rise from 0 to 1, but 0.5 follows 1\n"},
    {"model M Real a, b; equation (a, b) = spatialDistribution(1, 2, time, true, {0, 1}, {1, 1, 1}); end M;",
     "1:38-94 D0621 the points and values at the start are vectors of one length, at least 2, but these are "
     "Integer[2] and Integer[3]\n"},
    // 214 kUnsupportedExpression
    {"model M Real x, y; equation (x, y) = f(1); end M;", "1:38-39 D0203 there is no function `f`\n"},
    {"model M Real x; equation x = (1, 2); end M;",
     "1:30-36 D0214 several values are allowed only on the left side of the call of a function\n"},
    // 215 kDiscreteVariable
    {"model M class E extends ExternalObject; function constructor output E e; external; end constructor; "
     "function destructor input E e; external; end destructor; end E; E e; end M;",
     "1:167-168 D0215 `e` of type M.E needs a value that is known before the run\n"},
    // 254 kFunctionFailed
    {"model M function f input Real u; output Real y; algorithm u := 1; end f; Real x = f(1); end M;",
     "1:59-60 D0254 `u` is an input and cannot be assigned to\n"},
    // 221 kTypeMismatch
    {"model M Real x = true; end M;", "1:18-22 D0221 `x` is of type Real, but its value is Boolean\n"},
    {"model M parameter Integer n = 2.5; Real x[n]; end M;",
     "1:31-34 D0221 `n` is of type Integer, but its value is Real\n"},
    {"model M Real x = 1 + true; end M;", "1:22-26 D0221 `+` needs numbers, but this is Boolean\n"},
    {"model M Real x = if time then 1 else 2; end M;",
     "1:21-25 D0221 a condition is a Boolean, but this is Real\n"},
    {"model M Real x = if time == 1 then 1 else 2; end M;",
     "1:21-30 D0221 Real values cannot be compared by `==`\n"},
    {"model M Real x = if not 1 then 1 else 2; end M;",
     "1:25-26 D0221 `not` needs a Boolean, but this is Integer\n"},
    {"model M Real x = {1, true}; end M;", "1:18-27 D0221 an array of Integer and Boolean\n"},
    {"model M Real x; equation x = \"a\"; end M;",
     "1:26-33 D0221 the left side is Real, the right side String\n"},
    {"model M Real x(start = \"a\") = 1; end M;",
     "1:24-27 D0221 `start` is of type Real, but this is String\n"},
    // 222 kDimensionMismatch
    {"model M Real x[2] = {1, 2, 3}; end M;", "1:21-30 D0222 `x` is Real[2], but its value is Integer[3]\n"},
    {"model M Real x[2], y[3]; equation x = y; end M;",
     "1:35-40 D0222 the left side is Real[2], the right side Real[3]\n"},
    {"model M Real x = sum({1, 2} + {1, 2, 3}); end M;", "1:22-40 D0222 `+` of Integer[2] and Integer[3]\n"},
    {"model M Real x = {1, 2} * {1, 2, 3}; end M;",
     "1:18-36 D0222 there is no product of Integer[2] and Integer[3]\n"},
    {"model M Real x[2] = 1 / {1, 2}; end M;", "1:21-31 D0222 `/` of Integer and Integer[2]\n"},
    {"model M Real x[2](start = {1, 2, 3}) = {1, 2}; end M;",
     "1:27-36 D0222 `start` of `x` is Real[2], but this is Integer[3]\n"},
    {"model M Real x[2, 2] = {{1, 2}, {3}}; end M;",
     "1:33-36 D0222 this element is Integer[1], the first one Integer[2]\n"},
    // 223 kSubscriptType
    {"model M Real x[2]; Real y = x[1.5]; end M;",
     "1:31-34 D0223 a subscript is an Integer or a vector of Integers, but this is Real\n"},
    // 224 kSubscriptOutOfBounds
    {"model M Real x[3]; Real y = x[4]; end M;", "1:31-32 D0224 the subscript 4 is not between 1 and 3\n"},
    {"model M Real x[3]; equation for i in 1:3 loop x[i] = x[i - 1]; end for; end M;",
     "1:56-61 D0224 the subscript 0 is not between 1 and 3\n"},
    {"model M Real x[3]; parameter Integer n = size(x, 2); end M;",
     "1:50-51 D0224 there is no dimension 2 of 1\n"},
    // 225 kSubscriptCount
    {"model M Real x[3]; Real y = x[1, 2]; Real z = y[1]; end M;",
     "1:34-35 D0225 `x` has 1 dimension, but there are 2 subscripts\n"
     "1:49-50 D0225 `y` is a scalar and takes no subscripts\n"},
    // 226 kMisplacedSubscript
    {"model M Real x[end]; Real y[2, end]; end M;",
     "1:16-19 D0226 `end` has a meaning in subscripts only\n"
     "1:32-35 D0226 `end` has a meaning in subscripts only\n"},
    // 227 kWrongArgumentCount
    {"model M Real x = sin(1, 2) + atan2(1); end M;",
     "1:18-27 D0227 `sin` takes 1 argument, but there are 2\n"
     "1:30-38 D0227 `atan2` takes 2 arguments, but there is 1\n"},
    // 228 kWrongArgumentType
    {"model M Real x = sin(true); end M;", "1:22-26 D0228 `sin` needs a number here, but this is Boolean\n"},
    {"model M Real x = sum(cross({1, 2}, {1, 2, 3})); end M;",
     "1:28-34 D0228 `cross` needs a vector of 3 elements here, but this is Integer[2]\n"},
    {"model M Real x = 1; equation assert(x, \"\"); end M;",
     "1:37-38 D0228 `assert` needs a Boolean here, but this is Real\n"},
    // 229 kBadNamedArgument
    {"model M Real x = homotopy(actual = 1, simple = 2) + sin(u = 1); end M;",
     "1:39-45 D0229 `homotopy` has no argument named `simple`\n"
     "1:57-58 D0229 `sin` has no argument named `u`\n"},
    // 231 kTooVariable
    {"model M Real x = 1; parameter Real p = 2 * x; constant Real c = p; end M;",
     "1:44-45 D0231 the value of a parameter cannot depend on the variable `x`\n"
     "1:65-66 D0231 the value of a constant cannot depend on the parameter `p`\n"},
    {"model M Real x[integer(time)]; equation for i in 1:integer(y) loop end for; end M;",
     "1:24-28 D0231 a dimension cannot depend on the variable `time`\n"
     "1:60-61 D0201 `y` is not declared\n"},
    {"model M Real y(start = time) = 1; end M;",
     "1:24-28 D0231 a start value cannot depend on the variable `time`\n"},
    // 232 kCyclicDeclaration
    {"model M parameter Real a = b, b = c + 1, c = a; Real x = a; end M;",
     "1:24-25 D0232 the declaration of `a` depends on itself\n"},
    {"model M parameter Integer n = size(x, 1); Real x[n]; end M;",
     "1:27-28 D0232 the declaration of `n` depends on itself\n"},
    // 233 kNotEvaluable
    {"model M parameter Integer n; Real x[n]; end M;",
     "1:37-38 D0233 a dimension needs the value of `n`, which has none\n"},
    {"model M parameter Boolean p; Real x; equation if p then x = 1; else x = 2; end if; end M;",
     "1:50-51 D0233 the condition of an if-equation needs the value of `p`, which has none\n"},
    {"model M Real x[integer(1 / 0)]; end M;",
     "1:16-30 D0233 a dimension must have a value here, but this cannot be evaluated\n"},
    // 234 kBadDimension
    {"model M Real x[-1]; Real y[100000, 100000]; end M;",
     "1:16-18 D0234 a dimension cannot be negative, but this is -1\n"
     "1:26-27 D0234 an array of 10000000000 elements is too large: the most is 67108864\n"},
    // 235 kUnknownDimension
    {"model M Real x[:]; end M;", "1:16-17 D0235 `x` has no value, so the size of `:` is unknown\n"},
    // 236 kIntegerOverflow
    {"model M parameter Integer n = 1000000000 * 1000000000; end M;",
     "1:31-54 D0236 the Integer 1e+18 is too large: they are exact up to 2^52\n"},
    // 237 kDivisionByZero
    {"model M parameter Integer n = mod(3, 0); end M;", "1:38-39 D0237 `mod` by zero\n"},
    // 238 kMissingValue
    {"model M constant Real c; Real x = c; end M;", "1:23-24 D0238 the constant `c` has no value\n"},
    // 239 kBadModification
    {"model M Real y(start) = 1; parameter Real z := 3; end M;",
     "1:16-21 D0239 `start` is an attribute and needs a value: `start = ...`\n"
     "1:48-49 D0239 a declaration gets its value by `=`; `:=` is for algorithms\n"},
    // 241 kBadRange
    {"model M Real x[2]; equation for i in 3 loop x[i] = 1; end for; for i in 1:0:2 loop x[i] = 1; end for; "
     "end M;",
     "1:38-39 D0241 `i` runs through a vector, but this is Integer\n"
     "1:75-76 D0241 the step of a range cannot be 0\n"},
    // 242 kUnknownRange
    {"model M Real x; equation for i loop x = 1; end for; end M;",
     "1:30-31 D0242 `i` has no range, and subscripts no array that would give it one\n"},
    // 243 kIfEquationMismatch
    {"model M Real x; equation if time > 1 then x = 1; end if; end M;",
     "1:26-56 D0243 the branches of this if-equation have 1 and 0 equations\n"},
    // 244 kBadEquation
    {"model M Real x = 1; equation sin(x); end M;", "1:30-36 D0244 a value alone is not an equation\n"},
    {"model M parameter Boolean b = true; equation b = true; end M;",
     "1:46-54 D0244 no variable stands alone on a side of this equation: b = true\n"},
    // 245 kBadExperiment
    {"model M Real x = 1; annotation(experiment(StopTime = -1, Tolerance = 0)); end M;",
     "1:58-71 D0245 `Tolerance` is more than 0, but this is 0\n"
     "1:43-56 D0245 `StopTime` -1 is before the start at 0\n"},
    // 246 kUnboundInput
    {"model M input Real u; Real x; equation x = 2 * u; end M;",
     "1:20-21 D0246 nothing gives the input `u` a value\n"},
    // 247 kTooManyTerms
    {"model M parameter Real A[300, 300] = ones(300, 300); Real x[300] = A * A * ones(300); end M;",
     "1:68-73 D0247 the product of Real[300, 300] and Real[300, 300] has 27000000 terms, and the most is "
     "16777216\n"},
    // 232 kCyclicDeclaration, of classes
    {"model M extends M; end M;", "1:17-18 D0232 `M` inherits from itself\n"},
    {"model M model A extends B; end A; model B extends A; end B; A a; end M;",
     "1:51-52 D0232 `M.A` inherits from itself\n"},
    // 239 kBadModification, of components
    {"model M model R Real v = 1; end R; R r(w = 2); end M;",
     "1:40-41 D0239 `r` (a `M.R`) has no `w` to modify\n"},
    // 248 kMissingInner
    {"model M model A outer Real t; Real x = t; end A; A a; end M;",
     "1:28-29 D0248 nothing around `a` declares an `inner t`\n"},
    // 249 kDisabledComponent
    {"model M Real c = 1 if false; Real x = c; end M;",
     "1:39-40 D0249 `c` exists only under a condition: it can be connected, but not be used in an "
     "expression\n"},
    // 251 kBadConnection
    {"model M Real x = 1; equation connect(x, x); end M;",
     "1:38-39 D0251 `x` is not a connector\n"
     "1:41-42 D0251 `x` is not a connector\n"},
    {"model M connector P Real v; flow Real i; end P; connector Q Real v; end Q; P p; Q q; equation "
     "connect(p, q); "
     "end M;",
     "1:95-108 D0251 `q` has no `i`, which `p` has\n"},
    // 252 kPartialClass
    {"model M partial model A Real x; end A; A a; end M;",
     "1:42-43 D0252 `a` is of the class `M.A`, which is partial and must be completed first\n"},
    // 253 kRecursiveComponent
    {"model M model A A a; end A; A a; end M;",
     "1:19-20 D0253 `a` is of the class `M.A`, which contains it\n"},
};

TEST(SemanticDiagnostics, EachMistakeIsReportedOnceWithItsPlace) {
  for (const Example& example : kExamples) {
    const Flattened flattened = FlattenText(std::string(example.text));
    EXPECT_EQ(flattened.Messages(), example.messages) << example.text;
    EXPECT_FALSE(flattened.system) << example.text;
  }
}

TEST(SemanticDiagnostics, ClassesThatAreNoModelsAreReported) {
  const auto messages = [](std::string text, std::string_view name) {
    Parsed parsed(std::move(text));
    Diagnostics warnings;
    const auto result = Flatten(parsed.Store(), *FindModel(parsed.Store(), name), {}, warnings);
    return result ? std::string("ok")
                  : fmt::format("D{:04} {}", static_cast<int>(result.error()[0].code),
                                result.error()[0].message);
  };
  EXPECT_EQ(messages("package P end P;", "P"), "D0209 `P` is a package and cannot be simulated");
  EXPECT_EQ(messages("partial model P end P;", "P"),
            "D0209 `P` is partial and cannot be simulated: other classes must complete it");
  EXPECT_EQ(messages("model A = B;", "A"), "D0202 there is no class `B`");
}

TEST(SemanticDiagnostics, AMistakeInALoopIsReportedOnce) {
  const Flattened flattened = FlattenText(
      "model M Real x[1000]; equation for i in 1:1000 loop x[i] = y + x[i + 1000]; end for; end M;");
  EXPECT_EQ(flattened.diagnostics.size(), 2u) << flattened.Messages();
}

TEST(SemanticDiagnostics, AWrongDeclarationDoesNotMakeItsUsesWrong) {
  const Flattened flattened = FlattenText(
      "model M SI.Voltage v; Real x[k]; Integer n; parameter Real p = x[1] + v; equation x[2] = v + n + p; v "
      "= 1; end M;");
  EXPECT_EQ(flattened.Messages(),
            "1:9-19 D0202 there is no class `SI.Voltage`\n"
            "1:30-31 D0201 `k` is not declared\n");
}

TEST(SemanticDiagnostics, AWarningDoesNotStopTheModel) {
  const Flattened flattened =
      FlattenText("model M Real x = 1; annotation(experiment(StoppTime = 1, __Vendor(a = 1))); end M;");
  EXPECT_TRUE(flattened.system);
  EXPECT_EQ(flattened.Messages(), "1:43-52 D0245 `experiment` has no `StoppTime`\n");
}

TEST(SemanticDiagnostics, EveryCodeOfTheStageHasAnExample) {
  std::set<int> covered = {static_cast<int>(Code::kNotAModel),    // needs a class that is asked for by name
                           static_cast<int>(Code::kUnexplained),  // is never to be seen; reporter_test.cc
                           255,
                           256,
                           257,
                           258,
                           259,
                           260,                                  // rules of classes: strictness_test.cc
                           static_cast<int>(Code::kMixedUnits),  // units_test.cc
                           static_cast<int>(Code::kBadUnit),
                           static_cast<int>(Code::kImpureCall)};  // purity_test.cc
  for (const Example& example : kExamples) {
    std::string_view rest = example.messages;
    for (std::size_t at = rest.find(" D02"); at != std::string_view::npos; at = rest.find(" D02")) {
      covered.insert(std::stoi(std::string(rest.substr(at + 2, 4))));
      rest.remove_prefix(at + 4);
    }
  }
#define DAEDALUS_X(name, number, about) \
  EXPECT_TRUE(number / 100 != 2 || covered.contains(number)) << #name << " has no failing example";
  DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
}

}  // namespace
}  // namespace daedalus::semantics
