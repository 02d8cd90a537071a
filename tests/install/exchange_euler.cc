// A loop of Model Exchange outside of the tree: explicit Euler, and bisection for events.
#include <algorithm>

#include "exchange_cases.h"

using daedalus::model::Instance;

bool HasCrossed(Instance& model, std::vector<double>& indicators) {
  Ok(model.Indicators(indicators));
  return std::ranges::any_of(indicators, [](double z) { return !(z > 0); });
}

// One step from where the model is, up to an event. True at an event.
bool Step(Instance& model, double longest, std::vector<double>& indicators) {
  const double begin = model.time();
  const auto slopes_here = Ok(model.Derivatives());
  const std::vector<double> x(model.states().begin(), model.states().end());
  const std::vector<double> slopes(slopes_here.begin(), slopes_here.end());
  const auto go_to = [&](double t) {
    std::vector<double> there = x;
    for (std::size_t i = 0; i < x.size(); ++i) there[i] += (t - begin) * slopes[i];
    model.SetTime(t);
    model.SetStates(there);
  };
  double end = std::min(begin + longest, model.next_instant());
  go_to(end);
  const bool has_crossed = HasCrossed(model, indicators);
  for (double low = begin; has_crossed && end - low > 1e-13;) {
    const double middle = low + (end - low) / 2;
    if (middle <= low || middle >= end) break;
    go_to(middle);
    (HasCrossed(model, indicators) ? end : low) = middle;
  }
  go_to(end);
  return has_crossed || end >= model.next_instant();
}

double ByEuler(Instance& model, const Case& c) {
  std::vector<double> indicators(model.num_indicators());
  while (model.time() < c.stop) {
    const bool is_event = Step(model, std::min(c.euler_step, c.stop - model.time()), indicators);
    Ok(model.CompleteStep());
    if (is_event) Ok(model.HandleEvent());
  }
  return Ok(model.Value(c.variable));
}

int main(int, char** arguments) {
  int wrong = 0;
  for (const Case& c : Cases()) {
    const auto model = Load(arguments[1], c);
    wrong += Compare(c, "Euler", ByEuler(*Begin(model, c), c), Simulate(model, c), c.euler_error);
  }
  return wrong;
}
