// Clocks in the text of a model, and what clocked partitions become (Modelica 3.6, chapter 16;
// docs/decisions/026-clocks.md).
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Lines = std::vector<std::string>;

// The equation of a variable.
std::string EquationOf(const System& system, std::string_view name) {
  for (const std::string& line : Discretes(system)) {
    if (line.starts_with(fmt::format("{} = ", name))) return line;
  }
  return "none";
}

Lines Samples(const System& system) {
  Lines lines;
  for (const Sample& s : system.hybrid.samples) lines.push_back(HeldText(system, s.value));
  return lines;
}

TEST(Clocks, MakeDiscreteVariablesOfReals) {
  const System system = FlattenOk(R"(
    model M
      Real x(start = 1, fixed = true), y(start = 2), u;
    equation
      der(x) = u;
      y = previous(y) + sample(x, Clock(1, 10));
      u = hold(y);
    end M;)");
  EXPECT_EQ(system.variables.size(), 2u);
  EXPECT_EQ(Equations(system), (Lines{"der(x) = u", "u = pre(y)"}));
  EXPECT_EQ(EquationOf(system, "y"),
            "y = if $clock2 and not initial() and not pre($clock2) then pre(y) + pre(x) else pre(y)");
  EXPECT_EQ(Samples(system), (Lines{"sample($begin1, 0.1)"}));
}

TEST(Clocks, OfOneRateShareTheirTicks) {
  const System system =
      FlattenOk(Wrap("Real a = sample(time, Clock(1, 10)), b = sample(2*time, Clock(100, 1000)); Real c = "
                     "subSample(sample(time, Clock(1, 20)), 2);"));
  EXPECT_EQ(system.hybrid.samples.size(), 2u) << "1/10 and 1/20";
}

TEST(Clocks, HaveExactFractions) {
  const System system = FlattenOk(R"(
    model M
      Real a = sample(time, Clock(1, 3)), b = shiftSample(a, 2, 7), c = superSample(b, 5);
    end M;)");
  EXPECT_EQ(Samples(system).size(), 3u);
  Lines found = Samples(system);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Lines{"sample($begin1, 0.3333333333333333)",
                          "sample(0.09523809523809523 + $begin1, 0.06666666666666667)",
                          "sample(0.09523809523809523 + $begin1, 0.3333333333333333)"}));
}

TEST(Clocks, AreInferredThroughConnectionsAndWhenClauses) {
  const System system = FlattenOk(R"(
    model M
      connector In = input Real; connector Out = output Real; connector ClockIn = input Clock; connector ClockOut = output Clock;
      block Source ClockOut y; equation y = Clock(1, 4); end Source;
      block Sampler In u; Out y; ClockIn clock; equation when clock then y = sample(u); end when; end Sampler;
      block Gain In u; Out y; equation y = 2*u; end Gain;
      Source source; Sampler sampler; Gain gain;
      Real z = hold(gain.y);
    equation
      sampler.u = time;
      connect(source.y, sampler.clock);
      connect(sampler.y, gain.u);
    end M;)");
  EXPECT_EQ(Samples(system), (Lines{"sample($begin1, 0.25)"}));
  EXPECT_NE(EquationOf(system, "gain.y").find("then 2*gain.u else pre(gain.y)"), std::string::npos);
  EXPECT_EQ(system.variables.size(), 2u) << "z and sampler.u";
}

TEST(Clocks, MakeNoEventsOfRelations) {
  const System system = FlattenOk(R"(
    model M
      Real x = sample(time, Clock(0.5)), y = if x > 1 then 1 else 2;
      Integer n = integer(x);
      Boolean b = y > 1.5;
    end M;)");
  EXPECT_TRUE(system.hybrid.relations.empty());
  EXPECT_NE(EquationOf(system, "y").find("if 1 < x then 1 else 2"), std::string::npos)
      << EquationOf(system, "y");
  EXPECT_NE(EquationOf(system, "n").find("floor(x)"), std::string::npos) << EquationOf(system, "n");
}

