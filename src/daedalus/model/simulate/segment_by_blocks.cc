// What a segment solves block by block (event_blocks.h): events of the residual form that cannot be solved
// with all equations at once, and jumps from a solution that ends to another one (docs/decisions/028).
#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/algebraic_slopes.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {

// Equations of higher index that are integrated as they stand have no blocks of this kind.
bool Segment::SolveByBlocks(double t, std::span<double> quantities) {
  if (model_.as_it_stands) return false;
  MakeBlocks();
  if (refresh_) refresh_(t);
  if (!blocks_->Solve(t, quantities)) return false;
  const bool is_undetermined = blocks_->is_undetermined();
  solved_ = {std::vector<double>(dae_->size()), std::vector<double>(dae_->size()), 0};
  PutQuantities(quantities, solved_);
  auto later = SolveLater(t, quantities);
  if (later && is_undetermined) {
    // Undetermined values get those that they will have next, so that the integrator meets no jump.
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      if (IsState(i)) later->values[i] = quantities[i];
    }
    if (blocks_->Solve(t, later->values)) std::ranges::copy(later->values, quantities.begin());
    PutQuantities(quantities, solved_);
    later = SolveLater(t, quantities);
  }
  if (later) TakeSlopes(quantities, *later);
  return true;
}

void Segment::MakeBlocks() {
  if (!blocks_)
    blocks_ = std::make_unique<EventBlocks>(*compiled_, parameters_, dae_->held(), settings_.cancelled);
}

bool Segment::DiffersFrom(std::span<const double> quantities, std::span<const double> other) const {
  constexpr double kJump = 1e-3;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = model_.places[i];
    if (!place.variable.IsValid() || place.is_derivative()) continue;
    const double size = std::max(std::abs(other[i]), attributes_->nominal[place.variable.index()]);
    if (std::abs(quantities[i] - other[i]) > kJump * size) return true;
  }
  return false;
}

bool Segment::JumpByBlocks() {
  const double t = integrator_->time();
  if (model_.as_it_stands || !MayJump(*model_.system) || last_jump_ == t) return false;
  last_jump_ = t;
  std::vector<double> here(model_.places.size());
  if (!has_states()) return false;
  if (!ReadQuantities(t, integrator_->y(), integrator_->yp(), here)) {
    // The solution has already ended here: its former values are the first guess.
    if (!ode_) return false;
    CopyQuantities(t, ode_->workspace().y, ode_->workspace().yp, here);
  }
  MakeBlocks();
  const execute::EvaluationPoint point = LastPoint();
  solved_ = {point.y, point.yp, 0};
  blocks_->AllowSearch(true);
  const bool has_jumped = FindJump(t, here);
  blocks_->AllowSearch(false);
  return has_jumped && Start(t, solved_).ok();
}

// Replaces the values at t by those of another solution. solved_ has the first ones before, and the new ones
// afterwards.
bool Segment::FindJump(double t, std::span<double> here) {
  constexpr double kFirst = 1e-12, kLast = 1e-7;  // how far ahead, as parts of the run
  std::optional<Later> later;
  const double length = settings_.grid.stop - settings_.grid.start;
  for (double share = kFirst; share < kLast && !(later && DiffersFrom(later->values, here)); share *= 10)
    later = SolveLater(t, share * length, here);
  if (!later || !DiffersFrom(later->values, here)) return false;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (IsState(i)) later->values[i] = here[i];
  }
  if (!blocks_->Solve(t, later->values) || !DiffersFrom(later->values, here)) return false;
  std::ranges::copy(later->values, here.begin());
  PutQuantities(here, solved_);
  if (const auto next = SolveLater(t, here)) TakeSlopes(here, *next);
  return true;
}

// Solves a little ahead, along the slopes of the states (initialize/algebraic_slopes.h).
std::optional<Segment::Later> Segment::SolveLater(double t, std::span<const double> quantities) {
  return SolveLater(t,
                    initialize::DistanceAhead(*dae_, attributes_->nominal, OptionsAt(t).time_scale, solved_),
                    quantities);
}

std::optional<Segment::Later> Segment::SolveLater(double t, double ahead,
                                                  std::span<const double> quantities) {
  Later later{t + ahead, {quantities.begin(), quantities.end()}};
  later.distance = later.time - t;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    if (IsState(i)) later.values[i] += later.distance * solved_.yp[model_.places[i].variable.index()];
  }
  if (refresh_) refresh_(later.time);
  const bool is_solved = later.distance > 0 && blocks_->Solve(later.time, later.values);
  if (refresh_) refresh_(t);
  return is_solved ? std::optional(std::move(later)) : std::nullopt;
}

void Segment::TakeSlopes(std::span<const double> quantities, const Later& later) {
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = model_.places[i];
    if (place.variable.IsValid() && !place.is_derivative() && !IsState(i))
      solved_.yp[place.variable.index()] = (later.values[i] - quantities[i]) / later.distance;
  }
}

}  // namespace daedalus::simulate
