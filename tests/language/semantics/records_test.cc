// Values of records in the walk. What is expected is written out field by field.
#include "daedalus/language/semantics/expressions/records.h"

#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

using Numbers = std::vector<double>;

Value Array(Type type, Dims dims, const Numbers& numbers) {
  Value value = ArrayValue(type, std::move(dims));
  EXPECT_EQ(value.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) value[i] = Constant(numbers[i]);
  return value;
}

Value Record(Type type, Dims dims, std::vector<Value> fields) {
  Value value = ArrayValue(type, std::move(dims));
  value.fields = Fields(std::move(fields));
  return value;
}

Numbers NumbersOf(const Value& value) {
  Numbers numbers;
  for (std::size_t i = 0; i < value.size(); ++i) {
    EXPECT_TRUE(value[i].IsConstant());
    numbers.push_back(value[i].number);
  }
  return numbers;
}

// c = Complex(1, 2), v = {Complex(1, 4), Complex(2, 5), Complex(3, 6)}, and p with an array in it:
// p = {Path({1, 2}, c), Path({3, 4}, -c)}.
class WithRecords : public Walk {
 public:
  explicit WithRecords(std::string_view declarations, std::string_view equations = "")
      : Walk(declarations, equations) {
    constexpr BaseType kReal = BaseType::kReal;
    complex = types().AddRecord({"Complex", {{"re", kReal}, {"im", kReal}}, 1, true});
    path = types().AddRecord({"Lib.Path", {{"x", kReal, 1}, {"last", complex}}});
    Name("c", Record(complex, {}, {Array(kReal, {}, {1}), Array(kReal, {}, {2})}));
    Name("v", Record(complex, {3}, {Array(kReal, {3}, {1, 2, 3}), Array(kReal, {3}, {4, 5, 6})}));
    Name("p", Record(path, {2},
                     {Array(kReal, {2, 2}, {1, 2, 3, 4}),
                      Record(complex, {2}, {Array(kReal, {2}, {1, -1}), Array(kReal, {2}, {2, -2})})}));
  }

  Type complex, path;
};

// "Complex[2]: {1, 2} {3, 4}": the type, and the elements of each field.
std::string Shown(std::string_view expression) {
  WithRecords walk(fmt::format("Real y = {};", expression));
  const Value value = walk.Run();
  if (value.IsError()) return walk.Messages();
  std::string text = walk.context().TypeText(value) + ":";
  ForEachLeaf(value, [&](const Value& leaf) {
    text += fmt::format(" {}{{{}}}", leaf.IsScalar() ? "" : ToString(leaf.dims),
                        fmt::join(NumbersOf(leaf), ", "));
  });
  return text;
}

TEST(Records, FieldsAndSubscripts) {
  EXPECT_EQ(Shown("c"), "Complex: {1} {2}");
  EXPECT_EQ(Shown("c.im"), "Real: {2}");
  EXPECT_EQ(Shown("v.im"), "Real[3]: [3]{4, 5, 6}");
  EXPECT_EQ(Shown("v[2]"), "Complex: {2} {5}");
  EXPECT_EQ(Shown("v[2].im"), "Real: {5}");
  EXPECT_EQ(Shown("v[{3, 1}]"), "Complex[2]: [2]{3, 1} [2]{6, 4}");
  EXPECT_EQ(Shown("v[end].re"), "Real: {3}");
  // The own subscripts of a field, for each of the records.
  EXPECT_EQ(Shown("p.x"), "Real[2, 2]: [2, 2]{1, 2, 3, 4}");
  EXPECT_EQ(Shown("p.x[2]"), "Real[2]: [2]{2, 4}");
  EXPECT_EQ(Shown("p[2].x"), "Real[2]: [2]{3, 4}");
  EXPECT_EQ(Shown("p[1].x[2]"), "Real: {2}");
  EXPECT_EQ(Shown("p[2].last"), "Complex: {-1} {-2}");
  EXPECT_EQ(Shown("p.last.im"), "Real[2]: [2]{2, -2}");
  EXPECT_EQ(Shown("(v)[2]"), "Complex: {2} {5}");
}

