// What a drawing of a class shows.
#include <algorithm>

#include "products/drawing/drawn_text.h"

namespace daedalus::drawing {
namespace {

std::vector<std::string> NamesOf(const Drawing& drawing) {
  std::vector<std::string> names;
  for (const PlacedComponent& c : drawing.components) names.push_back(c.name);
  return names;
}

const PlacedComponent& Find(const Drawing& drawing, const std::string& name) {
  for (const PlacedComponent& c : drawing.components) {
    if (c.name == name) return c;
  }
  ADD_FAILURE() << "no component " << name;
  return drawing.components.at(0);
}

std::vector<std::string> TextsOf(const std::vector<Shape>& shapes) {
  std::vector<std::string> texts;
  for (const Shape& shape : shapes) {
    if (const auto* text = std::get_if<TextForm>(&shape.form)) texts.push_back(text->text);
  }
  return texts;
}

using Names = std::vector<std::string>;

constexpr const char* kPlant = R"(
package P
  connector Pin Real v; flow Real i;
    annotation(Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, lineColor={0,0,255})}));
  end Pin;
  partial model OnePort
    Pin p annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin n annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    annotation(Icon(graphics={Text(extent={{-100,100},{100,60}}, textString="%name")}));
  end OnePort;
  model Resistor extends OnePort;
    parameter Real R(unit="Ohm") = 1;
    parameter Boolean hot = false;
    annotation(Icon(graphics={Rectangle(extent={{-70,30},{70,-30}}),
      Text(extent={{-100,-40},{100,-80}}, textString="R=%R"), Line(points={{0,0},{0,50}}, visible=hot)}));
  end Resistor;
  model Base
    Resistor a(R=r) annotation(Placement(transformation(extent={{10,-10},{-10,10}}, rotation=90, origin={20,30})));
    parameter Real r = 5;
  end Base;
  model Circuit extends Base;
    parameter Boolean use_b = false;
    parameter Integer n;
    Resistor b(hot=true) if use_b annotation(Placement(transformation(extent={{0,0},{10,10}})));
    Resistor c if n > 1 annotation(Placement(transformation(extent={{40,0},{60,20}})));
    Resistor d[3] annotation(Placement(transformation(extent={{60,0},{80,20}})));
    Resistor hidden annotation(Placement(visible=false, transformation(extent={{60,0},{80,20}})));
  equation
    connect(a.p, b.p) annotation(Line(points={{0,0},{10,0}}));
    connect(a.p, c.p) annotation(Line(points={{0,0},{40,0}}, color={0,0,255}));
    connect(a.n, d[1].p);
    if use_b then connect(a.n, c.n) annotation(Line(points={{1,1},{2,2}})); end if;
  end Circuit;
end P;
)";

TEST(ReadDrawing, ComponentsWithInheritanceAndConditions) {
  DrawnText text(kPlant);
  const Drawing drawing = text.Draw("P.Circuit");
  EXPECT_EQ(NamesOf(drawing), (Names{"a", "c", "d"}));
  EXPECT_FALSE(Find(drawing, "a").is_undecided);
  EXPECT_TRUE(Find(drawing, "c").is_undecided) << "n has no value";
  EXPECT_EQ(Find(drawing, "d").dimensions, "[3]");
  EXPECT_EQ(Find(drawing, "a").type, "P.Resistor");
  EXPECT_EQ(text.Messages(), Names{});
}

TEST(ReadDrawing, PlacementsMirrorAndTurn) {
  DrawnText text(kPlant);
  const Affine map = Find(text.Draw("P.Circuit"), "a").map;
  EXPECT_EQ(map({100.0, 0.0}), (Point{20.0, 20.0})) << "mirrored, then turned by 90 degrees";
  EXPECT_EQ(map({0.0, 100.0}), (Point{10.0, 30.0}));
}

TEST(ReadDrawing, ConnectionsOfAbsentComponentsAreAbsent) {
  DrawnText text(kPlant);
  const Drawing drawing = text.Draw("P.Circuit");
  ASSERT_EQ(drawing.connections.size(), 2u);
  EXPECT_EQ(drawing.connections[0].to, "c.p");
  EXPECT_EQ(drawing.connections[0].shapes[0].paint.line, (Color{0, 0, 255}));
  EXPECT_EQ(drawing.connections[1].to, "d[1].p");
  EXPECT_EQ(drawing.connections[1].shapes.size(), 1u) << "a line of ours";
}

