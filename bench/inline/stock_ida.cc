#include "inline/stock_ida.h"

#include <chrono>

#include "daedalus/driver/read_settings.h"
#include "daedalus/simulate/find_start.h"
#include "ivp/peer_ida.h"

namespace daedalus::bench {

std::optional<Run> RunStockIda(Racer& racer, double tolerance, PeerMatrix matrix) {
  using Clock = std::chrono::steady_clock;
  racer.options.tolerance = tolerance;
  const auto settings = driver::ReadSettings(racer.options, racer.experiment);
  if (!settings) return std::nullopt;
  const std::shared_ptr<const compile::GivenModel> numbers(racer.model, &racer.model->given());
  simulate::StateChanges states(racer.model, numbers, *settings, simulate::CodeChoice::kMachine);
  simulate::FoundStart start;
  if (!simulate::FindStart(states, *settings, start)) return std::nullopt;
  simulate::Segment& segment = states.current();
  if (!segment.MakeReady(simulate::CodeChoice::kMachine, settings->grid.start, start.values)) return std::nullopt;
  if (!segment.Start(settings->grid.start, start.values).ok()) return std::nullopt;

  problems::IvpProblem problem{.name = racer.model->given().system->name, .dae = segment.Problem()};
  problem.y0.assign(segment.integrator().y().begin(), segment.integrator().y().end());
  problem.yp0.assign(segment.integrator().yp().begin(), segment.integrator().yp().end());
  problem.t_end = settings->grid.stop;
  PeerResult result;
  const auto seconds = LeastSeconds([&]() -> std::optional<double> {
    // As a run of ours, each begins from nothing: the analysis of its matrix is part of the first step, and memory is not.
    PeerIda ida(problem, {.relative = tolerance, .matrix = matrix, .max_steps = 1'000'000});
    const auto begin = Clock::now();
    result = ida.Run();
    if (!result.ok) return std::nullopt;
    return std::chrono::duration<double>(Clock::now() - begin).count();
  });
  if (!seconds) return std::nullopt;
  Run out{.seconds = *seconds, .end = std::vector<double>(states.quantities().size())};
  if (!segment.ReadQuantities(problem.t_end, result.y, result.yp, out.end)) return std::nullopt;
  return out;
}

}  // namespace daedalus::bench