TEST(Records, ArraysOfThem) {
  EXPECT_EQ(Shown("{c, v[3]}"), "Complex[2]: [2]{1, 3} [2]{2, 6}");
  EXPECT_EQ(Shown("array(c, c)"), "Complex[2]: [2]{1, 1} [2]{2, 2}");
  EXPECT_EQ(Shown("{p[2], p[1]}"), "Lib.Path[2]: [2, 2]{3, 4, 1, 2} [2]{-1, 1} [2]{-2, 2}");
  EXPECT_EQ(Shown("cat(1, v, {c})"), "Complex[4]: [4]{1, 2, 3, 1} [4]{4, 5, 6, 2}");
  EXPECT_EQ(Shown("cat(2, {v}, {{c}})"), "Complex[1, 4]: [1, 4]{1, 2, 3, 1} [1, 4]{4, 5, 6, 2}");
  EXPECT_EQ(Shown("fill(p[1], 2)"), "Lib.Path[2]: [2, 2]{1, 2, 1, 2} [2]{1, 1} [2]{2, 2}");
  EXPECT_EQ(Shown("{v[i] for i in 3:-1:2}"), "Complex[2]: [2]{3, 2} [2]{6, 5}");
  EXPECT_EQ(Shown("{z.re * z.im for z in v}"), "Real[3]: [3]{4, 10, 18}");
  EXPECT_EQ(Shown("{z for z in p}"), "Lib.Path[2]: [2, 2]{1, 2, 3, 4} [2]{1, -1} [2]{2, -2}");
}

TEST(Records, Shapes) {
  EXPECT_EQ(Shown("size(v, 1) * 10 + ndims(p.x)"), "Integer: {32}");
  EXPECT_EQ(Shown("size(p)"), "Integer[1]: [1]{2}");
  EXPECT_EQ(Shown("scalar({c})"), "Complex: {1} {2}");
  EXPECT_EQ(Shown("vector({p})"), "Lib.Path[2]: [2, 2]{1, 2, 3, 4} [2]{1, -1} [2]{2, -2}");
  EXPECT_EQ(Shown("matrix(p)"), "Lib.Path[2, 1]: [2, 1, 2]{1, 2, 3, 4} [2, 1]{1, -1} [2, 1]{2, -2}");
  EXPECT_EQ(Shown("transpose({p})"), "Lib.Path[2, 1]: [2, 1, 2]{1, 2, 3, 4} [2, 1]{1, -1} [2, 1]{2, -2}");
  EXPECT_EQ(Shown("transpose({{v[1], v[2]}, {v[3], c}})"),
            "Complex[2, 2]: [2, 2]{1, 3, 2, 1} [2, 2]{4, 6, 5, 2}");
}

TEST(Records, WhatIsNoOperation) {
  EXPECT_EQ(Shown("c == c"), "`==` is not defined for Complex and Complex\n");
  EXPECT_EQ(Shown("c + c"), "`+` is not defined for Complex and Complex\n");
  EXPECT_EQ(Shown("-v"), "`-` is not defined for Complex[3]\n");
  EXPECT_EQ(Shown("der(c)"), "`der` needs a number here, but this is Complex\n");
  EXPECT_EQ(Shown("[c, c]"), "a matrix of Complex cannot be written with brackets\n");
  EXPECT_EQ(Shown("max(v)"), "`max` needs an array, or two scalars here, but this is Complex[3]\n");
  EXPECT_EQ(Shown("max(c, c)"), "Complex cannot be reduced so\n");
  EXPECT_EQ(Shown("String(c)"), "`String` needs a scalar that is not a String here, but this is Complex\n");
  EXPECT_EQ(Shown("sum(z for z in v)"), "`+` is not defined for Complex and Complex\n");
  EXPECT_EQ(Shown("{c, 1}"), "an array of Complex and Integer\n");
  EXPECT_EQ(Shown("{c, p[1]}"), "an array of Complex and Lib.Path\n");
  EXPECT_EQ(Shown("if true and time > 1 then c else 1"),
            "the branches of an if-expression are Complex and Integer\n");
  EXPECT_EQ(Shown("c.imm"), "a loop index is a Complex and has no `imm` in it\n");
  EXPECT_EQ(Shown("c.re.im"), "`re` is a Real and has no `im` in it\n");
  EXPECT_EQ(Shown("p.x[1, 2]"), "`x` has 1 dimension, but there are 2 subscripts\n");
  EXPECT_EQ(Shown("v[4]"), "the subscript 4 is not between 1 and 3\n");
}

TEST(Records, AreChosenFieldByField) {
  EXPECT_EQ(Shown("if 2 > 1 then c else v[1]"), "Complex: {1} {2}");
  WithRecords walk("Real y = if time > 1 then c else v[2];");
  const Value value = walk.Run();
  ASSERT_EQ(walk.Messages(), "");
  EXPECT_TRUE(value.type == walk.complex);
  EXPECT_EQ(value.variability, Variability::kDiscrete) << "a relation changes at events only";
  EXPECT_FALSE(value.IsConstant());
  const auto at = [&](double time, std::size_t field) {
    return EvaluateHolding(walk.system(), value.fields[field].scalar.expr, {time, {}, {}, {}});
  };
  EXPECT_EQ(at(2.0, 0), 1.0);
  EXPECT_EQ(at(2.0, 1), 2.0);
  EXPECT_EQ(at(0.0, 0), 2.0);
  EXPECT_EQ(at(0.0, 1), 5.0);
}

