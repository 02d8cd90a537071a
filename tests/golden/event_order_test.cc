// What happens at events does not depend on who integrates: the same relations change in the same order, and
// the same variables get new values, in every model with events, by every method and in both forms, at the
// tolerance of the model. The instants are those of the closed forms to the accuracy of each method; which
// event comes first must not depend on that.
//
// Not compared is what has no meaning for the user: a crossing that was found by dense output and that the
// equations themselves take back ("changes, and changes back"), and the kinks in records of the past ($past),
// which differ with the steps. Of the effects those on Booleans count: whether a number changes in its ninth
// digit is a matter of accuracy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "golden/run_of_model.h"
#include "sanitized.h"

namespace daedalus {
namespace {

struct TimedEvent {
  double time = 0;
  std::string what;  // what crossed, and which discrete variables changed
};

bool IsOfABoolean(const std::string& effect) {
  return effect.ends_with("-> true") || effect.ends_with("-> false");
}

// It has changed something but the record of the past.
bool HasHappened(const std::string& what) {
  const bool is_taken_back = what.find("changes, and changes back") != std::string::npos &&
                             what.find("becomes") == std::string::npos;
  return !what.empty() && !is_taken_back && what.find("$past") == std::string::npos;
}

// "event at time = 0.5: x < 0 becomes true (M.mo:3)", then a line for each effect, "  on: false -> true".
std::vector<TimedEvent> ReadLog(const std::string& log) {
  std::vector<TimedEvent> out;
  std::istringstream lines(log);
  const std::string heading = "event at time = ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(heading)) {
      std::size_t end = 0;
      const double time = std::stod(line.substr(heading.size()), &end);
      out.push_back({time, line.substr(heading.size() + end)});
    } else if (!out.empty() && IsOfABoolean(line)) {
      out.back().what += line;
    }
  }
  std::erase_if(out, [](const TimedEvent& event) { return !HasHappened(event.what); });
  return out;
}

// Nothing where the method says that it is not for such equations (`rodas` and a matrix that varies).
std::optional<std::vector<TimedEvent>> EventsOf(const std::string& file, const std::string& form,
                                                std::string_view method) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  options.method = method;
  options.log_events = true;
  const RunOfModel run = ObservedFile(options, file);
  for (const Diagnostic& d : run.diagnostics.items()) {
    if (d.code == Code::kBadOption) return std::nullopt;
  }
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  return ReadLog(run.log);
}

void ExpectTheSameOrder(const std::vector<TimedEvent>& found, const std::vector<TimedEvent>& expected) {
  const double end = expected.empty() ? 1.0 : expected.back().time;
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].what, expected[i].what) << "event " << i;
    // Methods of order 1 have few digits.
    EXPECT_NEAR(found[i].time, expected[i].time, 1e-2 * end) << "event " << i;
  }
}

// Who sees other events, and why that cannot be otherwise.
struct Exception {
  const char* model;
  std::vector<std::string_view> methods;
  const char* reason;
};
const std::vector<Exception>& Exceptions() {
  static const std::vector<Exception> all = {
      {"BangBang",
       {"bdf", "gear", "backward-euler"},
       "the last arc lies on the switching curve x = v^2/2 itself"},
      {"Trap23MediumBounds",
       {"ida", "bi2", "trapezoid"},
       "in the residual form an algebraic unknown just behind a restart is less exact than the band of its "
       "relation"},
      {"DiodeCoil", {"euler"}, "no error control: the current falls below zero"},
      {"StringPendulum", {"euler"}, "no error control: the mass leaves the circle"},
      {"Trap01FrictionModes", {"euler"}, "no error control: a velocity of zero is not met"},
      {"Trap04MassWithStop", {"euler"}, "no error control: the stop is met with another velocity"},
  };
  return all;
}

bool IsExcepted(const std::string& model, std::string_view method) {
  return std::ranges::any_of(Exceptions(), [&](const Exception& e) {
    return e.model == model && std::ranges::find(e.methods, method) != e.methods.end();
  });
}

std::vector<std::string> ModelsWithEvents() {
  std::vector<std::string> out;
  for (const char* folder : {"/models/events", "/models/modes", "/tests/golden/events_models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(DAEDALUS_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() == ".mo") out.push_back(entry.path().string());
    }
  }
  std::ranges::sort(out);
  return out;
}

// Who claims to find events in this form. Under a sanitizer, which is ten times slower, one of each family.
std::vector<std::string_view> MethodsFor(const std::string& form) {
  if (IsSanitized() && form == "dae") return {"bdf", "radau5"};
  if (IsSanitized()) return {"bdf", "radau5", "rodas", "dopri5"};
  std::vector<std::string_view> out;
  for (const integrate::MethodInfo& method : integrate::Methods()) {
    if (!method.available || method.needs_equations || (!method.implicit && form == "dae")) continue;
    out.push_back(method.name);
  }
  return out;
}

class EventOrder : public testing::TestWithParam<std::string> {};

TEST_P(EventOrder, IsTheSameByEveryMethodInBothForms) {
  const std::string model = std::filesystem::path(GetParam()).stem().string();
  const auto expected = EventsOf(GetParam(), "ode", "radau");
  ASSERT_TRUE(expected);
  for (const char* form : {"ode", "dae"}) {
    for (const std::string_view method : MethodsFor(form)) {
      if (IsExcepted(model, method)) continue;
      SCOPED_TRACE(std::string(form) + " " + std::string(method));
      if (const auto found = EventsOf(GetParam(), form, method)) ExpectTheSameOrder(*found, *expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, EventOrder, testing::ValuesIn(ModelsWithEvents()),
                         [](const auto& test) { return std::filesystem::path(test.param).stem().string(); });

}  // namespace
}  // namespace daedalus
