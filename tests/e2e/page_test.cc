// `simulate --page`: the file, and mistakes. How the page behaves: tests/products/page/test_page.py.
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

using Page = EndToEnd;

TEST_F(Page, StandsBesideTheResult) {
  const Outcome run = Daedalus({"simulate", Model("RlcCircuit.mo"), "--output", "r.csv", "--page", "r.html"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("page:    r.html\n"), std::string::npos) << run.out;
  EXPECT_TRUE(Exists("r.csv"));
  const std::string page = Read("r.html");
  EXPECT_NE(page.find("<title>RlcCircuit</title>"), std::string::npos);
}

TEST_F(Page, DoesNotChangeTheResult) {
  ASSERT_EQ(Daedalus({"simulate", Model("Pendulum.mo"), "--output", "a.csv"}).exit_code, 0);
  ASSERT_EQ(Daedalus({"simulate", Model("Pendulum.mo"), "--output", "b.csv", "--page", "b.html"}).exit_code,
            0);
  EXPECT_EQ(Read("a.csv"), Read("b.csv"));
}

TEST_F(Page, IsTheSameEachTime) {
  const std::vector<std::string> run = {"simulate", Model("events/BallOnStairs.mo"), "--output", "r.csv",
                                        "--page"};
  std::vector<std::string> first = run, second = run;
  first.push_back("a.html");
  second.push_back("b.html");
  ASSERT_EQ(Daedalus(first).exit_code, 0);
  ASSERT_EQ(Daedalus(second).exit_code, 0);
  EXPECT_EQ(Read("a.html"), Read("b.html"));
}

TEST_F(Page, APathThatCannotBeWrittenCostsNothing) {
  Write("r.csv", "precious\n");
  const Outcome run =
      Daedalus({"simulate", Model("RlcCircuit.mo"), "--output", "r.csv", "--page", "missing/folder/r.html"});
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.err.find("missing/folder/r.html"), std::string::npos) << run.err;
  EXPECT_EQ(Read("r.csv"), "precious\n") << "the run did not begin";
}

TEST_F(Page, TakesThePlaceOfNoOtherFileOfTheRun) {
  Write("r.csv", "precious\n");
  for (const std::vector<std::string>& files :
       {std::vector<std::string>{"--output", "r.csv", "--page", "./r.csv"},
        std::vector<std::string>{"--output", "r.csv", "--plot", "uC", "--page", "r.html"},
        std::vector<std::string>{"--output", "r.csv", "--stats", "s.json", "--page", "s.json"}}) {
    std::vector<std::string> run = {"simulate", Model("RlcCircuit.mo")};
    run.insert(run.end(), files.begin(), files.end());
    const Outcome refused = Daedalus(run);
    EXPECT_NE(refused.exit_code, 0) << files.back();
    EXPECT_NE(refused.err.find("--page would overwrite"), std::string::npos) << refused.err;
    EXPECT_EQ(Read("r.csv"), "precious\n");
  }
}

TEST_F(Page, AModelThatDoesNotStartHasNone) {
  const std::string model = Write("Bad.mo", "model Bad Real x; equation x = 1; x = 2; end Bad;");
  EXPECT_NE(Daedalus({"simulate", model, "--page", "r.html"}).exit_code, 0);
  EXPECT_FALSE(Exists("r.html"));
}

TEST_F(Page, ARunThatStopsEarlyHasOne) {
  const std::string model = Write("Ends.mo",
                                  "model Ends Real x(start = 1, fixed = true); equation der(x) = x; "
                                  "assert(x < 2, \"x is large\"); end Ends;");
  EXPECT_NE(Daedalus({"simulate", model, "--stop", "5", "--page", "r.html"}).exit_code, 0);
  EXPECT_NE(Read("r.html").find("<title>Ends</title>"), std::string::npos) << "with the points so far";
}

}  // namespace
}  // namespace daedalus::e2e
