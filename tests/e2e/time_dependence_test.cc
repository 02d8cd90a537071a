// What a model that is driven by time costs a Rosenbrock method: no more residuals a step than one that is
// not.
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class TimeDependence : public EndToEnd {
 protected:
  // Residuals for each step that was tried.
  double ResidualsAStep(const std::string& model, const std::string& form) const {
    const Outcome run =
        Daedalus({"simulate", model, "--method", "rodas", "--form", form, "--stats", "stats.json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto stats = nlohmann::json::parse(Read("stats.json"));
    EXPECT_GT(stats["steps"].get<double>(), 30);
    return stats["residual_evaluations"].get<double>() /
           (stats["steps"].get<double>() + stats["rejected_steps"].get<double>());
  }
};

TEST_F(TimeDependence, CostsRodasNoResiduals) {
  const auto write = [&](const std::string& name, const std::string& declaration,
                         const std::string& equation) {
    return Write(name + ".mo", "model " + name + "\n  Real s" + declaration +
                                   ";\n"
                                   "  Real x(start = 1, fixed = true); Real a;\n"
                                   "equation\n"
                                   "  der(x) = -50*(x - a);\n"
                                   "  a = cos(3*s) + 0.1*sin(a*s);\n" +
                                   equation +
                                   "  annotation(experiment(StopTime = 4, Tolerance = 1e-7));\nend " + name +
                                   ";\n");
  };
  const std::string driven = write("Driven", "", "  s = time;\n");
  const std::string autonomous = write("Autonomous", "(start = 0, fixed = true)", "  der(s) = 1;\n");
  for (const std::string form : {"ode", "dae"}) {
    const double with_time = ResidualsAStep(driven, form);
    EXPECT_LE(with_time, ResidualsAStep(autonomous, form) + 0.1) << form;
    EXPECT_LE(with_time, 8.1) << form << ": eight stages";
  }
}

}  // namespace
}  // namespace daedalus::e2e
