#include "ivp/own_methods.h"

#include <algorithm>

#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "ivp/ode_form.h"
#include "problems/run_problem.h"

namespace daedalus::bench {

std::vector<std::string_view> OwnMethods(bool with_explicit) {
  std::vector<std::string_view> names;
  for (const auto& method : integrate::Methods()) {
    const bool is_other = method.name == "auto" || method.name == "switching" || method.name == "ida";
    const bool is_asked = method.implicit || with_explicit;
    if (method.available && is_asked && method.variable_step && !is_other) names.push_back(method.name);
  }
  return names;
}

bool Fits(std::string_view method, const problems::IvpProblem& problem) {
  const integrate::MethodInfo* info = integrate::FindMethod(method);
  if (!info || (info->needs_constant_mass && !problem.dae.constant_mass)) return false;
  return info->implicit || IsExplicitOde(problem);
}

std::string_view ChooseFor(const problems::IvpProblem& problem, double relative) {
  integrate::ProblemFacts facts = integrate::FactsOf(problem.dae);
  facts.events_per_run = static_cast<double>(problem.restarts.size());
  if (IsExplicitOde(problem)) {
    facts.is_explicit = true;
    facts.stiffness = integrate::EstimateStiffness(problem.dae, problems::TolerancesFor(problem, relative), 0,
                                                   problem.y0, problem.yp0, problem.t_end);
  }
  return integrate::ChooseMethod(facts).method;
}

namespace {

// By steps where dense output is poorer than they are, as in a run of a model (simulate/segment.cc).
bool WantsPointsBySteps(const integrate::MethodInfo& method, const problems::IvpProblem& problem) {
  const bool has_algebraic = std::ranges::count(problem.dae.is_differential, 0) > 0;
  return method.has_low_dense_order || (has_algebraic && method.family != "multistep");
}

}  // namespace

Run MeasureOwn(const problems::IvpProblem& problem, const OwnRun& own, const MeasureOptions& options) {
  Run run{.form = problem.name,
          .task = own.intervals > 1 ? Task::kPoints : Task::kEnd,
          .method = std::string(own.method),
          .relative = own.relative};
  const std::string_view method = own.method == "auto" ? ChooseFor(problem, own.relative) : own.method;
  auto integrator = integrate::MakeIntegrator(
      method, problem.dae, problems::TolerancesFor(problem, own.relative),
      {.max_steps = own.max_steps, .suppress_algebraic = problem.suppress_algebraic});
  if (!integrator) {
    run.remark = integrator.error();
    return run;
  }
  const problems::OutputPoints points{own.intervals,
                                      WantsPointsBySteps(*integrate::FindMethod(method), problem)};
  problems::ProblemRun result;
  run.seconds =
      MeasureSeconds([&] { result = problems::RunProblem(problem, **integrator, points); }, options);
  run.ok = result.outcome.ok();
  run.steps = result.statistics.steps;
  run.digits = problems::CorrectDigits(problem, result.y);
  if (!run.ok) run.remark = std::string(StatusName(result.outcome.status));
  return run;
}

}  // namespace daedalus::bench
