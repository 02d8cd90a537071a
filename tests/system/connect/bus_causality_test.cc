#include "daedalus/system/connect/bus_causality.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "system/connect/named_buses.h"

namespace daedalus::connect {
namespace {

// Ordinary connectors whose name ends in "y" are outputs, in "u" inputs, and others neither.
class NamedSignals : public NamedBuses {
 public:
  void DeclareWith(const std::string& bus, const std::string& key, Causality causality) {
    Declare(bus, key);
    declared_.push_back(causality);
  }
  void Protect(BusIndex bus) { protected_.push_back(bus); }

  BusCausality Deduce() {
    expanded_ = Expand();
    BusSignals known = {.declared = declared_};
    for (const std::string& name : connectors()) {
      known.connectors.push_back({name.ends_with('y')   ? Causality::kOutput
                                  : name.ends_with('u') ? Causality::kInput
                                                        : Causality::kNone});
    }
    known.is_protected.resize(connections().buses.size(), false);
    for (const BusIndex b : protected_) known.is_protected[b] = true;
    return DeduceBusCausality(connections(), expanded_, known);
  }
  // "bus.x: input", a line for each member.
  std::string Members() {
    const BusCausality causality = Deduce();
    std::string text;
    for (std::size_t m = 0; m < causality.members.size(); ++m) {
      const BusMember& member = expanded_.members.items[m];
      const char* names[] = {"neither", "input", "output"};
      text += fmt::format("{}.{}: {}\n", BusName(expanded_, member.bus), keys()[member.key],
                          names[static_cast<int>(causality.members[m])]);
    }
    return text;
  }

