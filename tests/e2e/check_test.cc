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
    EXPECT_NE(run.err.find("`load.leak` is of class `Q.Leak`, which has 2 equations for 3 unknowns"),
              std::string::npos)
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

TEST_F(Check, TheInitialPointTellsWhereEachValueComesFrom) {
  const std::string file = Write("M.mo",
                                 "model M\n"
                                 "  Real x(start=0.6, fixed=true), y(start=-0.1), z(start=2);\n"
                                 "equation\n"
                                 "  der(x) = -x; x^2 + y^2 = 1; der(z) = y;\n"
                                 "end M;\n");
  const Outcome run = Daedalus({"check", "--initial", file});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* part :
       {"chosen    x = 0.6 (fixed, line 2)", "  fixed\n", "assumed: its start value, which is not fixed",
        "implied by `x^2 + y^2 = 1`: Newton", "-0.8", "its start value was -0.1", "largest residual"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
}

TEST_F(Check, AnInitialPointThatDoesNotExistIsTold) {
  const std::string file =
      Write("M.mo", "model M Real x(start=2, fixed=true), y; equation der(x) = -x; x^2 + y^2 = 1; end M;\n");
  const Outcome run = Daedalus({"check", "--initial", file});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("D0566"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

}  // namespace
}  // namespace daedalus::e2e
