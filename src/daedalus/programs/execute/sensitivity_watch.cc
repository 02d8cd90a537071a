#include "daedalus/programs/execute/sensitivity_watch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace daedalus::execute {
namespace {

constexpr std::int64_t kEvaluationsBetweenLooks = 60;
constexpr double kBlurred = 0.02;
constexpr double kTurned = 0.1;
constexpr double kFelt = 0.1;
constexpr double kNoiseOfTolerance = 1000;  // tolerances
constexpr int kInARow = 5;
constexpr int kMostly = 32;            // of the last 64 steps
constexpr int kStepsToKnowSizes = 50;  // at the start many unknowns are still small

// No direction that a model could have a reason for.
double SignOf(std::size_t i) {
  return (i * 2654435761u >> 7) % 2 == 0 ? 1 : -1;
}

}  // namespace

SensitivityWatch::SensitivityWatch(std::span<const VariableId> states, const causal::Program& program,
                                   const std::function<bool(const Quantity&)>& is_derivative)
    : states_(states.begin(), states.end()), last_slopes_(states.size()) {
  for (const causal::Block& block : program.blocks) {
    const auto unknowns = program.UnknownsOf(block);
    if (block.kind != causal::BlockKind::kNonlinear || std::ranges::any_of(unknowns, is_derivative)) continue;
    for (const Quantity& unknown : unknowns) unknowns_.push_back({unknown});
  }
}

void SensitivityWatch::Look(const ProgramRunner& runner, const Workspace& workspace, double step,
                            std::int64_t evaluations, const std::function<double(VariableId)>& tolerance) {
  if (found_ || unknowns_.empty()) return;
  const bool is_felt = HasFeltChange(workspace, step, tolerance);
  const auto turning = FindTurning(workspace, tolerance);
  if (std::exchange(knows_last_, true)) NoteTurning(is_felt ? turning : std::nullopt);
  if (++num_steps_ < kStepsToKnowSizes || evaluations < next_look_) return;
  const auto blurred = FindBlurred(runner, workspace, step, tolerance);
  NoteBlurred(blurred);
  next_look_ = blurred ? 0 : evaluations + kEvaluationsBetweenLooks;
}

void SensitivityWatch::NoteTurning(const std::optional<BlurredUnknown>& seen) {
  turning_ = turning_ << 1 | (seen ? 1 : 0);
  if (seen && !first_turning_) first_turning_ = seen;
  if (std::popcount(turning_) >= kMostly) found_ = first_turning_;
}

void SensitivityWatch::NoteBlurred(const std::optional<BlurredUnknown>& seen) {
  if (!seen) {
    num_blurred_ = 0;
    return;
  }
  if (num_blurred_++ == 0) first_blurred_ = seen;
  if (num_blurred_ >= kInARow) found_ = first_blurred_;
}

// Of a slope since the last step.
bool SensitivityWatch::HasFeltChange(const Workspace& workspace, double step,
                                     const std::function<double(VariableId)>& tolerance) {
  bool is_felt = false;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const double slope = workspace.yp[states_[i].index()];
    is_felt = is_felt || step * std::abs(slope - last_slopes_[i]) > kFelt * tolerance(states_[i]);
    last_slopes_[i] = slope;
  }
  return is_felt;
}

std::optional<BlurredUnknown> SensitivityWatch::FindTurning(
    const Workspace& workspace, const std::function<double(VariableId)>& tolerance) {
  std::optional<BlurredUnknown> out;
  for (Watched& watched : unknowns_) {
    const double value = workspace.At(watched.unknown), change = knows_last_ ? value - watched.last : 0;
    watched.size =
        std::max({watched.size, std::abs(value), kNoiseOfTolerance * tolerance(watched.unknown.variable)});
    const double much = kTurned * watched.size;
    if (!out && change * watched.change < 0 && std::abs(change) > much && std::abs(watched.change) > much)
      out = {workspace.time, watched.unknown, watched.last, value, true};
    watched.last = value;
    watched.change = change;
  }
  return out;
}

std::optional<BlurredUnknown> SensitivityWatch::FindBlurred(
    const ProgramRunner& runner, const Workspace& workspace, double step,
    const std::function<double(VariableId)>& tolerance) {
  if (!runner_) runner_.emplace(runner);
  for (std::size_t side = 0; side < 2; ++side) {
    Workspace& moved = moved_[side];
    moved = workspace;
    for (std::size_t i = 0; i < states_.size(); ++i)
      moved.y[states_[i].index()] += (side == 0 ? -1 : 1) * SignOf(i) * tolerance(states_[i]);
    runner_->ForgetBranches();
    if (runner_->RunForDerivatives(moved)) return std::nullopt;
  }
  return IsFelt(moved_[0], moved_[1], step) ? Widest(moved_[0], moved_[1]) : std::nullopt;
}

// The unknown that changes most, in units of its size.
std::optional<BlurredUnknown> SensitivityWatch::Widest(const Workspace& below, const Workspace& above) const {
  std::optional<BlurredUnknown> out;
  double worst = kBlurred;
  for (const Watched& watched : unknowns_) {
    const double low = below.At(watched.unknown), high = above.At(watched.unknown);
    const double change = std::abs(high - low) / 2;
    if (!(change > worst * watched.size)) continue;
    worst = change / watched.size;
    out = {above.time, watched.unknown, low, high};
  }
  return out;
}

bool SensitivityWatch::IsFelt(const Workspace& below, const Workspace& above, double step) const {
  return std::ranges::any_of(states_, [&](VariableId v) {
    const std::size_t i = v.index();
    return step * std::abs(above.yp[i] - below.yp[i]) > kFelt * std::abs(above.y[i] - below.y[i]);
  });
}

}  // namespace daedalus::execute
