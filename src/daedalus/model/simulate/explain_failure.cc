#include "daedalus/model/simulate/explain_failure.h"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

using integrate::StepStatus;

// The solver's text names rows and columns by number. The place and the values are clearer.
std::string ReasonFor(const integrate::StepOutcome& failure) {
  switch (failure.status) {
    case StepStatus::kErrorTestFailures:
      return "the error test keeps failing, whatever the step size";
    case StepStatus::kNewtonDiverged:
      return "the corrector iteration does not converge, whatever the step size";
    case StepStatus::kSingularJacobian:
      return "the Jacobian is singular";
    default:
      return failure.reason;
  }
}

std::string HintFor(StepStatus status) {
  switch (status) {
    case StepStatus::kErrorTestFailures:
    case StepStatus::kStepTooSmall:
      return "the solution may grow without bound or jump there; a looser --tolerance or a nominal value may "
             "help";
    case StepStatus::kNewtonDiverged:
      return "the solution may end or branch there; a tighter --tolerance keeps the steps smaller";
    case StepStatus::kSingularJacobian:
      return "the equations do not determine this variable there";
    default:
      return {};
  }
}

constexpr std::size_t kMaxNamed = 8;  // of equations and unknowns of a loop

std::string NamesOf(const System& system, std::span<const Quantity> unknowns) {
  std::string names;
  for (std::size_t i = 0; i < unknowns.size() && i < kMaxNamed; ++i)
    names += (i ? ", " : "") + NameOf(system, unknowns[i]);
  return unknowns.size() > kMaxNamed ? names + ", ..." : names;
}

void NoteEquations(const System& system, std::span<const EquationId> equations, Diagnostic& d) {
  for (std::size_t i = 0; i < equations.size() && i < kMaxNamed; ++i)
    d.Note(fmt::format("in the loop: {}", EquationText(system, equations[i])));
}

std::string ValuesOf(const System& system, std::span<const Quantity> unknowns, std::span<const double> y,
                     std::span<const double> yp) {
  std::string text;
  for (const Quantity& unknown : unknowns) {
    if (text.size() > 200) break;
    text += fmt::format("{}{} = {:.6g}", text.empty() ? "" : ", ", NameOf(system, unknown),
                        (unknown.is_derivative() ? yp : y)[unknown.variable.index()]);
  }
  return text;
}

}  // namespace

Diagnostic ExplainStepFailure(const System& system, const execute::DaeModel& dae,
                              const execute::EvaluationPoint& last, const integrate::StepOutcome& failure) {
  const Equation* equation =
      failure.row ? &system.equations[EquationId(static_cast<std::size_t>(*failure.row))] : nullptr;
  if (failure.status == StepStatus::kResidualFailed && equation) {
    const auto& remembered = dae.last_non_finite();
    const bool same_row = remembered && remembered->row == static_cast<std::size_t>(*failure.row);
    return initialize::ExplainNonFinite(system, *equation, same_row ? remembered->point : last,
                                        dae.parameters(), Code::kRunNotFinite)
        .Note(fmt::format("the results end at time = {:.9g}", last.time));
  }
  Diagnostic d = Error(Code::kStepFailed, equation ? SpanOf(system, *equation) : Span{},
                       "the integration stopped at time = {:.9g}: {}", last.time, ReasonFor(failure));
  if (equation) {
    d.Here("this equation is at fault");
    d.Note(fmt::format("flattened: {}", EquationText(system, *equation)));
    d.Note(fmt::format("with {}", initialize::ValuesIn(system, *equation, last)));
  }
  if (failure.unknown) {
    const VariableId v(static_cast<std::size_t>(*failure.unknown));
    const Variable& variable = system.variables[v];
    d.With(system.declarations[variable.declaration].span,
           fmt::format("`{}` = {:.6g} there", NameOf(system, variable), last.y[v.index()]));
  }
  return std::move(d).Hint(HintFor(failure.status));
}

