#include "daedalus/model/simulate/forms/residual_view.h"

#include <algorithm>

#include "daedalus/model/initialize/algebraic_slopes.h"
#include "daedalus/model/simulate/violated_equation.h"
#include "daedalus/programs/causal/derivative_dependents.h"

namespace daedalus::simulate {

ResidualView::ResidualView(SegmentEquations& equations, QuantityPlaces& places)
    : IntegratorView(equations, places), reader_(places) {
  for (const VariableId v : IdRange<VariableId>(equations.system().variables.size())) unknowns_.push_back(v);
}

bool ResidualView::has_algebraic_unknowns() const {
  return equations_.dae->num_differential() < equations_.dae->size();
}

// A test of the errors of accelerations would need much more accurate positions: ten to a hundred times the
// steps for fewer digits, in models/higher_index.
integrate::Tolerances ResidualView::TolerancesOf(integrate::Tolerances of_all) const {
  const compile::PreparedModel& model = equations_.model;
  of_all.untested = model.differentiated.empty()
                        ? execute::UntestedUnknowns(equations_.dae->facts())
                        : causal::DerivativeDependents(model.incidence, model.matching);
  return of_all;
}

bool ResidualView::TakeBack(double /*t*/, const execute::Workspace& moved, std::span<double> y,
                            std::span<double> yp) {
  std::ranges::copy(moved.y, y.begin());
  std::ranges::copy(moved.yp, yp.begin());
  return true;
}

void ResidualView::EstimateSlopes(const initialize::ConsistentOptions& options,
                                  initialize::InitialValues& values) {
  initialize::EstimateAlgebraicSlopes(*equations_.dae, equations_.nominal(), options, values);
}

// Only the corrector of an integrator may follow another solution than its last steps. In large models the
// values would be copied after each step.
std::unique_ptr<LoopWatch> ResidualView::MakeWatch(bool is_corrected) {
  constexpr std::size_t kMostToWatch = 1000;  // variables
  const compile::PreparedModel& model = equations_.model;
  if (!is_corrected || model.as_it_stands || model.whole->variables.size() > kMostToWatch) return nullptr;
  execute::LoopDeterminants determinants = equations_.compiled->Determinants();
  if (!determinants.HoldsFor(equations_.parameters)) {
    System own = *model.whole;
    determinants = execute::LoopDeterminants(own, model.program, equations_.parameters);
  }
  if (determinants.empty()) return nullptr;
  return std::make_unique<ResidualLoopWatch>(equations_, reader_, std::move(determinants));
}

std::optional<initialize::InitialValues> ResidualView::SolveEvent(double t,
                                                                  std::span<const double> quantities) {
  auto solved = Continue(t, quantities);
  if (!solved) unsolved_ = {t, {quantities.begin(), quantities.end()}};
  return solved;
}

// A point of the results is a point of the integrator here, so only an event or a restart has no solution.
Diagnostic ResidualView::ExplainNoSolution(const SolutionEnd& end, const integrate::Integrator* integrator,
                                           double last_read) {
  if (auto known = ExplainUnsolved(end)) return *std::move(known);
  return Error(Code::kEventNotSolved, {}, "at time = {:.9g} the equations have no solution",
               integrator ? integrator->time() : last_read);
}

std::optional<Diagnostic> ResidualView::ExplainUnsolved(const SolutionEnd& /*end*/) {
  if (!unsolved_) return std::nullopt;
  execute::DaeModel& dae = *equations_.dae;
  const System& system = equations_.system();
  initialize::InitialValues values{std::vector<double>(dae.size()), std::vector<double>(dae.size())};
  places_.Put(unsolved_->quantities, values);
  const std::size_t worst =
      FindLargestResidual(dae, equations_.nominal(), unsolved_->time, values.y, values.yp).equation;
  return Error(Code::kEventNotSolved, SpanOf(system, system.equations[EquationId(worst)]),
               "at time = {:.9g} the equations have no solution near the values before", unsolved_->time)
      .Here("this equation is furthest from being satisfied by these values")
      .Hint("--form ode solves them block by block");
}

}  // namespace daedalus::simulate
