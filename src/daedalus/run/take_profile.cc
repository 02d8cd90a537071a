#include "daedalus/run/take_profile.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "daedalus/run/operation_estimate.h"

namespace daedalus::run {
namespace {

using simulate::Activity;
using simulate::WorkProfile;
using StepCost = execute::ProgramRunner::StepCost;

struct EarlierSpan {
  bool operator()(const Span& a, const Span& b) const {
    return std::tie(a.file.value, a.begin, a.end) < std::tie(b.file.value, b.begin, b.end);
  }
};
using SecondsOfLines = std::map<Span, double, EarlierSpan>;

// The equations that are evaluated together, and what each computes.
struct Evaluated {
  const System& system;
  const causal::EquationList& equations;
  const causal::Program& program;
};

template <class Row, class Key>
void SortByTime(std::vector<Row>& rows, Key seconds) {
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) { return seconds(a) > seconds(b); });
}

class ProfileTaker {
 public:
  ProfileTaker(const WorkProfile& profile, RunProfile& out) : profile_(profile), out_(out) {}

  void TakeParts(const integrate::Statistics& statistics, double seconds);
  void TakeFunctions();
  void TakeEvents();
  void TakeBlocks(const Evaluated& of, std::span<const StepCost> costs);
  void TakeResidual(const System& system, const WorkClock::Cost& cost);
  void TakeLines();

 private:
  RunProfile::Block BlockOf(const Evaluated& of, const StepCost& cost) const;
  void Divide(const Evaluated& of, const StepCost& cost);
  void DivideAmong(const System& system, double seconds,
                   std::span<const std::pair<EquationId, double>> estimates,
                   const causal::EquationList& equations);
  double SecondsOfCall(const expr::Function& function) const;
  OperationEstimate EstimateFor(const System& system) const {
    return {system.graph, [this](const expr::Function& f) { return SecondsOfCall(f); }};
  }

  const WorkProfile& profile_;
  RunProfile& out_;
  SecondsOfLines lines_;
};

void ProfileTaker::TakeParts(const integrate::Statistics& statistics, double seconds) {
  double known = 0;
  for (std::size_t i = 0; i < simulate::kNumActivities; ++i) {
    const auto activity = static_cast<Activity>(i);
    const WorkClock::Cost& cost = profile_.CostOf(activity);
    known += cost.total;
    if (cost.count > 0) out_.parts.push_back({std::string(NameOf(activity)), cost.count, cost.total});
  }
  out_.parts.push_back({"steps of the method itself", statistics.steps, std::max(0.0, seconds - known)});
  SortByTime(out_.parts, [](const auto& part) { return part.seconds; });
}

void ProfileTaker::TakeFunctions() {
  for (const auto& [name, function] : profile_.functions()) {
    const WorkClock::Cost& cost = profile_.clock()->CostOf(function.place);
    if (cost.count > 0) out_.functions.push_back({name, function.span, cost.count, cost.own, cost.total});
  }
  SortByTime(out_.functions, [](const auto& function) { return function.own; });
}

void ProfileTaker::TakeEvents() {
  for (const auto& [key, cause] : profile_.causes()) {
    out_.events.push_back({key.second, key.first, cause.count, cause.seconds});
    lines_[key.first] += cause.seconds;
  }
  SortByTime(out_.events, [](const auto& cause) { return cause.seconds; });
}

double ProfileTaker::SecondsOfCall(const expr::Function& function) const {
  constexpr double kUnmeasured = 1e-7;
  const auto at = profile_.functions().find(function.name());
  if (at == profile_.functions().end()) return kUnmeasured;
  const WorkClock::Cost& cost = profile_.clock()->CostOf(at->second.place);
  return cost.count > 0 ? cost.total / static_cast<double>(cost.count) : kUnmeasured;
}