Diagnostic ExplainNonFiniteUnknown(const System& system, const causal::Program& program,
                                   execute::EvaluationPoint point, std::span<const double> parameters) {
  for (std::size_t i = 0; i < program.unknowns.size(); ++i) {
    const Quantity& unknown = program.unknowns[i];
    double& value = (unknown.is_derivative() ? point.yp : point.y)[unknown.variable.index()];
    if (std::isfinite(value)) continue;
    value = 0;  // the equation was solved for this term: another part of it is the culprit
    return initialize::ExplainNonFinite(system, system.equations[program.equations[i]], point, parameters,
                                        Code::kRunNotFinite);
  }
  return Error(Code::kRunNotFinite, {}, "a variable has no finite value at time = {:.9g}", point.time);
}

Diagnostic ExplainLoopFailure(const System& system, const causal::Program& program,
                              const execute::OdeModel::Failure& failure) {
  const causal::Block& block = program.blocks[failure.execution.block];
  const auto equations = program.EquationsOf(block);
  const execute::EvaluationPoint point{failure.time, failure.y, failure.yp, failure.held};
  const EquationId worst = failure.execution.loop.equation.value_or(equations[0]);
  Diagnostic d = Error(Code::kLoopNotSolved, SpanOf(system, system.equations[worst]),
                       "the algebraic loop of {} equations for {} could not be solved at time = {:.9g}: {}",
                       equations.size(), NamesOf(system, program.UnknownsOf(block)), failure.time,
                       failure.execution.loop.reason);
  d.Here("this equation of the loop is furthest from being satisfied");
  NoteEquations(system, equations, d);
  d.Note(fmt::format("iterated from {}", ValuesOf(system, program.TearingOf(block), point.y, point.yp)));
  return std::move(d).Hint(
      "the model may have no solution beyond this point; otherwise start values nearer to the solution help");
}

Diagnostic DescribeSingularPosition(const System& system, const causal::Program& program,
                                    const execute::SingularPosition& position, std::int64_t num_passed) {
  const causal::Block& block = program.blocks[position.block];
  const auto equations = program.EquationsOf(block);
  const auto unknowns = program.UnknownsOf(block);
  Diagnostic d =
      Warning(Code::kUndetermined, SpanOf(system, system.equations[equations[0]]),
              "at time = {:.9g} the equations pass a singular position, where two solutions for {} cross or "
              "nearly do: they do not determine which one the run follows",
              position.where.time, NamesOf(system, unknowns));
  d.Here("an equation of this loop");
  NoteEquations(system, equations, d);
  d.Note(fmt::format("there {}", ValuesOf(system, unknowns, position.where.y, position.where.yp)));
  if (position.is_other)
    d.Note(*position.is_other ? "after it the run followed another solution than before"
                              : "the run kept the solution that it had followed");
  d.Note(num_passed == 1 ? "once in this run" : fmt::format("{} times in this run", num_passed));
  return std::move(d).Hint(
      "after this time the results show one of several motions; an equation that distinguishes them, or "
      "slightly different lengths, decides which one");
}

Diagnostic DescribeBlurredUnknown(const System& system, const execute::BlurredUnknown& blurred) {
  const std::string name = NameOf(system, blurred.unknown);
  const double least = std::min(blurred.low, blurred.high), most = std::max(blurred.low, blurred.high);
  return Warning(Code::kUndetermined,
                 system.declarations[system.variables[blurred.unknown.variable].declaration].span,
                 "the states do not determine `{}` within their tolerance: do not trust these results", name)
      .Here("this unknown of a loop")
      .Note(blurred.turns
                ? fmt::format("from time = {:.9g} on `{}` oscillates from step to step, for example between "
                              "{:.6g} and {:.6g}",
                              blurred.time, name, least, most)
                : fmt::format("at time = {:.9g} states that differ by the tolerance give values of `{}` from "
                              "{:.6g} to {:.6g}",
                              blurred.time, name, least, most))
      .Hint(
          "use --form dae, which tests the errors of such unknowns directly, or give small states a nominal "
          "value");
}

}  // namespace daedalus::simulate
