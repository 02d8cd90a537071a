#include <gtest/gtest.h>

#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

TEST(StoredDefinition, WithinMayHaveANameOrNone) {
  const Parsed named("within A.B; model M end M;");
  ASSERT_TRUE(named.ok()) << named.AllMessages();
  EXPECT_EQ(named.tree().DottedName(named.tree().root().within), "A.B");
  const Parsed bare("within; model M end M;");
  ASSERT_TRUE(bare.ok()) << bare.AllMessages();
  EXPECT_TRUE(bare.tree().root().has_within);
  EXPECT_FALSE(bare.tree().root().within.IsValid());
}

TEST(StoredDefinition, AFileMayBeEmptyOrHaveSeveralClasses) {
  EXPECT_TRUE(Parsed("").ok());
  EXPECT_TRUE(Parsed("// nothing\n").ok());
  const Parsed parsed("final model A end A; package B end B;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(parsed.tree().root().classes.size(), 2u);
  EXPECT_TRUE(parsed.tree()[parsed.tree().root().classes[0]].is_final);
}

struct KindCase {
  const char* words;
  ClassKind kind;
  Purity purity = Purity::kNone;
};

TEST(Class, EveryKind) {
  const KindCase cases[] = {{"class", ClassKind::kClass},
                            {"model", ClassKind::kModel},
                            {"block", ClassKind::kBlock},
                            {"record", ClassKind::kRecord},
                            {"operator record", ClassKind::kOperatorRecord},
                            {"connector", ClassKind::kConnector},
                            {"expandable connector", ClassKind::kExpandableConnector},
                            {"type", ClassKind::kType},
                            {"package", ClassKind::kPackage},
                            {"function", ClassKind::kFunction},
                            {"pure function", ClassKind::kFunction, Purity::kPure},
                            {"impure function", ClassKind::kFunction, Purity::kImpure},
                            {"operator function", ClassKind::kOperatorFunction},
                            {"pure operator function", ClassKind::kOperatorFunction, Purity::kPure},
                            {"operator", ClassKind::kOperator}};
  for (const KindCase& c : cases) {
    const Parsed parsed(fmt::format("{} A end A;", c.words));
    ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
    EXPECT_EQ(parsed.Class().kind, c.kind) << c.words;
    EXPECT_EQ(parsed.Class().purity, c.purity) << c.words;
    EXPECT_EQ(parsed.tree().Text(parsed.Class().name.name), "A");
  }
}

TEST(Class, PrefixesAndDescription) {
  const Parsed parsed("encapsulated partial model A \"one \" + \"two\" end A;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_TRUE(parsed.Class().is_encapsulated);
  EXPECT_TRUE(parsed.Class().is_partial);
  EXPECT_EQ(parsed.tree().DescriptionText(parsed.Class().description), "one two");
}

TEST(Class, ShortFormHasCausalitySubscriptsAndModifiers) {
  const Parsed parsed("connector C = input A.Real[3, :](each unit = \"m\") \"text\" annotation(x = 1);");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const ClassDefinition& c = parsed.Class();
  EXPECT_EQ(c.form, ClassForm::kShort);
  EXPECT_EQ(c.base_causality, Causality::kInput);
  EXPECT_EQ(parsed.tree().DottedName(c.base), "A.Real");
  EXPECT_EQ(c.base_subscripts.size(), 2u);
  EXPECT_EQ(parsed.tree()[c.modification].modifiers.size(), 1u);
  EXPECT_TRUE(parsed.tree()[c.description].annotation.IsValid());
}

TEST(Class, EnumerationsHaveLiteralsOrAreOpen) {
  const Parsed parsed("type E = enumeration(a \"first\", 'b' annotation(x = 1), c) \"text\";");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(parsed.Class().form, ClassForm::kEnumeration);
  ASSERT_EQ(parsed.Class().literals.size(), 3u);
  const EnumerationLiteral& first = parsed.tree()[parsed.Class().literals[0]];
  EXPECT_EQ(parsed.tree().Text(first.name.name), "a");
  EXPECT_EQ(parsed.tree().DescriptionText(first.description), "first");
  EXPECT_TRUE(Parsed("type E = enumeration(:);").Class().has_open_enumeration);
  EXPECT_TRUE(Parsed("type E = enumeration();").ok());
}

TEST(Class, DerivativeClassNamesTheInputs) {
  const Parsed parsed("function f_xy = der(A.f, x, y) \"text\";");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(parsed.Class().form, ClassForm::kDerivative);
  EXPECT_EQ(parsed.tree().DottedName(parsed.Class().base), "A.f");
  EXPECT_EQ(parsed.Class().derivative_of.size(), 2u);
}

TEST(Class, ExtendsFormKeepsItsModification) {
  const Parsed parsed("package P redeclare model extends M(x = 1) \"text\" Real y; end M; end P;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_TRUE(parsed.ElementAt(0).is_redeclare);
  const ClassDefinition& inner = parsed.tree()[parsed.ElementAt(0).class_definition];
  EXPECT_EQ(inner.form, ClassForm::kExtends);
  EXPECT_EQ(parsed.tree().Text(inner.name.name), "M");
  EXPECT_EQ(parsed.tree()[inner.modification].modifiers.size(), 1u);
}

TEST(Class, NestedClassesKnowWhatEnclosesThem) {
  const Parsed parsed("package P model A model B end B; end A; end P;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  const ClassId p = tree[tree.root().classes[0]].class_definition;
  const ClassId a =
      tree[tree[p].elements[0]].is_final ? ClassId() : tree[tree[p].elements[0]].class_definition;
  const ClassId b = tree[tree[a].elements[0]].class_definition;
  EXPECT_FALSE(tree[p].enclosing.IsValid());
  EXPECT_EQ(tree[a].enclosing, p);
  EXPECT_EQ(tree[b].enclosing, a);
}

TEST(Class, SectionsKeepTheirOrderAndVisibility) {
  const Parsed parsed(R"(model M
  Real a;
protected
  Real b, c;
public
  Real d;
initial equation
  a = 0;
equation
  a = 1; b = 2;
algorithm
  c := 1;
initial algorithm
  d := 0;
protected
end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  std::vector<SectionKind> kinds;
  for (const Section& s : parsed.tree().List(parsed.Class().sections)) kinds.push_back(s.kind);
  EXPECT_EQ(kinds,
            (std::vector{SectionKind::kDefault, SectionKind::kProtected, SectionKind::kPublic,
                         SectionKind::kInitialEquation, SectionKind::kEquation, SectionKind::kAlgorithm,
                         SectionKind::kInitialAlgorithm, SectionKind::kProtected}));
  ASSERT_EQ(parsed.Class().elements.size(), 3u);
  EXPECT_FALSE(parsed.ElementAt(0).is_protected);
  EXPECT_TRUE(parsed.ElementAt(1).is_protected);
  EXPECT_FALSE(parsed.ElementAt(2).is_protected);
  EXPECT_EQ(parsed.SectionAt(1).elements[0], parsed.Class().elements[1]);
  EXPECT_EQ(parsed.SectionAt(4).equations.size(), 2u);
  EXPECT_EQ(parsed.SectionAt(5).statements.size(), 1u);
}

TEST(Class, AnnotationOfTheClassIsNotADescription) {
  const Parsed parsed("model M \"text\" annotation(Icon()); end M;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_TRUE(parsed.Class().annotation.IsValid());
  EXPECT_FALSE(parsed.tree()[parsed.Class().description].annotation.IsValid());
}

TEST(Class, ExternalClauseInAllItsForms) {
  for (const std::string_view clause :
       {"external;", "external \"C\";", "external f(x);", "external \"C\" y = f(x, size(x, 1));",
        "external \"FORTRAN 77\" a.b[1] = f() annotation(Library = \"m\");", "external annotation(x = 1);"}) {
    const Parsed parsed(
        fmt::format("function f input Real x; output Real y; {} annotation(a = 1); end f;", clause));
    ASSERT_TRUE(parsed.ok()) << clause << parsed.AllMessages();
    EXPECT_TRUE(parsed.Class().external.IsValid()) << clause;
    EXPECT_TRUE(parsed.Class().annotation.IsValid()) << clause;
  }
  const Parsed parsed("function f external \"C\" y = g(x, 1); end f;");
  const External& e = parsed.tree()[parsed.Class().external];
  EXPECT_EQ(parsed.tree().StringValue(e.language), "C");
  EXPECT_EQ(Shape(parsed.tree(), e.output), "y");
  EXPECT_EQ(parsed.tree().Text(e.function), "g");
  EXPECT_EQ(e.arguments.size(), 2u);
}

TEST(Import, EveryForm) {
  const Parsed parsed(R"(model M
  import A.B;
  import C = A.B "text";
  import A.B.*;
  import A.{B, C} annotation(x = 1);
  import .A.B . *;
end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const auto import = [&](std::size_t i) { return parsed.tree()[parsed.ElementAt(i).import_clause]; };
  EXPECT_EQ(import(0).kind, ImportKind::kSingle);
  EXPECT_EQ(import(1).kind, ImportKind::kRenamed);
  EXPECT_EQ(parsed.tree().Text(import(1).alias), "C");
  EXPECT_EQ(import(2).kind, ImportKind::kAll);
  EXPECT_EQ(parsed.tree().DottedName(import(2).name), "A.B");
  EXPECT_EQ(import(3).kind, ImportKind::kSome);
  EXPECT_EQ(import(3).names.size(), 2u);
  EXPECT_EQ(parsed.tree().DottedName(import(4).name), ".A.B");
}

TEST(Extends, HasModifiersAndAnnotation) {
  const Parsed parsed(
      "model M extends .A.B(x = 1, break c, break connect(a.p, b.n)) annotation(y = 2); end M;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Extends& extends = parsed.tree()[parsed.ElementAt(0).extends];
  EXPECT_EQ(parsed.tree().DottedName(extends.type), ".A.B");
  const auto modifiers = parsed.tree().List(parsed.tree()[extends.modification].modifiers);
  ASSERT_EQ(modifiers.size(), 3u);
  EXPECT_EQ(modifiers[1].kind, ModifierKind::kRemoveComponent);
  EXPECT_EQ(modifiers[2].kind, ModifierKind::kRemoveConnection);
  EXPECT_EQ(Shape(parsed.tree(), modifiers[2].to), "b.n");
  EXPECT_TRUE(extends.annotation.IsValid());
}

TEST(Component, EveryPrefix) {
  const Parsed parsed(R"(model M
  flow Real a;
  stream Real b;
  discrete input Real c;
  parameter output Real d;
  constant Real e;
  final inner outer replaceable Real f constrainedby Real(min = 0) "text";
  redeclare final replaceable model N = O constrainedby P;
end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(parsed.Clause(0).connection, Connection::kFlow);
  EXPECT_EQ(parsed.Clause(1).connection, Connection::kStream);
  EXPECT_EQ(parsed.Clause(2).variability, Variability::kDiscrete);
  EXPECT_EQ(parsed.Clause(2).causality, Causality::kInput);
  EXPECT_EQ(parsed.Clause(3).variability, Variability::kParameter);
  EXPECT_EQ(parsed.Clause(3).causality, Causality::kOutput);
  EXPECT_EQ(parsed.Clause(4).variability, Variability::kConstant);
  const Element& f = parsed.ElementAt(5);
  EXPECT_TRUE(f.is_final && f.is_inner && f.is_outer && f.is_replaceable && !f.is_redeclare);
  EXPECT_EQ(parsed.tree().DescriptionText(parsed.tree()[f.constraint].description), "text");
  EXPECT_TRUE(parsed.ElementAt(6).is_redeclare);
}

TEST(Component, SubscriptsModificationConditionDescription) {
  const Parsed parsed(
      "model M Real[2] x[n](start = {1, 2}) = y if use \"text\" annotation(a = 1), z; end M;");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  EXPECT_EQ(parsed.Clause(0).subscripts.size(), 1u);
  EXPECT_EQ(parsed.Clause(0).components.size(), 2u);
  const Component& x = parsed.ComponentAt(0);
  EXPECT_EQ(x.subscripts.size(), 1u);
  EXPECT_EQ(parsed.tree()[x.modification].binding, BindingKind::kEqual);
  EXPECT_EQ(Shape(parsed.tree(), parsed.tree()[x.modification].value), "y");
  EXPECT_EQ(Shape(parsed.tree(), x.condition), "use");
  EXPECT_TRUE(parsed.tree()[x.description].annotation.IsValid());
}

TEST(Modification, EveryKindOfModifier) {
  const Parsed parsed(R"(model M
  A a(each final b.c(d = 1) = 2 "text",
      redeclare each final replaceable model N = O(x = 1) constrainedby P(y = 2),
      redeclare flow Real e = 3 "text",
      replaceable record R = S,
      final replaceable Real g,
      h(),
      k = break,
      m := 4);
end M;)");
  ASSERT_TRUE(parsed.ok()) << parsed.AllMessages();
  const Tree& tree = parsed.tree();
  const auto m = tree.List(tree[parsed.ComponentAt(0).modification].modifiers);
  ASSERT_EQ(m.size(), 8u);
  EXPECT_TRUE(m[0].is_each && m[0].is_final && !m[0].is_redeclare);
  EXPECT_EQ(tree.DottedName(m[0].name), "b.c");
  EXPECT_EQ(tree.DescriptionText(m[0].description), "text");
  EXPECT_EQ(m[1].kind, ModifierKind::kClass);
  EXPECT_TRUE(m[1].is_redeclare && m[1].is_each && m[1].is_final && m[1].is_replaceable);
  EXPECT_EQ(tree.DottedName(tree[m[1].constraint].type), "P");
  EXPECT_EQ(m[2].kind, ModifierKind::kComponent);
  EXPECT_EQ(tree[m[2].component].connection, Connection::kFlow);
  EXPECT_EQ(m[3].kind, ModifierKind::kClass);
  EXPECT_FALSE(m[3].is_redeclare);
  EXPECT_EQ(m[4].kind, ModifierKind::kComponent);
  EXPECT_TRUE(tree[m[5].modification].has_list && tree[m[5].modification].modifiers.empty());
  EXPECT_EQ(tree[m[6].modification].binding, BindingKind::kBreak);
  EXPECT_EQ(tree[m[7].modification].binding, BindingKind::kAssign);
}

TEST(Names, TreesOfOneTableShareTheirIds) {
  Sources sources;
  NameTable names;
  const SourceFileId a = sources.Add("a.mo", "model Same end Same;");
  const SourceFileId b = sources.Add("b.mo", "model Other Same x; end Other;");
  const ParseResult ra = Parse(sources, a, names);
  const ParseResult rb = Parse(sources, b, names);
  const NameId declared = ra.tree[ra.tree[ra.tree.root().classes[0]].class_definition].name.name;
  const ClassDefinition& other = rb.tree[rb.tree[rb.tree.root().classes[0]].class_definition];
  EXPECT_EQ(rb.tree.SimpleName(rb.tree[rb.tree[other.elements[0]].components].type), declared);
}

}  // namespace
}  // namespace daedalus::syntax
