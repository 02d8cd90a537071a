#include "daedalus/model/simulate/make_array.h"

#include <fmt/format.h>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/programs/array/adams_weights.h"
#include "daedalus/programs/array/array_analysis.h"

namespace daedalus::simulate {
namespace {

array::ArrayMethod ArrayMethodNamed(std::string_view name) {
  return name == "ei"    ? array::ArrayMethod::kEi
         : name == "icp" ? array::ArrayMethod::kIcp
                         : array::ArrayMethod::kUcp;
}

std::string SlopesInWords(const System& system, const std::vector<VariableId>& variables) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t i = 0; i < variables.size() && i < kMost; ++i)
    out += fmt::format("{}der({})", i ? ", " : "", NameOf(system, variables[i]));
  return variables.size() > kMost ? out + ", ..." : out;
}

}  // namespace

Diagnostic ExplainNoIndex(const System& system, const array::ArrayAnalysis& analysis, double t) {
  const array::ArrayRanks& last = analysis.ranks.back();
  const Equation& worst = system.equations[EquationId(last.worst_equation)];
  if (!last.is_smooth) {
    return Error(Code::kInitialNotFinite, SpanOf(system, worst),
                 "a derivative of this equation has no finite value at time = {:.9g}", t);
  }
  if (!last.is_consistent) {
    return Error(
               Code::kInitialNotConverged, SpanOf(system, worst),
               "no values near the initial ones satisfy all equations and their derivatives at time = {:.9g}",
               t)
        .Note("the largest residual is that of this equation, or of one of its derivatives");
  }
  Diagnostic d =
      Error(Code::kStepFailed, {},
            "no derivative array up to order {} determines the derivatives at time = {:.9g}", last.order, t);
  if (!last.open_slopes.empty()) d.Note("left open: " + SlopesInWords(system, last.open_slopes));
  if (!last.has_full_row_rank) d.Note("some equations follow from others");
  return std::move(d).Hint("`daedalus analyze --numerical` shows the ranks");
}

Result<MadeArray> MakeArrayIntegrator(const ArrayModel& given, double t,
                                      const initialize::InitialValues& values, integrate::DaeProblem problem,
                                      integrate::Tolerances tolerances) {
  const System& system = *given.model.system;
  const RunSettings& settings = given.settings;
  if (!system.hybrid.empty()) {
    return Fail(Error(Code::kBadOption, {}, "`{}` has events, and the method `{}` does not handle them yet",
                      system.name, settings.method));
  }
  if (auto mistake = integrate::FindOptionsError(settings.integrator, array::kHighestAdamsOrder))
    return Fail(Error(Code::kBadOption, {}, "{}", *mistake));
  std::vector<double> units = tolerances.absolute;
  for (double& unit : units) unit /= tolerances.relative;
  array::AnalysisProblem at_start;
  at_start.time = t;
  at_start.parameters = given.parameters;
  at_start.held = given.held;
  at_start.start = values.y;
  at_start.units = units;
  at_start.cancelled = settings.cancelled;
  const array::ArrayAnalysis analysis = array::AnalyzeArray(system, at_start);
  if (analysis.is_too_large) {
    return Fail(Error(Code::kBadOption, {},
                      "`{}` has {} equations, and its derivative array is too large for `{}`", system.name,
                      system.equations.size(), settings.method));
  }
  if (!analysis.index) return Fail(ExplainNoIndex(system, analysis, t));
  auto derivatives = std::make_shared<array::DerivativeArray>(system, *analysis.index);
  MadeArray out;
  // a view that lives longer than the settings
  out.method.method = integrate::FindMethod(settings.method)->name;
  out.method.reasons = {fmt::format("differential index {}, {} free values; the derivative array has {} rows",
                                    *analysis.index, analysis.num_free, derivatives->num_rows())};
  // Constraints are satisfied to rounding, so no errors across them have to be left out of the test.
  tolerances.untested.clear();
  problem.index.clear();
  out.integrator = std::make_unique<array::ArrayIntegrator>(
      std::move(problem), std::move(tolerances),
      array::ArrayOptions{ArrayMethodNamed(settings.method), settings.integrator,
                          settings.reuses_coordinates},
      std::move(derivatives), array::ArrayInputs{t, given.parameters, given.held});
  out.integrator->ObeyCancellation(settings.cancelled);
  return out;
}

}  // namespace daedalus::simulate