TEST(ReadDrawing, TextsHaveValuesOfTheInstance) {
  DrawnText text(kPlant);
  const Drawing drawing = text.Draw("P.Circuit");
  EXPECT_EQ(TextsOf(Find(drawing, "a").icon.shapes), (Names{"a", "R=5 Ω"}));
  EXPECT_EQ(TextsOf(text.Draw("P.Resistor", {.view = View::kIcon}).shapes), (Names{"Resistor", "R=1 Ω"}));
}

// An array is drawn once, with the values of all its elements.
TEST(ReadDrawing, TextsOfAnArrayHaveTheValuesOfItsElements) {
  DrawnText text(R"(model P
    parameter Real k(unit = "Ohm") = 1;
    annotation(Icon(graphics={Text(extent={{-100,20},{100,-20}}, textString="k=%k")}));
  end P;
  model M
    P a[3](k = {1, 2, 3}) annotation(Placement(transformation(extent={{0,0},{10,10}})));
    P b[2](each k = 7) annotation(Placement(transformation(extent={{20,0},{30,10}})));
    P c[6](k = {1, 2, 3, 4, 5, 6}) annotation(Placement(transformation(extent={{40,0},{50,10}})));
  end M;)");
  const Drawing drawing = text.Draw("M");
  ASSERT_EQ(drawing.components.size(), 3u);
  const auto shown = [&](std::size_t i) {
    return std::get<TextForm>(drawing.components[i].icon.shapes[0].form).text;
  };
  EXPECT_EQ(shown(0), "k={1, 2, 3} Ω");
  EXPECT_EQ(shown(1), "k=7 Ω");
  EXPECT_EQ(shown(2), "k={1, 2, 3, 4, ...} Ω");
}

TEST(ReadDrawing, OneCanGoDown) {
  DrawnText text(std::string(kPlant) + "model Top P.Circuit x(use_b = true, n = 1, r = 7); end Top;");
  const Drawing inside = text.Draw("Top", {.component = "x"});
  EXPECT_EQ(inside.class_name, "P.Circuit");
  EXPECT_EQ(NamesOf(inside), (Names{"x.a", "x.b", "x.d"})) << "with the values of this instance";
  EXPECT_EQ(TextsOf(Find(inside, "x.a").icon.shapes)[1], "R=7 Ω");
  EXPECT_EQ(inside.connections[0].from, "x.a.p");
  const Drawing icon = text.Draw("Top", {.component = "x.d[2]"});
  EXPECT_EQ(icon.view, View::kIcon) << "a resistor has no diagram";
  EXPECT_EQ(TextsOf(icon.shapes)[0], "d[2]");
}

TEST(ReadDrawing, ShapesWithConditions) {
  DrawnText text(kPlant + std::string("model Hot P.Resistor r(hot = true); end Hot;"));
  EXPECT_EQ(text.Draw("P.Resistor", {.view = View::kIcon}).shapes.size(), 3u);
  EXPECT_EQ(text.Draw("Hot", {.view = View::kIcon, .component = "r"}).shapes.size(), 4u);
}

TEST(ReadDrawing, MapsOfBaseClasses) {
  DrawnText text(R"(
    model A annotation(Icon(coordinateSystem(extent={{-100,-100},{100,100}}),
      graphics={Line(points={{-100,0},{100,0}})})); end A;
    model B extends A annotation(IconMap(extent={{0,0},{50,50}})); end B;
    model C extends A annotation(IconMap(primitivesVisible=false)); end C;
    model D extends A; annotation(Icon(coordinateSystem(extent={{-50,-20},{50,20}}))); end D;)");
  const Drawing mapped = text.Draw("B", {.view = View::kIcon});
  EXPECT_EQ(mapped.shapes.at(0).map({100.0, 0.0}), (Point{50.0, 25.0}));
  EXPECT_EQ(mapped.system.extent, (Extent{{-100.0, -100.0}, {100.0, 100.0}}));
  const Drawing hidden = text.Draw("C", {.view = View::kIcon});
  EXPECT_TRUE(std::holds_alternative<RectangleForm>(hidden.shapes.at(0).form)) << "a box of ours";
  EXPECT_EQ(text.Draw("D", {.view = View::kIcon}).system.extent, (Extent{{-50.0, -20.0}, {50.0, 20.0}}));
}

