#include "ivp/measure_peers.h"

#include "ivp/peer_cvode.h"
#include "ivp/peer_ida.h"

namespace daedalus::bench {
namespace {

constexpr int kKluFrom = 10, kDenseTo = 200;  // unknowns for which the two linear solvers are tried

template <class Peer>
Run Measure(const std::string& name, const problems::IvpProblem& problem, Peer& peer, double relative,
            int intervals, const MeasureOptions& options) {
  PeerResult result;
  Run run{.form = problem.name,
          .task = intervals > 1 ? Task::kPoints : Task::kEnd,
          .method = name,
          .peer = true,
          .relative = relative};
  run.seconds = MeasureSeconds([&] { result = peer.Run(); }, options);
  run.ok = result.ok;
  run.steps = result.steps;
  run.digits = problems::CorrectDigits(problem, result.y);
  run.remark = result.remark;
  return run;
}

}  // namespace

std::vector<SundialsPeer> SundialsPeers(const problems::IvpProblem& problem, long max_steps,
                                        const MeasureOptions& options) {
  std::vector<SundialsPeer> peers;
  const bool is_ode = PeerCvode::Fits(problem);
  for (const PeerMatrix matrix : {PeerMatrix::kDense, PeerMatrix::kKlu}) {
    const bool dense = matrix == PeerMatrix::kDense;
    if (dense ? problem.dae.size > kDenseTo : problem.dae.size < kKluFrom) continue;
    const std::string solver = dense ? " dense" : " KLU";
    const auto asked = [=](double relative, int intervals) {
      return PeerOptions{relative, matrix, max_steps, intervals};
    };
    peers.push_back({"IDA" + solver, [=, &problem](double relative, int intervals) {
                       PeerIda ida(problem, asked(relative, intervals));
                       return Measure("IDA" + solver, problem, ida, relative, intervals, options);
                     }});
    if (!is_ode) continue;
    peers.push_back({"CVODE" + solver, [=, &problem](double relative, int intervals) {
                       PeerCvode cvode(problem, CvodeMethod::kBdf, asked(relative, intervals));
                       return Measure("CVODE" + solver, problem, cvode, relative, intervals, options);
                     }});
  }
  if (is_ode && !problem.is_stiff) {
    peers.push_back({"CVODE Adams", [=, &problem](double relative, int intervals) {
                       PeerCvode cvode(problem, CvodeMethod::kAdams,
                                       {relative, PeerMatrix::kDense, max_steps, intervals});
                       return Measure("CVODE Adams", problem, cvode, relative, intervals, options);
                     }});
  }
  return peers;
}

}  // namespace daedalus::bench
