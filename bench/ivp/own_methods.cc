#include "ivp/own_methods.h"

#include "daedalus/integrate/suite/methods.h"
#include "problems/run_problem.h"

namespace daedalus::bench {

std::vector<std::string_view> OwnMethods() {
  std::vector<std::string_view> names;
  for (const auto& method : integrate::Methods()) {
    const bool is_other = method.name == "auto" || method.name == "ida";
    if (method.available && method.implicit && method.variable_step && !is_other)
      names.push_back(method.name);
  }
  return names;
}

bool Fits(std::string_view method, const problems::IvpProblem& problem) {
  const integrate::MethodInfo* info = integrate::FindMethod(method);
  return info && (problem.dae.constant_mass || !info->needs_constant_mass);
}

Run MeasureOwn(const problems::IvpProblem& problem, std::string_view method, double relative, long max_steps,
               const MeasureOptions& options) {
  Run run{.form = problem.name, .method = std::string(method), .relative = relative};
  auto integrator =
      integrate::MakeIntegrator(method, problem.dae, problems::TolerancesFor(problem, relative),
                                {.max_steps = max_steps, .suppress_algebraic = problem.suppress_algebraic});
  if (!integrator) {
    run.remark = integrator.error();
    return run;
  }
  problems::ProblemRun result;
  run.seconds = MeasureSeconds([&] { result = problems::RunProblem(problem, **integrator); }, options);
  run.ok = result.outcome.ok();
  run.steps = result.statistics.steps;
  run.digits = problems::CorrectDigits(problem, result.y);
  if (!run.ok) run.remark = std::string(StatusName(result.outcome.status));
  return run;
}

}  // namespace daedalus::bench