TEST(ReadDrawing, DynamicSelectHasItsStaticPart) {
  DrawnText text(
      IconOf("Text(extent={{-50,-50},{50,50}}, textString=DynamicSelect(\"off\", String(y)),"
             "textColor=DynamicSelect({0,0,0}, if y > 1 then {255,0,0} else {0,255,0}))",
             "Real y;"));
  const Drawing drawing = text.Draw("M", {.view = View::kIcon});
  EXPECT_EQ(TextsOf(drawing.shapes), Names{"off"});
  ASSERT_EQ(drawing.shapes[0].dynamics.size(), 2u);
  EXPECT_EQ(drawing.shapes[0].dynamics[0].attribute, "textString");
  EXPECT_EQ(drawing.shapes[0].dynamics[0].expression, "String(y)");
  EXPECT_NE(WriteSvg(drawing).find("data-dynamic-textColor=\"if y &gt; 1 then"), std::string::npos);
}

TEST(ReadDrawing, ExpressionsInAnnotations) {
  DrawnText text(
      IconOf("Rectangle(extent={{-10*n, -10}, {10*n, 10}}, fillColor=if n > 1 then {1,2,3} else "
             "{4,5,6}, pattern=if n > 1 then LinePattern.Dash else LinePattern.Solid), "
             "Text(extent={{0,0},{1,1}}, textString=\"n=\" + String(n) + s)",
             "parameter Integer n = 2; parameter String s = \"!\";"));
  const Drawing drawing = text.Draw("M", {.view = View::kIcon});
  EXPECT_EQ(std::get<RectangleForm>(drawing.shapes[0].form).extent, (Extent{{-20.0, -10.0}, {20.0, 10.0}}));
  EXPECT_EQ(drawing.shapes[0].paint.fill, (Color{1, 2, 3}));
  EXPECT_EQ(drawing.shapes[0].paint.pattern, LinePattern::kDash);
  EXPECT_EQ(TextsOf(drawing.shapes), Names{"n=2!"});
}

TEST(ReadDrawing, RedeclaredComponentsStayWhereTheyStand) {
  DrawnText text(std::string(kPlant) + R"(
    model Other extends P.OnePort; annotation(Icon(graphics={Ellipse(extent={{-1,-1},{1,1}})})); end Other;
    model Slot replaceable P.Resistor s constrainedby P.OnePort
      annotation(Placement(transformation(extent={{0,0},{20,20}}))); end Slot;
    model Use extends Slot(redeclare Other s); end Use;)");
  const Drawing drawing = text.Draw("Use");
  EXPECT_EQ(Find(drawing, "s").type, "Other");
  EXPECT_EQ(Find(drawing, "s").map({100.0, 100.0}), (Point{20.0, 20.0}));
}

// ---- Broken text ----

TEST(ReadDrawing, BrokenAnnotationsAreDrawnAsFarAsPossible) {
  DrawnText text(
      IconOf("Rectangle(extent={{-10,-10}}), Line(points={{0,0},{1},{2,2}}, color={300,0,0}), "
             "Elipse(extent={{0,0},{1,1}}), 7, Rectangle(extent={{0,0},{1,1}}, "
             "fillPattern=FillPattern.Sold), Polygon(points=3), Text(textString=1)"));
  const Drawing drawing = text.Draw("M", {.view = View::kIcon});
  EXPECT_EQ(drawing.shapes.size(), 5u);
  EXPECT_EQ(text.diagnostics.items().size(), 8u);
  for (const Diagnostic& d : text.diagnostics.items()) {
    EXPECT_EQ(d.severity, Severity::kWarning);
    EXPECT_TRUE(d.primary.span.IsValid()) << d.message;
  }
  EXPECT_EQ(std::get<LineForm>(drawing.shapes[1].form).points.size(), 2u);
}

