// What happens at events does not depend on who integrates: the same relations change in the same order, and the same variables get
// new values, by every method and in both forms. The instants are those of the closed forms to the accuracy of each method; which
// event comes first must not depend on that.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/integrate/suite/methods.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct TimedEvent {
  double time = 0;
  std::string what;  // what crossed, and which discrete variables changed
};

// "event at time = 0.5: x < 0 becomes true (M.mo:3)", then a line for each effect. Numbers of states are left out.
std::vector<TimedEvent> ReadLog(const std::string& log) {
  std::vector<TimedEvent> out;
  std::istringstream lines(log);
  const std::string heading = "event at time = ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(heading)) {
      std::size_t end = 0;
      const double time = std::stod(line.substr(heading.size()), &end);
      out.push_back({time, line.substr(heading.size() + end)});
    } else if (!out.empty()) {
      out.back().what += line.substr(0, line.find(':'));
    }
  }
  return out;
}

std::vector<TimedEvent> EventsOf(const std::string& file, const std::string& form, std::string_view method) {
  driver::SimulateOptions options;
  options.model.files = {DAEDALUS_SOURCE_DIR "/models/" + file};
  options.form = FormNamed(form);
  options.method = method;
  options.tolerance = 1e-5;
  options.log_events = true;
  options.quiet = true;
  options.output =
      (std::filesystem::temp_directory_path() / ("daedalus_order_" + std::to_string(::getpid()) + ".csv"))
          .string();
  std::string log;
  driver::SimulateHooks hooks;
  hooks.log = [&](const std::string& text) { log += text; };
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto report = driver::SimulateModel(options, loaded, diagnostics, hooks);
  EXPECT_EQ(report.status, driver::SimulateStatus::kDone);
  std::filesystem::remove(options.output);
  return ReadLog(log);
}

void ExpectTheSameOrder(const std::vector<TimedEvent>& found, const std::vector<TimedEvent>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].what, expected[i].what) << "event " << i;
    // Methods of order 1 have few digits.
    EXPECT_NEAR(found[i].time, expected[i].time, 1e-2 * expected.back().time) << "event " << i;
  }
}

class EventOrder : public testing::TestWithParam<std::string> {};

TEST_P(EventOrder, IsTheSameByEveryMethodInBothForms) {
  const std::string file = "events/" + GetParam() + ".mo";
  const std::vector<TimedEvent> expected = EventsOf(file, "ode", "radau");
  ASSERT_FALSE(expected.empty());
  for (const integrate::MethodInfo& method : integrate::Methods()) {
    if (!method.available || method.needs_equations) continue;
    for (const char* form : {"ode", "dae"}) {
      if (!method.implicit && std::string(form) == "dae") continue;
      SCOPED_TRACE(std::string(form) + " " + std::string(method.name));
      ExpectTheSameOrder(EventsOf(file, form, method.name), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, EventOrder,
                         testing::Values("StickSlip", "Thermostat", "TrafficLight", "SampledDoubleIntegrator",
                                         "Billiard", "BallsInARow", "ClockedCounterIntervals"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace daedalus
