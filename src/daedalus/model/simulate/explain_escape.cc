#include "daedalus/model/simulate/explain_escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr double kLarge = 1e6;          // times the former value, for a state that reaches infinity soon
constexpr double kUnbelievable = 1e60;  // times the former value
constexpr double kSoon = 1e-3;          // of the elapsed time

struct Growth {
  VariableId variable;
  double ratio = 0;      // to the former value
  double time_left = 0;  // until it has doubled, at least
};

std::optional<Growth> FindGrowth(const execute::DaeModel& dae, std::span<const double> nominal,
                                 const execute::EvaluationPoint& last,
                                 const execute::EvaluationPoint* reference, double passed) {
  std::optional<Growth> out;
  const bool has_reference = reference && reference->y.size() == last.y.size();
  for (std::size_t v = 0; v < std::min(nominal.size(), last.y.size()); ++v) {
    const double x = last.y[v], slope = last.yp[v];
    if (!dae.is_differential()[v] || !std::isfinite(x) || !(x * slope > 0)) continue;
    const double was = std::max(nominal[v], has_reference ? std::abs(reference->y[v]) : 0.0);
    const Growth found{VariableId(v), std::abs(x) / was, x / slope};
    const bool is_escape =
        found.ratio > kUnbelievable || (found.ratio > kLarge && found.time_left < kSoon * passed);
    if (is_escape && (!out || found.ratio > out->ratio)) out = found;
  }
  return out;
}

}  // namespace

bool DescribeEscape(const compile::PreparedModel& model, const execute::DaeModel& dae,
                    std::span<const double> nominal, const execute::EvaluationPoint& last,
                    const execute::EvaluationPoint* reference, double began, Diagnostic& message) {
  const double passed = last.time - began;
  const auto found = FindGrowth(dae, nominal, last, reference, passed);
  if (!found) return false;
  const System& system = *model.system;
  const std::size_t v = found->variable.index();
  const Variable& variable = system.variables[found->variable];
  message.Note(fmt::format("the solution grows beyond all bounds there: {} = {:.6g}, with a slope of {:.3g}",
                           NameOf(system, variable), last.y[v], last.yp[v]));
  if (found->time_left < kSoon * passed)
    message.Note(fmt::format("it reaches infinity at a finite time, about {:.9g} (finite escape)",
                             last.time + found->time_left));
  if (model.matching.IsPerfect() && v < model.matching.row_of_column.size()) {
    const structure::RowId row = model.matching.row_of_column[structure::ColumnId(v)];
    const Span span = SpanOf(system, system.equations[EquationId(row.index())]);
    if (span.IsValid() && !message.primary.span.IsValid())
      message.primary = {span, "this equation determines the growing variable"};
  }
  message.hint =
      "if the model is right so far, its solution ends there; check the signs and units of the terms that "
      "feed the growth, and whether a limiting term is missing";
  return true;
}

}  // namespace daedalus::simulate
