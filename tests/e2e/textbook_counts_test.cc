// The counts of Cellier & Kofman chapter 7 as `daedalus analyze` reports them, aliases kept unless said
// otherwise. tests/programs/causal/golden_program_test.cc looks at the programs behind them.
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

using Json = nlohmann::json;

class TextbookCounts : public EndToEnd {
 protected:
  std::string Text(const std::string& model) const {
    return Daedalus({"analyze", Model(model + ".mo"), "--keep-aliases"}).out;
  }
  Json Kept(const std::string& model) const {
    return Parsed(Daedalus({"analyze", Model(model + ".mo"), "--json", "--keep-aliases"}));
  }
  Json Removed(const std::string& model) const {
    return Parsed(Daedalus({"analyze", Model(model + ".mo"), "--json"}));
  }

  // The sizes of the blocks of more than one equation, in the order of execution.
  static std::vector<int> Loops(const Json& report) {
    std::vector<int> sizes;
    for (const Json& block : report["blocks"]) {
      if (block["size"] > 1) sizes.push_back(block["size"]);
    }
    return sizes;
  }
  static Json Counts(int equations, int integrators) {
    return {{"equations", equations}, {"unknowns", equations}, {"integrators", integrators}};
  }

 private:
  static Json Parsed(const Outcome& run) {
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Json::parse(run.out);
  }
};

// (7.1), (7.3)
TEST_F(TextbookCounts, RlcCircuitHasTenBlocksOfOne) {
  const Json report = Kept("RlcCircuit");
  EXPECT_EQ(report["original"], (Json{{"equations", 10}, {"unknowns", 10}}));
  EXPECT_EQ(report["structural_index"], 1);
  EXPECT_EQ(report["states"].size(), 2u);
  EXPECT_EQ(report["blocks"].size(), 10u);
  EXPECT_EQ(report["largest_block"], 1);
  EXPECT_EQ(report["core"]["equations"], 0);
}

// (7.5), (7.9)
TEST_F(TextbookCounts, ResistorLoopCircuitHasALoopOfSixTornByOne) {
  const Json report = Kept("ResistorLoopCircuit");
  EXPECT_EQ(Loops(report), (std::vector<int>{6}));
  EXPECT_EQ(report["core"]["equations"], 6);
  EXPECT_EQ(report["tearing_variables"], 1);
}

// (7.52), (7.70). The loop of 11 of the text is the core; it splits into two.
TEST_F(TextbookCounts, SwappedRlcCircuitHasSeventeenEquationsAndACoreOfEleven) {
  const Json report = Kept("higher_index/SwappedRlcCircuit");
  EXPECT_EQ(report["original"], (Json{{"equations", 10}, {"unknowns", 10}}));
  EXPECT_EQ(report["structural_index"], 2);
  EXPECT_EQ(report["reduced"], Counts(17, 0));
  EXPECT_EQ(report["states"], Json{"iL"});
  EXPECT_EQ(report["core"]["equations"], 11);
  EXPECT_EQ(Loops(report), (std::vector<int>{5, 5}));
  EXPECT_EQ(report["tearing_variables"], 2);
  EXPECT_NE(Text("higher_index/SwappedRlcCircuit")
                .find("11 equations are left by the two causalization rules: loops of 5, 5; 1 between them"),
            std::string::npos);
}

// (7.53), (7.63)
TEST_F(TextbookCounts, PotentialRlcCircuitHasSeventeenEquationsAndALoopOfFive) {
  const Json report = Kept("higher_index/PotentialRlcCircuit");
  EXPECT_EQ(report["structural_index"], 2);
  EXPECT_EQ(report["reduced"], Counts(17, 0));
  EXPECT_EQ(report["states"].size(), 1u);
  EXPECT_EQ(Loops(report), (std::vector<int>{5}));
  EXPECT_EQ(report["core"]["equations"], 5);
}

// (7.54), (7.59)
TEST_F(TextbookCounts, ParallelCapacitorsHaveEightEquationsAndALoopOfFour) {
  const Json report = Kept("higher_index/ParallelCapacitors");
  EXPECT_EQ(report["structural_index"], 2);
  EXPECT_EQ(report["reduced"], Counts(8, 0));
  EXPECT_EQ(report["states"].size(), 1u);
  EXPECT_EQ(Loops(report), (std::vector<int>{4}));
}

// (7.74), (7.76): nine equations, and that the velocity of the state among x and y is its derivative.
TEST_F(TextbookCounts, CartesianPendulumHasIndexThreeAndTwoStates) {
  const Json report = Kept("higher_index/CartesianPendulum");
  EXPECT_EQ(report["structural_index"], 3);
  EXPECT_EQ(report["states"].size(), 2u);
  EXPECT_EQ(report["reduced"], Counts(9, 1));
}

// (7.78), with (7.83) and (7.84); der(phi) = 'der(phi)' is no equation of the text.
TEST_F(TextbookCounts, AnglePendulumHasTwelveEquationsAndEightWithoutAliases) {
  const Json kept = Kept("higher_index/AnglePendulum");
  EXPECT_EQ(kept["structural_index"], 3);
  EXPECT_EQ(kept["states"], (Json{"phi", "der(phi)"}));
  EXPECT_EQ(kept["reduced"], Counts(12, 1));
  const Json removed = Removed("higher_index/AnglePendulum");
  EXPECT_EQ(removed["reduced"], Counts(8, 1));
  EXPECT_EQ(Loops(removed), (std::vector<int>{4}));
}

// [H7.8]
TEST_F(TextbookCounts, IsomerizationControlHasEightEquationsAndNoLoop) {
  const Json report = Kept("higher_index/IsomerizationControl");
  EXPECT_EQ(report["structural_index"], 3);
  EXPECT_EQ(report["reduced"], Counts(8, 0));
  EXPECT_EQ(report["states"].size(), 0u);
  EXPECT_EQ(report["core"]["equations"], 0);
  EXPECT_EQ(report["largest_block"], 1);
}

}  // namespace
}  // namespace daedalus::e2e
