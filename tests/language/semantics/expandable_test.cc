// Expandable connectors (Modelica 3.6, section 9.1.3).
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kBlocks =
    "connector In = input Real; connector Out = output Real;\n"
    "expandable connector Bus end Bus;\n"
    "block Sensor Out speed; equation speed = sin(time); end Sensor;\n"
    "block Actuator In speed; Real y; equation y = 2 * speed; end Actuator;\n";

std::string WithBlocks(std::string_view model) {
  return fmt::format("{}{}", kBlocks, model);
}

std::vector<std::string> Variables(const System& system) {
  std::vector<std::string> names;
  for (const Variable& variable : system.variables) names.push_back(NameOf(system, variable));
  return names;
}

// The engine of the specification.
TEST(Expandable, AStatementPutsASignalOnTheBus) {
  const System system = FlattenOk(WithBlocks(
      "model Engine Bus bus; Sensor sensor; Actuator actuator; equation connect(bus.speed, sensor.speed); "
      "connect(bus.speed, actuator.speed); end Engine;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "bus.speed = sensor.speed"), 1u) << All(system);
  EXPECT_EQ(Count(system, "bus.speed = actuator.speed"), 1u) << All(system);
}

TEST(Expandable, ConnectedBusesHaveTheSameSignals) {
  const System system = FlattenOk(WithBlocks(
      "model A Bus b; Sensor s; equation connect(b.speed, s.speed); end A;"
      "model B Bus b; Actuator a; equation connect(b.speed, a.speed); end B;"
      "model C Bus b; end C;"
      "model M Bus b; A x; B y; C z; equation connect(b, x.b); connect(b, y.b); connect(z.b, b); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  const auto names = Variables(system);
  for (const std::string_view name : {"b.speed", "x.b.speed", "y.b.speed", "z.b.speed"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

TEST(Expandable, WhatIsDeclaredAndNotConnectedIsNotThere) {
  const System system =
      FlattenOk(WithBlocks("expandable connector Big extends Bus; Real speed, unused; end Big;"
                           "model M Big b; Sensor s; equation connect(b.speed, s.speed); end M;"));
  EXPECT_EQ(Variables(system), (std::vector<std::string>{"b.speed", "s.speed"}));
  EXPECT_EQ(system.equations.size(), 2u);
}

TEST(Expandable, BusesAreInBuses) {
  const System system = FlattenOk(WithBlocks(
      "expandable connector Outer Bus axis; end Outer;"
      "model A Bus b; Sensor s; equation connect(s.speed, b.speed); end A;"
      "model M Outer o, p; A a; Actuator c; equation connect(o.axis, a.b); connect(c.speed, o.axis.speed); "
      "connect(o, p); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "o.axis.speed = p.axis.speed"), 1u) << All(system);
}

TEST(Expandable, AnUndeclaredBusIsMadeInTheOther) {
  const System system =
      FlattenOk(WithBlocks("model A Bus b; Sensor s; equation connect(s.speed, b.speed); end A;"
                           "model M Bus o; A a; equation connect(o.axis, a.b); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "o.axis.speed = a.b.speed"), 1u) << All(system);
}

TEST(Expandable, ArraysOfSignals) {
  const System system = FlattenOk(
      WithBlocks("block Three Out y[3]; equation y = {1, 2, 3} * time; end Three;"
                 "model M Bus b; Three t; Actuator a[3]; Sensor s[2]; equation connect(t.y, b.y); "
                 "for i in 1:2 loop connect(b.z[i], s[i].speed); end for; connect(b.y, a.speed); end M;"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "t.y[3] = b.y[3]"), 1u) << All(system);
  EXPECT_EQ(Count(system, "b.z[2] = s[2].speed"), 1u) << All(system);
}

TEST(Expandable, ElementsThatNobodyDeclaredAreRead) {
  const auto with = [](std::string_view equation) {
    return WithBlocks(
        fmt::format("model M Bus b; Sensor s[3]; Real y, z[2]; equation\n"
                    "for i in 1:3 loop connect(b.x[i], s[i].speed); end for;\n{} z = b.x[2:3]; end M;",
                    equation));
  };
  const System system = FlattenOk(with("y = 2 * b.x[2];"));
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "y = 2*b.x[2]"), 1u) << All(system);
  EXPECT_EQ(Count(system, "z[2] = b.x[3]"), 1u) << All(system);
  EXPECT_EQ(FlattenText(with("y = b.x[4];")).Messages(), "7:7-11 D0201 `b` has no `x[4]` in it\n");
}

TEST(Expandable, PhysicalConnectorsAreOnBusesToo) {
  const System system = FlattenOk(
      "connector Pin Real v; flow Real i; end Pin; expandable connector Bus end Bus;"
      "model A Pin p; equation p.v = 1; end A; model R Pin p; equation p.v = 2 * p.i; end R;"
      "model M Bus b; A a; R r; equation connect(b.pin, a.p); connect(b.pin, r.p); end M;");
  EXPECT_EQ(system.equations.size(), system.variables.size()) << All(system);
  EXPECT_EQ(Count(system, "b.pin.v = a.p.v"), 1u) << All(system);
}

TEST(Expandable, ASignalWithoutASourceIsToldAtItsInput) {
  EXPECT_EQ(FlattenText(WithBlocks("model M Bus b; Actuator a; equation\nconnect(b.speed, a.speed); end M;"))
                .Messages(),
            "4:19-24 D0246 nothing gives the input `a.speed` a value\n");
}

// Section 9.1.3: what is an input of one bus is something else on another one. A value that the component
// gives to its own input does not change that; a connector of the model itself may be fed where the model is
// a part.
TEST(Expandable, ASignalThatIsAnInputEverywhereIsTold) {
  const std::string parts = WithBlocks(
      "model Own Actuator a(speed = 1); Bus b; equation connect(a.speed, b.speed); end Own;\n"
      "model Free Actuator a; Bus b; equation connect(a.speed, b.speed); end Free;\n");
  const auto messages = [&](std::string_view model) {
    return FlattenText(fmt::format("{}{}", parts, model)).Messages();
  };
  EXPECT_EQ(messages("model M Own x; end M;"),
            "5:38-39 D0251 `x.b.speed` is an input wherever it is on a bus, and nothing is its source\n");
  EXPECT_EQ(messages("model M Own x, y; equation connect(x.b, y.b); end M;"),
            "5:38-39 D0251 `x.b.speed` is an input wherever it is on a bus, and nothing is its source\n");
  const System alone = FlattenOk(parts + "model M extends Own; end M;");
  EXPECT_EQ(alone.equations.size(), alone.variables.size());
  const System fed = FlattenOk(
      parts + "model M Free x; Sensor s; Bus b; equation connect(s.speed, b.speed); connect(b, x.b); end M;");
  EXPECT_EQ(fed.equations.size(), fed.variables.size());
}

// What is behind a bus decides whether its signal is a source (section 9.1.3). Where y gives the signal to
// the bus, it is an input of x, which has a source.
TEST(Expandable, TwoSourcesAreToldAlsoThroughBuses) {
  const std::string parts = WithBlocks(
      "model A Bus b; Sensor s; equation connect(b.speed, s.speed); end A;"
      "model B Bus b; Actuator a; equation connect(b.speed, a.speed); end B;");
  EXPECT_EQ(FlattenText(parts + "model M A x, y; B z; equation\nconnect(x.b, y.b); connect(x.b, z.b); end M;")
                .Messages(),
            "5:35-60 D0251 two sources are connected: `x.b.speed` and `x.s.speed`\n");
  EXPECT_EQ(FlattenText(
                parts +
                "model C Bus b; A a; equation connect(b, a.b); end C;"
                "model M C x; Sensor s; Bus b; equation\nconnect(b, x.b); connect(s.speed, b.speed); end M;")
                .Messages(),
            "6:1-16 D0251 two sources are connected: `x.b.speed` and `s.speed`\n")
      << "two levels deep";
  const System one =
      FlattenOk(parts + "model M A x; B y, z; equation connect(x.b, y.b); connect(x.b, z.b); end M;");
  EXPECT_EQ(one.equations.size(), one.variables.size());
  const System twice = FlattenOk(parts +
                                 "model M Bus b; Sensor s; B y; equation connect(b.speed, s.speed); "
                                 "connect(s.speed, b.speed); connect(b, y.b); end M;");
  EXPECT_EQ(twice.equations.size(), twice.variables.size()) << "the same source twice is one";
}

// The value of e.y depends on parameters alone, so that e.y never changes. The signal on the bus has no value
// of its own, and is a variable.
TEST(Expandable, ASignalThatNeverChangesIsPutOnABus) {
  for (const std::string_view component : {"E e(y = u)", "E e", "E e[2](each y = u)"}) {
    const bool is_array = component.find('[') != std::string_view::npos;
    const System system = FlattenOk(fmt::format(
        "connector BO = output Boolean; expandable connector Bus end Bus; block E BO y = false; end E;"
        "model M parameter Boolean u = false; {}; Bus b; equation connect({}, b.c); end M;",
        component, is_array ? "e[1].y" : "e.y"));
    EXPECT_EQ(Discretes(system), std::vector<std::string>{is_array ? "e[1].y = b.c" : "e.y = b.c"});
    EXPECT_EQ(system.hybrid.discretes.size(), 1u);
  }
}

TEST(Expandable, OneSideMustBeDeclared) {
  EXPECT_EQ(FlattenText(WithBlocks("model M Bus a, b; equation\nconnect(a.x, b.y); end M;")).Messages(),
            "6:1-18 D0251 neither side of this connection is declared, so its type is unknown\n");
}

TEST(Expandable, ABusIsConnectedWithBusesOnly) {
  EXPECT_EQ(FlattenText("connector Pin Real v; flow Real i; end Pin; expandable connector Bus end Bus;"
                        "model A Pin p; equation p.v = 1; end A;"
                        "model M Bus b; A a; equation\nconnect(b, a.p); end M;")
                .Messages(),
            "2:1-16 D0251 an expandable connector is connected with one that is not expandable\n");
}

}  // namespace
}  // namespace daedalus::semantics
