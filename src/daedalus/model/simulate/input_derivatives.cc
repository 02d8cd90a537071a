#include "daedalus/model/simulate/input_derivatives.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::simulate {
namespace {

std::string Times(int n) {
  return n == 1 ? "once" : n == 2 ? "twice" : fmt::format("{} times", n);
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

Result<Unit> CheckDerivatives(const System& given, const compile::PreparedModel& model,
                              const hybrid::InputCourses* courses) {
  if (courses == nullptr) return Unit{};
  const std::vector<int> times = TimesDifferentiated(given, model.differentiated);
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

Result<Unit> CheckMayJump(const System& given, const compile::PreparedModel& model, std::size_t input) {
  const int times = TimesDifferentiated(given, model.differentiated)[input];
  if (times == 0) return Unit{};
  return Fail(Error(Code::kInputDifferentiated, {},
                    "the equations differentiate the input `{}` {}: it cannot jump to another value",
                    InputName(given, input), Times(times))
                  .Hint("give it a smooth course before the run, or give the model a filter for it"));
}

}  // namespace daedalus::simulate
