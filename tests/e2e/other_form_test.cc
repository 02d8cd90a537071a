// If `auto` has chosen a form in which the run stops, the other one is tried, and the user learns of it.
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

// Two bridges of six diodes with coils in their lines. A diode changes its resistance from 1e-5 to 1e5 Ohm.
// The chains of filters make the model so large that `auto` takes the residual form.
constexpr const char* kBridges =
    "model Bridges\n"
    "  constant Integer n = 2, m = 90;\n"
    "  parameter Real Ron = 1e-5, Goff = 1e-5;\n"
    "  Real up[n,3](each start = 0), low[n,3](each start = 0);\n"
    "  Boolean offUp[n,3](each start = true, each fixed = true);\n"
    "  Boolean offLow[n,3](each start = true, each fixed = true);\n"
    "  Real source[n,3], positive[n], negative[n], node[n,3];\n"
    "  Real line[n,3](each start = 0, each fixed = true), i(start = 0, fixed = true);\n"
    "  Real iUp[n,3], iLow[n,3];\n"
    "  Real filtered[n,m](each start = 0, each fixed = true);\n"
    "equation\n"
    "  for k in 1:n loop\n"
    "    for j in 1:3 loop\n"
    "      source[k,j] = 100*sin(314.159265358979*time - (j - 1)*2.0943951023931953 - (k - "
    "1)*0.5235987755982988);\n"
    "      1e-4*der(line[k,j]) = source[k,j] - node[k,j];\n"
    "      offUp[k,j] = up[k,j] < 0;\n"
    "      offLow[k,j] = low[k,j] < 0;\n"
    "      node[k,j] - positive[k] = up[k,j]*(if offUp[k,j] then 1 else Ron);\n"
    "      iUp[k,j] = up[k,j]*(if offUp[k,j] then Goff else 1);\n"
    "      negative[k] - node[k,j] = low[k,j]*(if offLow[k,j] then 1 else Ron);\n"
    "      iLow[k,j] = low[k,j]*(if offLow[k,j] then Goff else 1);\n"
    "      line[k,j] + iLow[k,j] = iUp[k,j];\n"
    "    end for;\n"
    "    sum(iUp[k,:]) = i;\n"
    "    sum(iLow[k,:]) = i - negative[k]/1e7;\n"
    "    0.001*der(filtered[k,1]) = iUp[k,1] - filtered[k,1];\n"
    "    for l in 2:m loop 0.001*der(filtered[k,l]) = filtered[k,l-1] - filtered[k,l]; end for;\n"
    "  end for;\n"
    "  0.01*der(i) = sum(positive - negative) - 4*i;\n"
    "  annotation(experiment(StopTime = 0.02, Tolerance = 1e-7));\n"
    "end Bridges;\n";

class OtherForm : public EndToEnd {};

TEST_F(OtherForm, TheCausalOneTakesOverWhereStepsOfTheResidualOneFail) {
  const std::string file = Write("Bridges.mo", kBridges);
  const Outcome residual =
      Daedalus({"simulate", file, "--form", "dae", "--quiet", "--output", PathOf("dae.csv")});
  ASSERT_EQ(residual.exit_code, 3) << "if the residual form can do this, the test needs another model";
  const Outcome run = Daedalus({"simulate", file, "--quiet", "--output", PathOf("auto.csv")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("warning[D0513]: the causal form has taken over (--form ode)"), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("whatever the step size"), std::string::npos) << run.err;
  ASSERT_EQ(Daedalus({"simulate", file, "--form", "ode", "--quiet", "--output", PathOf("ode.csv")}).exit_code,
            0);
  EXPECT_EQ(Read("auto.csv"), Read("ode.csv"));
}

}  // namespace
}  // namespace daedalus::e2e
