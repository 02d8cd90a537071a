#include "daedalus/model/initialize/redundant_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::initialize {
namespace {

struct Measured {
  double residual = 0;
  double unit = 0;   // of the residual
  double found = 0;  // of a start value
};

// The derivatives are built in a separate graph.
class ResidualMeter {
 public:
  ResidualMeter(const System& system, const AttributeValues& attributes, const expr::Point& point)
      : graph_(system.graph), differentiator_(graph_), attributes_(attributes), point_(point) {}

  Measured Measure(ExprId residual) {
    const auto gradient = differentiator_.Gradient(residual);
    expr::Evaluator evaluator(graph_);
    evaluator.SetPoint(point_);
    Measured out{.residual = evaluator.Value(residual)};
    for (const auto& [leaf, partial] : gradient) {
      const std::size_t v = leaf.variable.index();
      const double value = leaf.order == 0 ? point_.variables[v] : point_.derivatives[v];
      out.unit = std::max(
          out.unit, std::abs(evaluator.Value(partial)) * std::max(std::abs(value), attributes_.nominal[v]));
    }
    return out;
  }

 private:
  expr::Graph graph_;
  expr::Differentiator differentiator_;
  const AttributeValues& attributes_;
  expr::Point point_;
};

Measured MeasureStart(const AttributeValues& attributes, VariableId variable, std::span<const double> y) {
  const std::size_t v = variable.index();
  const double wanted = attributes.start[v];
  return {y[v] - wanted, std::max(std::abs(wanted), attributes.nominal[v]), y[v]};
}

Diagnostic DescribeRedundant(const System& system, std::span<const InitialRow> rows) {
  constexpr std::size_t kMostNamed = 5;
  Diagnostic d = Warning(Code::kInitialRedundant, SpanOf(system, rows.front()),
                         "{} initial condition{} from the others, and hold{}", rows.size(),
                         rows.size() == 1 ? " follows" : "s follow", rows.size() == 1 ? "s" : "");
  d.severity = Severity::kNote;
  d.Here(fmt::format("{} is redundant", ConditionName(system, rows.front())));
  for (std::size_t i = 1; i < rows.size() && i < kMostNamed; ++i)
    d.With(SpanOf(system, rows[i]), fmt::format("{} is redundant", ConditionName(system, rows[i])));
  return d;
}

}  // namespace

RedundantOutcome CheckRedundant(const System& system, const InitialPlan& plan,
                                const AttributeValues& attributes, std::span<const double> parameters,
                                std::span<const double> held, double time, std::span<const double> y,
                                std::span<const double> yp) {
  constexpr double kTolerance = 1e-6;
  constexpr std::size_t kMostTold = 10;
  RedundantOutcome out;
  if (plan.redundant.empty()) return out;
  std::optional<ResidualMeter> meter;
  std::vector<InitialRow> equations, starts;
  for (std::size_t i = 0; i < plan.redundant.size() && out.conflicts.size() < kMostTold; ++i) {
    const InitialRow& row = plan.redundant[i];
    const bool is_start = row.kind == InitialRow::Kind::kFixed;
    if (!is_start && !meter) meter.emplace(system, attributes, expr::Point{time, y, yp, parameters, held});
    const Measured m = is_start ? MeasureStart(attributes, row.variable, y)
                                : meter->Measure(system.initial_equations[row.equation].residual);
    if (std::abs(m.residual) <= kTolerance * m.unit) {
      (is_start ? starts : equations).push_back(row);
      continue;
    }
    Diagnostic d = plan.conflicts[i];
    out.conflicts.push_back(std::move(
        is_start ? d.Note(fmt::format("the others make it {:.9g}, which is {:.3g} off", m.found, m.residual))
                 : d.Note(fmt::format("with the values that the others determine, its sides differ by {:.3g}",
                                      std::abs(m.residual)))));
  }
  if (!equations.empty()) out.notes.push_back(DescribeRedundant(system, equations));
  if (!starts.empty()) out.remarks.push_back(DescribeRedundant(system, starts));
  return out;
}

}  // namespace daedalus::initialize
