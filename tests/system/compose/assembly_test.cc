#include "daedalus/system/compose/assembly.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/reader.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"

namespace daedalus::compose {
namespace {

const PortKind kPin = {{.name = "v", .attributes = {.unit = "V"}},
                       {.name = "i", .is_flow = true, .attributes = {.unit = "A"}}};

struct TwoPin {
  Port p, n;
  Expr v, i;
  explicit TwoPin(const Part& part)
      : p(part.AddPort("p", kPin)), n(part.AddPort("n", kPin)), v(part.Variable("v")), i(part.Variable("i")) {
    part.Equation(v == p["v"] - n["v"]);
    part.Equation(i == p["i"]);
    part.Equation(p["i"] + n["i"] == 0);
  }
};

struct Resistor : TwoPin {
  Resistor(const Part& part, double resistance) : TwoPin(part) {
    part.Equation(v == part.Parameter("R", resistance) * i);
  }
};

struct Capacitor : TwoPin {
  Capacitor(const Part& part, double capacitance) : TwoPin(part) {
    part.Equation(part.Parameter("C", capacitance) * der(v) == i);
    part.InitialEquation(v == 0);
  }
};

struct Source : TwoPin {
  Source(const Part& part, double voltage) : TwoPin(part) {
    part.Equation(v == part.Parameter("V", voltage));
  }
};

struct Ground {
  Port p;
  explicit Ground(const Part& part) : p(part.AddPort("p", kPin)) { part.Equation(p["v"] == 0); }
};

// A part of parts, with ports of its own.
struct LowPass {
  Port in, out, common;
  explicit LowPass(const Part& part)
      : in(part.AddPort("in", kPin)), out(part.AddPort("out", kPin)), common(part.AddPort("common", kPin)) {
    const Resistor r(part.Add("R"), 100);
    const Capacitor c(part.Add("C"), 1e-3);
    part.Connect(in, r.p);
    part.Connect(r.n, out);
    part.Connect(c.p, out);
    part.Connect(c.n, common);
  }
};

std::vector<std::string> EquationTexts(const System& s) {
  std::vector<std::string> out;
  for (std::uint32_t e = 0; e < s.equations.size(); ++e) out.push_back(EquationText(s, EquationId(e)));
  return out;
}

bool Contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

void BuildFilter(Assembly& a) {
  const Source source(a.top().Add("source"), 5);
  const LowPass filter(a.top().Add("filter"));
  const Resistor load(a.top().Add("load"), 300);
  const Ground ground(a.top().Add("ground"));
  a.top().Connect(source.p, filter.in);
  a.top().Connect(filter.out, load.p);
  a.top().Connect(source.n, ground.p);
  a.top().Connect(filter.common, ground.p);
  a.top().Connect(load.n, ground.p);
}

TEST(Assembly, HasAsManyEquationsAsUnknowns) {
  Assembly a("Filter");
  BuildFilter(a);
  const System s = std::move(a).Build().value();
  CheckInvariants(s);
  EXPECT_TRUE(Validate(s).empty());
  EXPECT_EQ(s.equations.size(), s.variables.size());
}

TEST(Assembly, ConnectsPotentialsAndAddsFlowsWithTheSideTheyAreSeenFrom) {
  Assembly a("Filter");
  BuildFilter(a);
  const System s = std::move(a).Build().value();
  const auto texts = EquationTexts(s);
  EXPECT_TRUE(Contains(texts, "source.p.v = filter.in.v"));
  EXPECT_TRUE(Contains(texts, "source.p.i + filter.in.i = 0")) << "both are parts";
  EXPECT_TRUE(Contains(texts, "filter.R.p.i - filter.in.i = 0") ||
              Contains(texts, "-filter.in.i + filter.R.p.i = 0"))
      << "what flows into the filter flows on into the resistor";
}

// The load and the resistor divide the voltage; they charge the capacitor together.
TEST(Assembly, RunsAsTheCircuitDoes) {
  Assembly a("Filter");
  BuildFilter(a);
  a.Experiment({.stop_time = 0.2});
  driver::SimulateOptions options;
  options.tolerance = 1e-9;
  options.output =
      (std::filesystem::temp_directory_path() / fmt::format("daedalus_assembly_{}.csv", ::getpid())).string();
  options.quiet = true;
  Diagnostics diagnostics;
  const auto report = driver::SimulateSystem(std::move(a).Build().value(), options, diagnostics);
  ASSERT_EQ(report.status, driver::SimulateStatus::kDone);
  const results::Trajectory run = results::ReadResult(report.output_file).value();
  std::filesystem::remove(options.output);
  const double end = 5 * 0.75 * (1 - std::exp(-0.2 / (75 * 1e-3)));
  EXPECT_NEAR(run.Values(run.FindSignal("load.v").value()).back(), end, 1e-7);
}

TEST(Assembly, AFlowToWhichNothingIsConnectedIsZero) {
  Assembly a("Open");
  const Resistor r(a.top().Add("R"), 100);
  const Ground ground(a.top().Add("ground"));
  a.top().Connect(r.n, ground.p);
  const System s = std::move(a).Build().value();
  EXPECT_TRUE(Contains(EquationTexts(s), "R.p.i = 0"));
  EXPECT_EQ(s.equations.size(), s.variables.size());
}

TEST(Assembly, WhatAConnectionGeneratesRemembersItsLine) {
  Assembly a("M");
  const Ground one(a.top().Add("one")), two(a.top().Add("two"));
  const int line = __LINE__ + 1;
  a.top().Connect(one.p, two.p);
  const System s = std::move(a).Build().value();
  EXPECT_EQ(InstanceOf(s, s.equations[EquationId(static_cast<std::uint32_t>(s.equations.size() - 1))]),
            fmt::format("assembly_test.cc:{}", line));
}

// The text of the one mistake.
std::string MistakeOf(Assembly& a) {
  const Result<System> s = std::move(a).Build();
  if (s.ok() || s.error().size() != 1) return "";
  return s.error()[0].message + "; " + s.error()[0].hint;
}

TEST(AssemblyMistakes, APortOfAPartOfAPart) {
  Assembly a("M");
  const Part outer = a.top().Add("outer");
  const Ground inner(outer.Add("inner")), other(a.top().Add("other"));
  a.top().Connect(inner.p, other.p);
  const std::string text = MistakeOf(a);
  EXPECT_NE(text.find("reaches into another part: `outer.inner.p`"), std::string::npos) << text;
  EXPECT_NE(text.find("the model may connect"), std::string::npos) << text;
}

TEST(AssemblyMistakes, PortsOfTwoKinds) {
  Assembly a("M");
  const Ground ground(a.top().Add("ground"));
  const Port flange = a.top().AddPort("flange", {{.name = "phi"}, {.name = "tau", .is_flow = true}});
  a.top().Connect(ground.p, flange);
  const std::string text = MistakeOf(a);
  EXPECT_NE(text.find("the potential `v` of `ground.p` has no partner in `flange`"), std::string::npos)
      << text;
}

TEST(AssemblyMistakes, AFlowAndAPotentialOfOneName) {
  Assembly a("M");
  const Port one = a.top().AddPort("one", {{.name = "x"}}),
             two = a.top().AddPort("two", {{.name = "x", .is_flow = true}});
  a.top().Connect(one, two);
  EXPECT_NE(MistakeOf(a).find("`x` of `one` has no partner"), std::string::npos);
}

TEST(AssemblyMistakes, APortOfAnotherModel) {
  Assembly a("A"), b("B");
  const Ground here(a.top().Add("here")), there(b.top().Add("there"));
  a.top().Connect(here.p, there.p);
  EXPECT_NE(MistakeOf(a).find("a port of another model"), std::string::npos);
}

TEST(AssemblyMistakes, AVariableThatAPortDoesNotHave) {
  Assembly a("M");
  const Ground ground(a.top().Add("ground"));
  a.top().Equation(ground.p["q"] == 1);
  const std::string text = MistakeOf(a);
  EXPECT_NE(text.find("the port `ground.p` has no variable `q`; it has v, i"), std::string::npos) << text;
}

TEST(AssemblyMistakes, TwoPartsOfOneName) {
  Assembly a("M");
  a.top().Add("x");
  a.top().Add("x");
  EXPECT_NE(MistakeOf(a).find("`x` is added a second time at assembly_test.cc:"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::compose