TEST(Records, KeepTheirFieldsInNoEventAndSmooth) {
  WithRecords walk("Real y = noEvent(smooth(1, {c, z}));");
  walk.Name("z", Record(walk.complex, {}, {walk.Unknowns("a"), walk.Unknowns("b")}));
  const Value value = walk.Run();
  ASSERT_EQ(walk.Messages(), "");
  EXPECT_EQ(value.fields[0].elements[0].number, 1.0);
  EXPECT_EQ(value.fields[1].elements[1].kind, Scalar::Kind::kExpression);
}

// ---- left = right ----

std::vector<std::string> EquationsOf(WithRecords& walk) {
  const FlatEquations flat = walk.RunEquations();
  std::vector<std::string> texts;
  for (const Equation& equation : flat.equations) texts.push_back(EquationText(walk.system(), equation));
  return texts;
}

TEST(Records, AreEquatedByTheNamesOfTheirFields) {
  WithRecords walk("", "z = w; q[2] = p[1];");
  const Type swapped =
      walk.types().AddRecord({"Swapped", {{"im", BaseType::kReal}, {"re", BaseType::kInteger}}});
  walk.Name("z", Record(walk.complex, {}, {walk.Unknowns("z.re"), walk.Unknowns("z.im")}));
  walk.Name("w", Record(swapped, {}, {walk.Unknowns("w.im"), Array(BaseType::kInteger, {}, {7})}));
  walk.Name("q", Record(walk.path, {2},
                        {walk.Unknowns("q.x", {2, 2}),
                         Record(walk.complex, {2},
                                {walk.Unknowns("q.last.re", {2}), walk.Unknowns("q.last.im", {2})})}));
  EXPECT_EQ(EquationsOf(walk),
            (std::vector<std::string>{"z.re = 7", "z.im = w.im", "q.x[2,1] = 1", "q.x[2,2] = 2",
                                      "q.last.re[2] = 1", "q.last.im[2] = 2"}));
  EXPECT_EQ(walk.Messages(), "");
}

TEST(Records, OfOtherFieldsAreNotEquated) {
  WithRecords walk("", "c = p[1];");
  EXPECT_TRUE(EquationsOf(walk).empty());
  EXPECT_EQ(walk.Messages(), "the left side is Complex, the right side Lib.Path\n");
  WithRecords sizes("", "p[1] = q;");
  sizes.Name("q", Record(sizes.path, {},
                         {Array(BaseType::kReal, {3}, {1, 2, 3}),
                          Record(sizes.complex, {},
                                 {Array(BaseType::kReal, {}, {1}), Array(BaseType::kReal, {}, {1})})}));
  EXPECT_TRUE(sizes.RunEquations().is_broken);
  EXPECT_EQ(sizes.Messages(), "the left side is Real[2], the right side Real[3]\n");
}

TEST(Equations, BetweenKnownDiscreteValuesAreChecks) {
  const auto messages = [](std::string_view equation) {
    return FlattenText(Wrap("constant Integer n = 3; constant String s = \"a\"; constant Boolean b[2] = "
                            "{true, false}; "
                            "parameter StateSelect e = StateSelect.avoid; parameter Boolean p = true;",
                            equation))
        .Messages();
  };
  EXPECT_EQ(messages("n = 1 + 2; s = \"a\"; b = {true, not true}; e = StateSelect(2);"), "");
  EXPECT_EQ(FlattenOk(Wrap("constant Integer n = 3;", "n = 3; n = 4;")).equations.size(), 1u);
  EXPECT_EQ(messages("s + s = \"a\";"), "4:1-12 D0244 the left side is \"aa\", the right side \"a\"\n");
  EXPECT_EQ(messages("b = {true, true};"), "4:1-17 D0244 the left side is false, the right side true\n");
  EXPECT_EQ(messages("e = StateSelect.never;"),
            "4:1-22 D0244 the left side is StateSelect.avoid, the right side StateSelect.never\n");
  EXPECT_EQ(messages("b = {true};"), "4:1-11 D0222 the left side is Boolean[2], the right side Boolean[1]\n");
  EXPECT_EQ(messages("p = true;"),
            "4:1-9 D0244 no variable stands alone on a side of this equation: p = true\n");
}

// ---- R(a, b) ----

class Constructor : public ::testing::Test {
 protected:
  Constructor() : walk_("Real y = 1;"), l_(walk_.MakeLowering()) {}

