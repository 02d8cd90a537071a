#include "daedalus/model/simulate/forms/block_search.h"

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/algebraic_slopes.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {

EventBlocks& BlockSearch::Blocks() {
  if (!blocks_)
    blocks_ = std::make_unique<EventBlocks>(*equations_.compiled, equations_.parameters,
                                            equations_.dae->held(), equations_.settings.cancelled);
  return *blocks_;
}

// Equations of higher index that are integrated as they stand have no blocks of this kind.
bool BlockSearch::Solve(double t, std::span<double> quantities, initialize::InitialValues& solved) {
  if (equations_.model.as_it_stands) return false;
  EventBlocks& blocks = Blocks();
  Refresh(t);
  if (!blocks.Solve(t, quantities)) return false;
  const bool is_undetermined = blocks.is_undetermined();
  const std::size_t n = equations_.dae->size();
  solved = {std::vector<double>(n), std::vector<double>(n), 0};
  places_.Put(quantities, solved);
  auto later = SolveLater(t, quantities, solved);
  if (later && is_undetermined) {
    // Undetermined values get those that they will have next, so that the integrator meets no jump.
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      if (places_.IsState(i)) later->values[i] = quantities[i];
    }
    if (blocks.Solve(t, later->values)) std::ranges::copy(later->values, quantities.begin());
    places_.Put(quantities, solved);
    later = SolveLater(t, quantities, solved);
  }
  if (later) TakeSlopes(quantities, *later, solved);
  return true;
}

bool BlockSearch::MayJump(double t) {
  if (equations_.model.as_it_stands || !daedalus::MayJump(equations_.system()) || last_jump_ == t)
    return false;
  last_jump_ = t;
  return true;
}

bool BlockSearch::Jump(double t, std::span<double> here, initialize::InitialValues& solved) {
  Blocks().AllowSearch(true);
  const bool has_jumped = FindJump(t, here, solved);
  Blocks().AllowSearch(false);
  return has_jumped;
}

bool BlockSearch::FindJump(double t, std::span<double> here, initialize::InitialValues& solved) {
  constexpr double kFirst = 1e-12, kLast = 1e-7;  // how far ahead, as parts of the run
  std::optional<Later> later;
  for (double share = kFirst; share < kLast && !(later && DiffersFrom(later->values, here)); share *= 10)
    later = SolveLater(t, share * equations_.length(), here, solved);
  if (!later || !DiffersFrom(later->values, here)) return false;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (places_.IsState(i)) later->values[i] = here[i];
  }
  if (!Blocks().Solve(t, later->values) || !DiffersFrom(later->values, here)) return false;
  std::ranges::copy(later->values, here.begin());
  places_.Put(here, solved);
  if (const auto next = SolveLater(t, here, solved)) TakeSlopes(here, *next, solved);
  return true;
}

bool BlockSearch::DiffersFrom(std::span<const double> quantities, std::span<const double> other) const {
  constexpr double kJump = 1e-3;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = equations_.model.places[i];
    if (!place.variable.IsValid() || place.is_derivative()) continue;
    const double size = std::max(std::abs(other[i]), equations_.nominal()[place.variable.index()]);
    if (std::abs(quantities[i] - other[i]) > kJump * size) return true;
  }
  return false;
}

// Solves a little ahead, along the slopes of the states (initialize/algebraic_slopes.h).
std::optional<BlockSearch::Later> BlockSearch::SolveLater(double t, std::span<const double> quantities,
                                                          const initialize::InitialValues& solved) {
  return SolveLater(t,
                    initialize::DistanceAhead(*equations_.dae, equations_.nominal(),
                                              equations_.OptionsAt(t).time_scale, solved),
                    quantities, solved);
}

std::optional<BlockSearch::Later> BlockSearch::SolveLater(double t, double ahead,
                                                          std::span<const double> quantities,
                                                          const initialize::InitialValues& solved) {
  Later later{t + ahead, {quantities.begin(), quantities.end()}};
  later.distance = later.time - t;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    if (places_.IsState(i))
      later.values[i] += later.distance * solved.yp[equations_.model.places[i].variable.index()];
  }
  Refresh(later.time);
  const bool is_solved = later.distance > 0 && Blocks().Solve(later.time, later.values);
  Refresh(t);
  return is_solved ? std::optional(std::move(later)) : std::nullopt;
}

void BlockSearch::TakeSlopes(std::span<const double> quantities, const Later& later,
                             initialize::InitialValues& solved) const {
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& place = equations_.model.places[i];
    if (place.variable.IsValid() && !place.is_derivative() && !places_.IsState(i))
      solved.yp[place.variable.index()] = (later.values[i] - quantities[i]) / later.distance;
  }
}

}  // namespace daedalus::simulate
