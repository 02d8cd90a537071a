// What a segment solves block by block (event_blocks.h): events of the residual view that cannot be solved
// with all equations at once, and jumps from a solution that ends to another one (docs/decisions/028).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/event_blocks.h"
#include "daedalus/model/simulate/forms/quantity_places.h"

namespace daedalus::simulate {

class BlockSearch {
 public:
  BlockSearch(const SegmentEquations& equations, const QuantityPlaces& places)
      : equations_(equations), places_(places) {}

  // At an event: keeps the states in `quantities` and solves for everything else. `solved` are then all
  // variables. False if there is no solution.
  bool Solve(double t, std::span<double> quantities, initialize::InitialValues& solved);

  // True once at each time, if the solutions of the equations may end.
  bool MayJump(double t);
  // Replaces the values at t by those of another solution. `solved` has the first ones before, and the new
  // ones afterwards. False if there is none.
  bool Jump(double t, std::span<double> here, initialize::InitialValues& solved);

 private:
  struct Later {
    double time = 0;
    std::vector<double> values;  // of the quantities
    double distance = 0;
  };
  EventBlocks& Blocks();
  bool FindJump(double t, std::span<double> here, initialize::InitialValues& solved);
  std::optional<Later> SolveLater(double t, std::span<const double> quantities,
                                  const initialize::InitialValues& solved);
  std::optional<Later> SolveLater(double t, double ahead, std::span<const double> quantities,
                                  const initialize::InitialValues& solved);
  bool DiffersFrom(std::span<const double> quantities, std::span<const double> other) const;
  void TakeSlopes(std::span<const double> quantities, const Later& later,
                  initialize::InitialValues& solved) const;
  void Refresh(double t) const {
    if (equations_.refresh) equations_.refresh(t);
  }

  const SegmentEquations& equations_;
  const QuantityPlaces& places_;
  std::unique_ptr<EventBlocks> blocks_;  // made when first needed
  std::optional<double> last_jump_;      // the time of the last one that was looked for
};

}  // namespace daedalus::simulate
