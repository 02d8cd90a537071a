// check, of one class and of all.
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Check : public EndToEnd {};

constexpr const char* kPackage =
    "package P\n"
    "  connector Pin Real v; flow Real i; end Pin;\n"
    "  partial model TwoPin Pin p, n; Real v = p.v - n.v; equation p.i + n.i = 0; end TwoPin;\n"
    "  model Resistor extends TwoPin; parameter Real R = 1; equation v = R*p.i; end Resistor;\n"
    "  model Wrong extends TwoPin; equation v = R*p.i; end Wrong;\n"
    "  function f input Real x; output Real y; algorithm y := x; end f;\n"
    "end P;\n";

TEST_F(Check, AComponentAloneIsRight) {
  const std::string file = Write("P.mo", kPackage);
  for (const char* name : {"P", "P.Pin", "P.TwoPin", "P.Resistor", "P.f"}) {
    const Outcome run = Daedalus({"check", file, "--model", name});
    EXPECT_EQ(run.exit_code, 0) << name << run.err;
    EXPECT_EQ(run.err, "") << name;
  }
  EXPECT_EQ(Daedalus({"check", file, "--model", "P.Resistor"}).out,
            "P.Resistor: right, 5 equations for 5 unknowns\n");
  const Outcome wrong = Daedalus({"check", file, "--model", "P.Wrong"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_NE(wrong.err.find("`R` is not declared"), std::string::npos) << wrong.err;
}

TEST_F(Check, AllClassesOfAPackage) {
  const std::string file = Write("P.mo", kPackage);
  const Outcome run = Daedalus({"check", file, "--all", "--json", PathOf("all.json")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("P.Wrong: D0201 `R` is not declared"), std::string::npos) << run.out;
  const auto json = nlohmann::json::parse(Read("all.json"));
  ASSERT_EQ(json["classes"].size(), 6u);
  for (const auto& row : json["classes"]) {
    EXPECT_EQ(row["result"], row["name"] == "P.Wrong" ? "wrong" : "right") << row;
    EXPECT_EQ(row["messages"].empty(), row["name"] != "P.Wrong") << row;
  }
  EXPECT_EQ(json["classes"][0]["name"], "P");
  EXPECT_EQ(json["classes"][0]["kind"], "package");
}

TEST_F(Check, OurOwnLibraryIsRight) {
  const Outcome run = Daedalus({"check", "Parts", "--all"});
  EXPECT_EQ(run.exit_code, 0) << run.out;
}

// An equation is missing two levels down: the model has one too few, and the component is named.
TEST_F(Check, TheComponentThatUnbalancesAModelIsNamed) {
  const std::string file = Write("Q.mo",
                                 "package Q\n"
                                 "  connector Pin Real v; flow Real i; end Pin;\n"
                                 "  model Ground Pin p; equation p.v = 0; end Ground;\n"
                                 "  model Leak Pin p; Real q; equation p.i = p.v; end Leak;\n"
                                 "  model Load Pin p; Leak leak; equation connect(p, leak.p); end Load;\n"
                                 "  model Circuit\n"
                                 "    Ground ground;\n"
                                 "    Load load;\n"
                                 "  equation\n"
                                 "    connect(ground.p, load.p);\n"
                                 "  end Circuit;\n"
                                 "end Q;\n");
  for (const char* command : {"check", "simulate"}) {
    const Outcome run = Daedalus({command, file, "--model", "Q.Circuit"});
    EXPECT_EQ(run.exit_code, 1) << command;
    EXPECT_NE(run.err.find("`load.leak` is a `Q.Leak`, which has 2 equations for 3 unknowns"), std::string::npos)
        << run.err;
    EXPECT_EQ(run.err.find("Q.Ground`, which"), std::string::npos) << run.err;
  }
}

// A model whose components are all right says nothing of them.
TEST_F(Check, WhereTheModelItselfIsUnbalancedNoComponentIsBlamed) {
  const std::string file = Write("Q.mo",
                                 "package Q\n"
                                 "  connector Pin Real v; flow Real i; end Pin;\n"
                                 "  model Ground Pin p; equation p.v = 0; end Ground;\n"
                                 "  model Circuit Ground ground; Real x; end Circuit;\n"
                                 "end Q;\n");
  const Outcome run = Daedalus({"check", file, "--model", "Q.Circuit"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err.find("which has"), std::string::npos) << run.err;
}

TEST_F(Check, AFileOfMessagesNeedsAll) {
  EXPECT_EQ(Daedalus({"check", Model("RlcCircuit.mo"), "--json", "a.json"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"check", "--all"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"check", "--model", "NoSuchPackage", "--all"}).exit_code, 1);
}

}  // namespace
}  // namespace daedalus::e2e