 private:
  ExpandedBuses expanded_;
  std::vector<Causality> declared_;
  std::vector<BusIndex> protected_;
};

// How many sources the sets in conflict have.
std::vector<std::size_t> Conflicts(NamedSignals* b) {
  std::vector<std::size_t> counts;
  for (const SourceConflict& conflict : b->Deduce().conflicts) counts.push_back(conflict.sources.size());
  return counts;
}
using Counts = std::vector<std::size_t>;

// The engine of Modelica 3.6, 9.1.3: the actuator's bus has an input, the sensor's an output, and the bus of
// the engine neither.
TEST(BusCausality, EngineWithSensorAndActuatorOfTheSpecification) {
  NamedSignals b;
  for (const char* bus : {"bus", "actuator.bus", "sensor.bus"}) b.AddBus(bus);
  b.Connect("<actuator.bus:speed", "actuator.u");
  b.Connect("<sensor.bus:speed", "sensor.y");
  b.Connect("<bus", "actuator.bus");
  b.Connect("<bus", "sensor.bus");
  EXPECT_EQ(b.Members(), "bus.speed: neither\nactuator.bus.speed: input\nsensor.bus.speed: output\n");
  EXPECT_EQ(Conflicts(&b), Counts{});
  EXPECT_TRUE(b.Deduce().never_fed.empty());
}

// "adds engine_speed (as output)"
TEST(BusCausality, AMemberOfAnOutsideBusCopiesTheCausalityOfAComponent) {
  NamedSignals b;
  b.AddBus("bus");
  b.Connect("sensor.y", "<bus:a");
  b.Connect("actuator.u", "<bus:b");
  EXPECT_EQ(b.Members(), "bus.a: output\nbus.b: input\n");
}

TEST(BusCausality, AMemberOfAnInsideBusTurnsItAround) {
  NamedSignals b;
  b.AddBus("component.bus");
  b.Connect("sensor.y", "component.bus:a");
  b.Connect("actuator.u", "component.bus:b");
  EXPECT_EQ(b.Members(), "component.bus.a: input\ncomponent.bus.b: output\n");
}

// ConnectDisjointExpandables of the compliance library: inputs of the model are put on its buses.
TEST(BusCausality, AnInputOfTheModelMakesAnOutputOfItsBus) {
  NamedSignals b;
  b.AddBus("ec");
  b.Connect("<u", "<ec:x");
  EXPECT_EQ(b.Members(), "ec.x: output\n");
  EXPECT_EQ(Conflicts(&b), Counts{});
}

// MissingNonInput of the compliance library.
TEST(BusCausality, AnInputThatNoOtherBusHasAsSomethingElseIsNeverFed) {
  NamedSignals b;
  b.AddBus("m.ec");
  b.Connect("m.a.u", "<m.ec:ri");
  EXPECT_EQ(b.Deduce().never_fed, std::vector<std::uint32_t>{0});
  b.AddBus("ec");
  b.Connect("<ec", "m.ec");
  EXPECT_TRUE(b.Deduce().never_fed.empty());
}

// "If the connection set contains two or more variables in expandable connectors that are deduced to be input
// it is an error."
TEST(BusCausality, TwoBusesThatWouldBothFeedAComponentAreAConflict) {
  NamedSignals b;
  b.AddBus("bus1");
  b.AddBus("bus2");
  b.Connect("actuator.u", "<bus1:x");
  b.Connect("actuator.u", "<bus2:x");
  EXPECT_EQ(b.Members(), "bus1.x: input\nbus2.x: input\n");
  EXPECT_EQ(Conflicts(&b), Counts{2});
}

TEST(BusCausality, TwoSensorsOnConnectedBusesAreAConflict) {
  NamedSignals b;
  for (const char* bus : {"bus", "a.bus", "b.bus", "b.inner.bus"}) b.AddBus(bus);
  b.Connect("<a.bus:x", "a.sensor.y");
  b.Connect("<b.inner.bus:x", "b.inner.sensor.y");
  b.Connect("<b.bus", "b.inner.bus");
  b.Connect("<bus", "a.bus");
  b.Connect("<bus", "b.bus");
  EXPECT_EQ(Conflicts(&b), Counts{2}) << "b.bus passes on what its sensor sends";
}

TEST(BusCausality, ASourceOnBothSidesOfABusIsAConflict) {
  NamedSignals b;
  b.AddBus("m.bus");
  b.Connect("<m.bus:x", "m.sensor.y");
  b.Connect("m.bus:x", "sensor.y");
  EXPECT_EQ(Conflicts(&b), Counts{2});
}

TEST(BusCausality, ConsumersOnBothSidesOfAnInsideBusLackASource) {
  NamedSignals b;
  b.AddBus("m.bus");
  b.Connect("<m.bus:x", "m.actuator.u");
  b.Connect("m.bus:x", "actuator.u");
  EXPECT_EQ(Conflicts(&b), Counts{0});
}

TEST(BusCausality, DeclaredPrefixesStay) {
  NamedSignals b;
  b.AddBus("bus");
  b.DeclareWith("bus", "x", Causality::kInput);
  b.Connect("sensor.y", "<bus:x");
  EXPECT_EQ(b.Members(), "bus.x: input\n");
  EXPECT_EQ(Conflicts(&b), Counts{2});
}

TEST(BusCausality, ADeclarationWithoutAPrefixGetsOne) {
  NamedSignals b;
  b.AddBus("bus");
  b.DeclareWith("bus", "x", Causality::kNone);
  b.Connect("sensor.y", "<bus:x");
  EXPECT_EQ(b.Members(), "bus.x: output\n");
}

TEST(BusCausality, AProtectedBusIsNoSource) {
  NamedSignals b;
  b.AddBus("bus");
  b.Protect(0);
  b.Connect("<bus:x", "sensor.y");
  b.Connect("<bus:x", "actuator.u");
  EXPECT_EQ(b.Members(), "bus.x: output\n");
  EXPECT_EQ(Conflicts(&b), Counts{});
}

TEST(BusCausality, PhysicalConnectorsHaveNone) {
  NamedSignals b;
  b.AddBus("bus");
  b.Connect("<bus:pin", "battery.p");
  EXPECT_EQ(b.Members(), "bus.pin: neither\n");
  EXPECT_EQ(Conflicts(&b), Counts{});
}

TEST(BusCausality, TheOnlyUndecidedInsideBusFeedsTheOthers) {
  NamedSignals b;
  b.AddBus("a.bus");
  b.AddBus("b.bus");
  b.Connect("<b.bus:x", "b.actuator.u");
  b.Connect("a.bus", "b.bus");
  b.Connect("a.bus:x", "actuator.u");
  EXPECT_EQ(b.Members(), "a.bus.x: output\nb.bus.x: input\n");
  EXPECT_EQ(Conflicts(&b), Counts{});
}

// Models in models, each with a bus that is connected with that of the model around it; one sensor, and
// actuators anywhere. Seen from a model with either, the signal comes from inside if the sensor is inside,
// and from outside otherwise.
TEST(BusCausality, InRandomHierarchiesASignalFlowsFromItsSensor) {
  std::mt19937 random(2009);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint32_t n = 1 + random() % 10, sensor = random() % n;
    NamedSignals b;
    std::vector<std::uint32_t> parent(n);
    std::vector<bool> is_named(n, false), has_sensor(n, false);
    for (std::uint32_t i = 0; i < n; ++i) {
      b.AddBus(fmt::format("b{}", i));
      parent[i] = i == 0 ? 0 : random() % i;
    }
    for (std::uint32_t i = sensor;; i = parent[i]) {
      has_sensor[i] = true;
      if (i == 0) break;
    }
    for (std::uint32_t i = n; i-- > 0;) {
      if (i > 0) b.Connect(fmt::format("<b{}", parent[i]), fmt::format("b{}", i));
      is_named[i] = i == sensor || random() % 2 == 0;
      if (is_named[i]) b.Connect(fmt::format("<b{}:x", i), fmt::format("m{}.{}", i, i == sensor ? "y" : "u"));
    }
    std::string expected;
    for (std::uint32_t i = 0; i < n; ++i)
      expected += fmt::format("b{}.x: {}\n", i,
                              !is_named[i]    ? "neither"
                              : has_sensor[i] ? "output"
                                              : "input");
    ASSERT_EQ(b.Members(), expected);
    ASSERT_EQ(Conflicts(&b), Counts{});
    ASSERT_TRUE(b.Deduce().never_fed.empty());
  }
}

}  // namespace
}  // namespace daedalus::connect