TEST(ReadDrawing, UnknownClassesAndCyclesEnd) {
  DrawnText text(R"(
    model Self Self s; Missing m; Self t[2]; equation connect(s.x, t.y); end Self;
    model Loop extends Loop; annotation(Icon(graphics={Line(points={{0,0},{1,1}})})); end Loop;
    model Up extends Down; end Up; model Down extends Up; end Down;)");
  EXPECT_EQ(NamesOf(text.Draw("Self")), (Names{"s", "t"}));
  ASSERT_EQ(text.diagnostics.items().size(), 1u);
  EXPECT_EQ(text.Messages()[0], "the class of `m` is not found; the drawing leaves it out");
  EXPECT_TRUE(text.diagnostics.items()[0].primary.span.IsValid());
  text.Draw("Loop");
  text.Draw("Up");
}

TEST(ReadDrawing, WarnsOfMissingBaseClasses) {
  DrawnText text(
      "model A extends Missing; annotation(Icon(graphics={Line(points={{0,0},{1,1}})})); end A; model B A a; "
      "end B;");
  EXPECT_EQ(NamesOf(text.Draw("B")), Names{"a"});
  EXPECT_EQ(text.Draw("A", {.view = View::kIcon}).shapes.size(), 1u);
  EXPECT_EQ(text.Messages(), Names{"a base class of `A` is not found; the drawing lacks what it shows"});
}

TEST(ReadDrawing, HugeCoordinatesAreRefused) {
  DrawnText text(IconOf("Rectangle(extent={{-1e300,0},{1e300,1}}), Line(points={{0,0},{1e9,1}})"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(text.diagnostics.items().size(), 2u);
}

TEST(ReadDrawing, MissingPicturesArePlaceholders) {
  DrawnText text(
      IconOf("Bitmap(extent={{0,0},{1,1}}, fileName=\"modelica://Nowhere/a.png\"), "
             "Bitmap(extent={{0,0},{1,1}}, fileName=\"/dev/zero\"), "
             "Bitmap(extent={{0,0},{1,1}}, imageSource=\"AAAA\"), "
             "Bitmap(extent={{0,0},{1,1}}, imageSource=\"iVBORw0KGgo=\")"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_EQ(text.diagnostics.items().size(), 3u);
  EXPECT_NE(svg.find("missing picture: modelica://Nowhere/a.png"), std::string::npos);
  EXPECT_NE(svg.find("href=\"data:image/png;base64,iVBORw0KGgo=\""), std::string::npos);
}

TEST(ReadDrawing, NoSuchComponent) {
  DrawnText text(kPlant);
  Painter painter(text.store, text.diagnostics);
  const auto drawing = painter.Draw(text.store.Find("P.Circuit"), {.component = "aa.x"});
  ASSERT_FALSE(drawing);
  EXPECT_EQ(drawing.error()[0].message, "`P.Circuit` has no component `aa`");
}

// ---- Layouts of ours ----

constexpr const char* kTextOnly = R"(
package T
  connector Pin Real v; flow Real i; end Pin;
  model Part Pin p, n; parameter Real k = 1; end Part;
  model Net Part a, b, c, d; equation connect(a.n, b.p); connect(b.n, c.p); connect(a.n, d.p); connect(d.n, c.p);
  end Net;
end T;
)";

TEST(ReadDrawing, TextOnlyModelsGetALayout) {
  DrawnText text(kTextOnly);
  const Drawing drawing = text.Draw("T.Net");
  EXPECT_TRUE(drawing.is_arranged);
  EXPECT_EQ(drawing.components.size(), 4u);
  EXPECT_EQ(drawing.connections.size(), 4u);
  for (const ConnectionLine& line : drawing.connections) EXPECT_EQ(line.shapes.size(), 1u);
  EXPECT_EQ(Find(drawing, "a").ports.size(), 2u);
  EXPECT_LT(Find(drawing, "a").map({0.0, 0.0}).x, Find(drawing, "c").map({0.0, 0.0}).x);
}

TEST(ReadDrawing, TheSameDrawingEachTime) {
  DrawnText one(kTextOnly), two(kTextOnly);
  EXPECT_EQ(one.Svg("T.Net"), two.Svg("T.Net"));
}

}  // namespace
}  // namespace daedalus::drawing
