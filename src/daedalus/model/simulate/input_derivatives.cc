#include "daedalus/model/simulate/input_derivatives.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::simulate {
namespace {

std::string Times(int n) {
  return n == 1 ? "once" : n == 2 ? "twice" : fmt::format("{} times", n);
}

// Equations that keep their higher index are differentiated by the structure: a method of the derivative
// array differentiates them in a run, and every other method divides by the step as often.
std::vector<causal::Differentiated> DifferentiatedByStructure(const System& given) {
  std::vector<causal::Differentiated> out;
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(given));
  if (!offsets) return out;
  for (const EquationId e : IdRange<EquationId>(given.equations.size())) {
    const std::uint32_t times = offsets->c[structure::RowId(e.index())];
    if (times > 0) out.push_back({e, times});
  }
  return out;
}

}  // namespace

std::vector<int> TimesDifferentiated(const System& given,
                                     std::span<const causal::Differentiated> differentiated) {
  std::vector<int> out(given.hybrid.inputs.size(), 0);
  expr::LeafCollector collector;
  for (const causal::Differentiated& one : differentiated) {
    const Equation& equation = given.equations[one.equation];
    for (const HeldId h : collector.Collect(given.graph, equation.residual).held) {
      const Held& held = given.hybrid.held[h];
      if (held.kind != Held::Kind::kInput) continue;
      out[held.of] = std::max(out[held.of], static_cast<int>(one.times));
    }
  }
  return out;
}

std::vector<int> TimesDifferentiated(const System& given, const compile::PreparedModel& model) {
  return model.as_it_stands ? TimesDifferentiated(given, DifferentiatedByStructure(given))
                            : TimesDifferentiated(given, model.differentiated);
}

Result<Unit> CheckDerivatives(const System& given, const compile::PreparedModel& model,
                              const hybrid::InputCourses* courses) {
  if (courses == nullptr) return Unit{};
  const std::vector<int> times = TimesDifferentiated(given, model);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!(*courses)[i] || times[i] <= (*courses)[i]->num_derivatives()) continue;
    return Fail(
        Error(Code::kInputDifferentiated, {},
              "the equations differentiate the input `{}` {}, and its course has {}", InputName(given, i),
              Times(times[i]),
              (*courses)[i]->num_derivatives() == 0
                  ? "jumps"
                  : fmt::format("only {} derivatives", (*courses)[i]->num_derivatives()))
            .Hint(
                (*courses)[i]->num_derivatives() < times[i] && times[i] <= 2
                    ? "read the table with `--interpolation smooth`, or give the model a filter for the input"
                    : "give the model a filter for the input"));
  }
  return Unit{};
}

Diagnostic ExplainJump(const System& given, std::size_t input, int times) {
  return Error(Code::kInputDifferentiated, {},
               "the equations differentiate the input `{}` {}: it cannot jump to another value",
               InputName(given, input), Times(times))
      .Hint("give it a smooth course before the run, or give the model a filter for it");
}

Result<Unit> CheckMayJump(const System& given, const compile::PreparedModel& model, std::size_t input) {
  const int times = TimesDifferentiated(given, model)[input];
  return times == 0 ? Result<Unit>(Unit{}) : Fail(ExplainJump(given, input, times));
}

}  // namespace daedalus::simulate