RunProfile::Block ProfileTaker::BlockOf(const Evaluated& of, const StepCost& cost) const {
  RunProfile::Block out;
  const causal::Block& first = of.program.blocks[cost.blocks[0]];
  out.kind = cost.iterated == 0                         ? "assignments"
             : first.kind == causal::BlockKind::kLinear ? "linear loop"
                                                        : "nonlinear loop";
  out.iterated = cost.iterated;
  out.solved = cost.cost.count;
  out.iterations = cost.loop.iterations;
  out.factorizations = cost.loop.factored;
  out.seconds = cost.cost.total;
  for (const std::uint32_t block : cost.blocks) {
    for (const Quantity& unknown : of.program.UnknownsOf(of.program.blocks[block]))
      out.unknowns.push_back(NameOf(of.system, unknown));
    for (const EquationId equation : of.program.EquationsOf(of.program.blocks[block])) {
      const Span span = SpanOf(of.system, of.equations[equation]);
      if (std::ranges::find(out.equations, span) == out.equations.end()) out.equations.push_back(span);
    }
  }
  return out;
}

void ProfileTaker::DivideAmong(const System& system, double seconds,
                               std::span<const std::pair<EquationId, double>> estimates,
                               const causal::EquationList& equations) {
  double sum = 0;
  for (const auto& [equation, estimate] : estimates) sum += estimate;
  if (!(sum > 0)) return;
  for (const auto& [equation, estimate] : estimates)
    lines_[SpanOf(system, equations[equation])] += seconds * estimate / sum;
}

void ProfileTaker::Divide(const Evaluated& of, const StepCost& cost) {
  OperationEstimate estimate = EstimateFor(of.system);
  std::vector<std::pair<EquationId, double>> estimates;
  for (const std::uint32_t b : cost.blocks) {
    const causal::Block& block = of.program.blocks[b];
    for (const causal::Assignment& assignment : of.program.AssignmentsOf(block))
      estimates.emplace_back(assignment.equation, estimate.Add(assignment.value));
    if (cost.iterated == 0) continue;
    for (const EquationId equation : of.program.EquationsOf(block))
      estimates.emplace_back(equation, estimate.Add(of.equations[equation].residual));
  }
  DivideAmong(of.system, cost.cost.total, estimates, of.equations);
}

void ProfileTaker::TakeBlocks(const Evaluated& of, std::span<const StepCost> costs) {
  for (const StepCost& cost : costs) {
    if (cost.cost.count == 0 || cost.blocks.empty()) continue;
    out_.blocks.push_back(BlockOf(of, cost));
    Divide(of, cost);
  }
}

// The residual is one kernel of all equations.
void ProfileTaker::TakeResidual(const System& system, const WorkClock::Cost& cost) {
  OperationEstimate estimate = EstimateFor(system);
  std::vector<std::pair<EquationId, double>> estimates;
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    estimates.emplace_back(e, estimate.Add(system.equations[e].residual));
  DivideAmong(system, cost.total, estimates, system.equations);
}

void ProfileTaker::TakeLines() {
  for (const auto& [span, seconds] : lines_) out_.lines.push_back({span, seconds});
  SortByTime(out_.lines, [](const auto& line) { return line.seconds; });
  SortByTime(out_.blocks, [](const auto& block) { return block.seconds; });
}

}  // namespace

RunProfile TakeProfile(simulate::StateChanges& states, const WorkProfile& profile, double seconds) {
  RunProfile out;
  ProfileTaker taker(profile, out);
  taker.TakeParts(states.TotalStatistics(), seconds);
  taker.TakeFunctions();
  taker.TakeEvents();
  bool has_residual = false;
  for (simulate::Segment* const segment : states.Used()) {
    const compile::PreparedModel& model = segment->model();
    if (const inlined::InlinedIntegrator* const inlined = segment->inlined()) {
      const inlined::StepProgram& step = inlined->program();
      taker.TakeBlocks({step.system(), step.system().equations, step.program()},
                       step.Costs(*profile.clock()));
    }
    if (const execute::OdeModel* const ode = segment->causal()) {
      taker.TakeBlocks({*model.system, model.system->equations, model.program},
                       ode->runner().Costs(*profile.clock()));
    } else if (!std::exchange(has_residual, true)) {
      // Other choices of states have nearly the same equations.
      taker.TakeResidual(*model.system, profile.CostOf(Activity::kEvaluate));
    }
  }
  taker.TakeLines();
  return out;
}

}  // namespace daedalus::run
