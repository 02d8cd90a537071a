// Models of the Modelica Standard Library 4.1.0, which is looked for on MODELICAPATH: as many unknowns as
// another tool found in them, and a run to the end in both forms. And the library that comes with Daedalus,
// which needs no path.
#include <cstdlib>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

struct LibraryModel {
  const char* name;
  int unknowns;  // as published with the ladder of models
};

constexpr LibraryModel kModels[] = {
    {"Modelica.Blocks.Examples.Modulation", 32},
    {"Modelica.Electrical.Analog.Examples.CauerLowPassAnalog", 69},
    {"Modelica.Electrical.Analog.Examples.ResonanceCircuits", 252},
    {"Modelica.Electrical.Analog.Examples.GenerationOfFMUs", 306},
    {"Modelica.Electrical.Machines.Examples.DCMachines.DCSE_Start", 249},
    {"Modelica.Electrical.Spice3.Examples.CoupledInductors", 103},
    {"Modelica.Magnetic.FluxTubes.Examples.BasicExamples.QuadraticCoreAirgap", 128},
    {"Modelica.Mechanics.Rotational.Examples.First", 54},
    {"Modelica.Mechanics.Translational.Examples.InitialConditions", 64},
    {"Modelica.Thermal.HeatTransfer.Examples.GenerationOfFMUs", 102},
};

using LibraryModels = EndToEnd;

TEST_F(LibraryModels, HaveTheUnknownsThatOthersFindAndRun) {
  const char* path = std::getenv("MODELICAPATH");
  if (path == nullptr || Daedalus({"list", "Modelica.Blocks"}).exit_code != 0)
    GTEST_SKIP() << "the standard library is not on MODELICAPATH";
  for (const LibraryModel& model : kModels) {
    const Outcome check = Daedalus({"check", "--model", model.name});
    EXPECT_EQ(check.exit_code, 0) << check.err;
    EXPECT_NE(check.out.find("for " + std::to_string(model.unknowns) + " unknowns"), std::string::npos)
        << check.out;
    for (const char* form : {"ode", "dae"}) {
      const Outcome run =
          Daedalus({"simulate", "--model", model.name, "--form", form, "--output", PathOf("r.csv")});
      EXPECT_EQ(run.exit_code, 0) << model.name << " " << form << "\n" << run.err;
    }
  }
}

// Random numbers that are drawn from each other, properties of water: written out, more text than any disk
// holds.
TEST_F(LibraryModels, ThatShareWhatTheyComputeFlattenToTextThatParses) {
  const char* path = std::getenv("MODELICAPATH");
  if (path == nullptr || Daedalus({"list", "Modelica.Blocks"}).exit_code != 0)
    GTEST_SKIP() << "the standard library is not on MODELICAPATH";
  for (const char* model :
       {"Modelica.Blocks.Examples.Noise.UniformNoise", "Modelica.Blocks.Examples.Noise.AutomaticSeed",
        "Modelica.Blocks.Examples.Noise.Distributions",
        "Modelica.Blocks.Examples.Noise.UniformNoiseProperties",
        "Modelica.Blocks.Examples.Noise.NormalNoiseProperties",
        "Modelica.Blocks.Examples.Noise.ImpureGenerator", "Modelica.Blocks.Examples.Noise.ActuatorWithNoise",
        "Modelica.Blocks.Examples.Noise.DrydenContinuousTurbulence",
        "Modelica.Clocked.Examples.Elementary.RealSignals.UniformNoiseXorshift64star",
        "Modelica.Fluid.Examples.AST_BatchPlant.BatchPlant_StandardWater"}) {
    const Outcome flat = Daedalus({"flatten", "--model", model});
    ASSERT_EQ(flat.exit_code, 0) << model << flat.err;
    EXPECT_LT(flat.out.size(), 50'000'000u) << model;
    const Outcome parsed = Daedalus({"parse", Write("Flat.mo", flat.out)});
    EXPECT_EQ(parsed.exit_code, 0) << model << parsed.err;
  }
}

TEST_F(LibraryModels, OfOurOwnLibraryNeedNoPath) {
  const Outcome run = Daedalus(
      {"simulate", "--model", "Parts.Examples.DcMotor", "--output", PathOf("r.csv"), "--stop", "0.1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE((run.out + run.err).find("53 equations"), std::string::npos) << run.out << run.err;
}

}  // namespace
}  // namespace daedalus::e2e
