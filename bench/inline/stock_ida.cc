#include "inline/stock_ida.h"

#include <chrono>

#include "ivp/peer_ida.h"

namespace daedalus::bench {

std::optional<Run> RunStockIda(Racer& racer, double tolerance, PeerMatrix matrix) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<Ready> ready = MakeReady(racer, tolerance);
  if (!ready || !ready->Start()) return std::nullopt;
  simulate::Segment& segment = ready->segment();

  problems::IvpProblem problem{.name = racer.model->given().system->name, .dae = segment.Problem()};
  problem.y0.assign(segment.integrator().y().begin(), segment.integrator().y().end());
  problem.yp0.assign(segment.integrator().yp().begin(), segment.integrator().yp().end());
  problem.t_end = ready->settings.grid.stop;
  PeerIda ida(problem, {.relative = tolerance, .matrix = matrix, .max_steps = 1'000'000});
  PeerResult result;
  const auto seconds = LeastSeconds([&]() -> std::optional<double> {
    const auto begin = Clock::now();
    result = ida.Run();
    if (!result.ok) return std::nullopt;
    return std::chrono::duration<double>(Clock::now() - begin).count();
  });
  if (!seconds) return std::nullopt;
  Run out{.seconds = *seconds, .end = std::vector<double>(ready->states().quantities().size())};
  if (!segment.ReadQuantities(problem.t_end, result.y, result.yp, out.end)) return std::nullopt;
  return out;
}

}  // namespace daedalus::bench