  static RecordArgument Given(std::string_view name, Value value) { return {name, std::move(value), {}}; }
  std::string Made(std::vector<RecordArgument> arguments, const DefaultOfField& default_of = {}) {
    const Value value = MakeRecord(l_, walk_.complex, arguments, {}, default_of);
    if (value.IsError()) return walk_.Messages();
    std::string text = walk_.context().TypeText(value);
    for (const Value& field : value.fields) text += fmt::format(" {{{}}}", fmt::join(NumbersOf(field), ", "));
    return text;
  }

  const Value one_ = Array(BaseType::kInteger, {}, {1}), two_ = Array(BaseType::kReal, {}, {2}),
              pair_ = Array(BaseType::kReal, {2}, {5, 6});
  WithRecords walk_;
  Lowering l_;
};

TEST_F(Constructor, TakesArgumentsByPlaceAndName) {
  EXPECT_EQ(Made({Given("", one_), Given("", two_)}), "Complex {1} {2}");
  EXPECT_EQ(Made({Given("", one_), Given("im", two_)}), "Complex {1} {2}");
  EXPECT_EQ(Made({Given("im", one_), Given("re", two_)}), "Complex {2} {1}");
  const Value record = MakeRecord(l_, walk_.complex, std::vector{Given("", one_), Given("", two_)}, {});
  EXPECT_TRUE(record.fields[0].type == BaseType::kReal);  // an Integer stands for a Real
}

TEST_F(Constructor, TakesWhatIsNotGivenFromTheDeclaration) {
  const DefaultOfField zero = [](std::size_t field) {
    return field == 1 ? std::optional(Array(BaseType::kReal, {}, {0})) : std::nullopt;
  };
  EXPECT_EQ(Made({Given("", one_)}, zero), "Complex {1} {0}");
  EXPECT_EQ(Made({Given("im", one_)}, zero), "`Complex` needs a value for `re`\n");
}

TEST_F(Constructor, MakesArraysElementByElement) {
  EXPECT_EQ(Made({Given("", pair_), Given("", pair_)}), "Complex[2] {5, 6} {5, 6}");
  EXPECT_EQ(Made({Given("", pair_), Given("", one_)}), "Complex[2] {5, 6} {1, 1}");
  EXPECT_EQ(Made({Given("", pair_), Given("", Array(BaseType::kReal, {3}, {1, 2, 3}))}),
            "`Complex` is made of arrays of different sizes, [2] and [3]\n");
}

TEST_F(Constructor, RefusesWhatDoesNotFit) {
  EXPECT_EQ(Made({Given("", one_)}), "`Complex` needs a value for `im`\n");
  EXPECT_EQ(Made({Given("", one_), Given("", one_), Given("", one_)}),
            "`Complex` takes 2 arguments, but there are 3\n");
  EXPECT_EQ(Made({Given("", one_), Given("re", one_)}), "the argument `re` is given twice\n");
  EXPECT_EQ(Made({Given("", one_), Given("mi", one_)}), "`Complex` has no argument named `mi`\n");
  EXPECT_EQ(Made({Given("", one_), Given("im", Array(BaseType::kBoolean, {}, {1}))}),
            "`im` of `Complex` is of type Real, but this is Boolean\n");
  const Value path = MakeRecord(l_, walk_.path, std::vector{Given("", one_), Given("", one_)}, {});
  EXPECT_TRUE(path.IsError());
  EXPECT_EQ(walk_.Messages(),
            "`x` of `Lib.Path` has 1 dimension, but this is Integer\n"
            "`last` of `Lib.Path` is of type Complex, but this is Integer\n");
}

TEST(Records, AreFittedToOthersByName) {
  WithRecords walk("Real y = 1;");
  const Type wide = walk.types().AddRecord(
      {"Wide", {{"name", BaseType::kString}, {"im", BaseType::kInteger}, {"re", BaseType::kReal}}});
  const Value value = Record(wide, {},
                             {ScalarValue(BaseType::kString, walk.context().strings.ConstantOf("z")),
                              Array(BaseType::kInteger, {}, {4}), Array(BaseType::kReal, {}, {3})});
  const Value fitted = Coerced(walk.types(), value, walk.complex);
  ASSERT_EQ(fitted.fields.size(), 2u);
  EXPECT_EQ(fitted.fields[0].scalar.number, 3.0);
  EXPECT_EQ(fitted.fields[1].scalar.number, 4.0);
  EXPECT_TRUE(fitted.fields[1].type == BaseType::kReal);
  EXPECT_EQ(FieldOf(walk.types(), fitted, "name"), nullptr);
  EXPECT_EQ(FieldOf(walk.types(), value, "im")->scalar.number, 4.0);
}

}  // namespace
}  // namespace daedalus::semantics
