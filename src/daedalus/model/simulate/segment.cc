#include "daedalus/model/simulate/segment.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "daedalus/model/simulate/work_profile.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::simulate {

Segment::Segment(std::shared_ptr<const compile::CompiledChoice> compiled, std::vector<double> parameters,
                 const RunSettings& settings, std::span<const double> held)
    : equations_(std::move(compiled), std::move(parameters), settings, held),
      places_(equations_),
      view_(MakeIntegratorView(equations_, places_)),
      start_(equations_, *view_),
      error_test_(equations_),
      end_(equations_),
      blocks_(equations_, places_) {
  if (const auto& invariants = equations_.compiled->invariants())
    invariants_ = std::make_unique<StepInvariants>(equations_, *invariants, *view_);
}

void Segment::SetRefresh(const std::function<void(double)>& refresh) {
  equations_.refresh = refresh;
  equations_.dae->SetRefresh(refresh);
  view_->TakeRefresh();
}

Result<Unit> Segment::MakeReady(CodeChoice code, double t, const initialize::InitialValues& values) {
  if (equations_.settings.without_integrator) {
    if (!tier_up_) tier_up_ = std::make_unique<TierUp>(Kernels(), code);
    return Unit{};
  }
  if (auto checked = CheckInvariants(); !checked) return checked;
  error_test_.FindSizes(values);
  auto steps = MakeSegmentSteps({equations_, *view_, invariants_.get(), error_test_, t, values});
  if (!steps) return Failure{std::move(steps).error()};
  steps_ = *std::move(steps);
  tier_up_ = std::make_unique<TierUp>(Kernels(), code);
  if (equations_.settings.profile) BeMeasured(*equations_.settings.profile);
  return Unit{};
}

void Segment::BeMeasured(WorkProfile& profile) {
  const std::vector<codegen::Kernel*> kernels = Kernels();
  profile.MeasureCalls(kernels);
  if (execute::OdeModel* const ode = view_->causal()) ode->MeasureBlocks(profile.clock().get());
  steps_->BeMeasured(profile);
}

Result<Unit> Segment::CheckInvariants() const {
  const System& system = equations_.system();
  if (system.invariants.empty() || invariants_) return Unit{};
  return Fail(Error(Code::kBadOption, SpanOf(system, system.invariants[0].equation),
                    "equations of higher index have no invariants as they stand")
                  .Hint("leave out --index-reduction none"));
}

std::vector<codegen::Kernel*> Segment::Kernels() {
  std::vector<codegen::Kernel*> out = view_->Kernels();
  if (places_.recovery()) out.push_back(places_.recovery());
  if (invariants_) std::ranges::copy(invariants_->Kernels(), std::back_inserter(out));
  if (steps_) std::ranges::copy(steps_->Kernels(), std::back_inserter(out));
  return out;
}

void Segment::ExpectSteps(double num_steps) {
  if (!steps_) return;
  if (const auto used = InfoOfMethod(method().method)) error_test_.ExpectSteps(*used, num_steps);
}

integrate::StepOutcome Segment::Start(double t, const initialize::InitialValues& values) {
  const IntegratorView::UnknownValues begin = view_->Begin(values);
  if (equations_.settings.without_integrator) return {.status = integrate::StepStatus::kReachedLimit, .t = t};
  BeginToWatch();
  steps_->Begin(values);
  if (invariants_ && !invariants_->MayBegin(t, values)) {
    return {
        .status = integrate::StepStatus::kProjectionFailed, .t = t, .reason = "an invariant does not hold"};
  }
  const bool again = std::exchange(has_started_, true);
  if (!again) end_.Begin(values);
  return again ? integrator().Restart(t, begin.y, begin.yp) : integrator().Initialize(t, begin.y, begin.yp);
}

bool Segment::ReadInitial(double t, const initialize::InitialValues& values, std::span<double> quantities) {
  const IntegratorView::UnknownValues begin = view_->Begin(values);
  return ReadQuantities(t, begin.y, begin.yp, quantities);
}

bool Segment::Solve(double t, std::span<double> quantities) {
  const auto near = view_->SolveEvent(t, quantities);
  if (!near) return blocks_.Solve(t, quantities, solved_);
  const IntegratorView::UnknownValues at = view_->Begin(*near);
  std::vector<double> found(quantities.size());
  if (!ReadQuantities(t, at.y, at.yp, found)) return false;
  std::ranges::copy(found, quantities.begin());
  solved_ = *near;
  if (const auto computed = view_->Computed()) {
    solved_.y.assign(computed->y.begin(), computed->y.end());
    solved_.yp.assign(computed->yp.begin(), computed->yp.end());
  }
  return true;
}

bool Segment::JumpByBlocks() {
  if (!view_->has_states()) return false;
  const double t = integrator().time();
  if (!blocks_.MayJump(t)) return false;
  std::vector<double> here(model().places.size());
  if (!ReadQuantities(t, integrator().y(), integrator().yp(), here)) {
    // The solution has already ended here: its former values are the first guess.
    const auto former = view_->Computed();
    if (!former) return false;
    CopyQuantities(t, former->y, former->yp, here);
  }
  const execute::EvaluationPoint point = LastPoint();
  solved_ = {point.y, point.yp, 0};
  return blocks_.Jump(t, here, solved_) && Start(t, solved_).ok();
}

bool Segment::ReadQuantities(double t, std::span<const double> y, std::span<const double> yp,
                             std::span<double> out) {
  not_finite_.reset();
  if (bridge_ && std::abs(t - bridge_->middle) < bridge_->distance) return ReadOverBridge(t, out);
  const auto all = view_->Read(t, y, yp);
  if (!all) return false;
  places_.Read(t, all->y, all->yp, out);
  if (linear::AreFinite(out)) {
    last_read_ = t;
    return true;
  }
  not_finite_ = places_.WholePoint(t, out);
  return false;
}

// Where the integrator is.
execute::EvaluationPoint Segment::LastPoint() {
  const double t = integrator().time();
  IntegratorView::WholePoint all{integrator().y(), integrator().yp()};
  static_cast<void>(view_->Complete(t, all.y, all.yp));
  all = view_->Computed().value_or(all);  // where a loop has no solution: its last guesses
  const std::span<const double> held = equations_.dae->held();
  return {t, {all.y.begin(), all.y.end()}, {all.yp.begin(), all.yp.end()}, {held.begin(), held.end()}};
}

// ---- nonlinear loops ----

void Segment::BeginToWatch() {
  if (watch_) watch_->Forget();
  if (!std::exchange(is_watched_, true)) watch_ = view_->MakeWatch(steps_->has_corrector());
}

void Segment::WatchLoops() {
  if (watch_) watch_->Look(integrator());
}

void Segment::WatchFromHere() {
  if (view_->Complete(integrator().time(), integrator().y(), integrator().yp())) WatchLoops();
}

std::optional<double> Segment::FindZeroAhead() const {
  return watch_ ? watch_->branches().FindZeroAhead() : std::nullopt;
}

void Segment::LeaveBranches() {
  if (watch_) watch_->branches().Leave();
}

}  // namespace daedalus::simulate