TEST(Clocks, SolveTheirEquations) {
  const System system = FlattenOk(R"(
    model M
      parameter Real p = 2;
      Real x, y;
    equation
      3*x + p = sample(time, Clock(1, 2));
      x = p*y;
    end M;)");
  EXPECT_TRUE(system.variables.empty());
  EXPECT_TRUE(system.equations.empty());
  EXPECT_NE(EquationOf(system, "y").find("x/p"), std::string::npos) << EquationOf(system, "y");
}

TEST(Clocks, LeaveLoopsToTheContinuousPart) {
  const System system = FlattenOk(R"(
    model M
      Real y(start = 1);
    equation
      y + y^3 = sample(time, Clock(1, 2));
    end M;)");
  ASSERT_EQ(system.variables.size(), 1u);
  EXPECT_EQ(Equations(system)[0].substr(0, 6), "$loop4") << Equations(system)[0];
}

TEST(Clocks, TellWhatIsWrong) {
  const auto messages = [](std::string_view text) { return FlattenText(Wrap(text)).Messages(); };
  EXPECT_EQ(messages("Real x = sample(time);").substr(0, 60),
            "2:10-22 D0515 it does not follow from anything when this tic");
  EXPECT_NE(messages("Real x = sample(time, Clock(1, 0));").find("D0517"), std::string::npos);
  EXPECT_NE(
      messages("Real x = sample(time, Clock(-0.5));").find("D0517 the interval of a clock is more than 0"),
      std::string::npos);
  EXPECT_NE(messages("Real x = sample(time, Clock(1, 10)), y = previous(x + 1);")
                .find("`previous` needs a variable"),
            std::string::npos);
  EXPECT_NE(
      messages("Real x = sample(time, Clock(1, 10)), y = x + time; Real z(start = 0); equation der(z) = y;")
          .find("D0519"),
      std::string::npos);
  EXPECT_NE(messages("Real x = sample(\"a\", Clock(1, 10));").find("a variable with a clock"),
            std::string::npos);
}

// A loop is solved with the numbers of the tick: what a function has given is one of them, and a Real.
TEST(ClockedEffects, AResultInALoopIsRememberedAsWhatItIs) {
  const System system = FlattenOk(R"(
    model M
      impure function draw input Integer id; output Real y; external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id); end draw;
      Real a, b;
    equation
      when Clock(1, 4) then a + a^3 = draw(1) + b; b = a / 2; end when;
    end M;)");
  EXPECT_EQ(system.hybrid.effects.size(), 1u);
  std::size_t num_kept = 0;
  for (const DiscreteVariable& variable : system.hybrid.discretes) {
    if (!system.names.Text(variable.name).starts_with("$kept")) continue;
    ++num_kept;
    EXPECT_EQ(system.declarations[variable.declaration].type, ValueType::kReal);
  }
  EXPECT_EQ(num_kept, 1u);
}

// Rounding makes internal variables, which clocked equations leave without use. They are removed after
// clocked inputs have got their places behind them. Formerly the inputs kept the old places, which do not
// exist.
TEST(Clocks, InputsKeepTheirPlacesWhereInternalVariablesGo) {
  Parsed parsed(R"(
    block Turned
      input Real u;
      output Integer k;
    equation
      k = if u > 0 then integer(floor(u + 0.5)) else integer(ceil(u - 0.5));
    end Turned;
    block Held
      input Boolean u;
      output Boolean y;
    equation
      y = hold(u);
    end Held;
    model M
      Turned t;
      Held h;
    equation
      t.u = sample(10*time, Clock(0.1));
      h.u = sample(time > 0.45, Clock(0.1));
    end M;)");
  Diagnostics messages;
  FlattenOptions options;
  options.free_inputs = FreeInputs::kFollowed;
  const auto flat = Flatten(parsed.Store(), FindModel(parsed.Store()).value(), options, messages);
  ASSERT_TRUE(flat.ok());
  const System& system = *flat;
  EXPECT_EQ(EquationOf(system, "h.y"), "h.y = h.u");
  EXPECT_TRUE(system.hybrid.inputs.empty()) << "all inputs of components have a source";
}

}  // namespace
}  // namespace daedalus::semantics
