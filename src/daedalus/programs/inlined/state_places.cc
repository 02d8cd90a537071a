#include "daedalus/programs/inlined/state_places.h"

#include <algorithm>
#include <utility>

namespace daedalus::inlined {

StatePlaces::StatePlaces(std::vector<VariableId> unknowns, const std::vector<VariableId>& states)
    : unknowns_(std::move(unknowns)),
      among_variables_(unknowns_),
      unknown_of_(states.size()),
      has_same_order_(unknowns_ == states) {
  for (std::size_t u = 0; u < unknowns_.size(); ++u) {
    const auto found = std::ranges::lower_bound(states, unknowns_[u]);
    if (found == states.end() || *found != unknowns_[u]) {
      algebraic_.push_back(u);
    } else {
      unknown_of_[static_cast<std::size_t>(found - states.begin())] = u;
    }
  }
}

void StatePlaces::ReadStates(std::span<const double> of_unknowns, std::span<double> of_states) const {
  if (has_same_order_) {
    std::ranges::copy(of_unknowns, of_states.begin());
    return;
  }
  for (std::size_t i = 0; i < unknown_of_.size(); ++i) of_states[i] = of_unknowns[unknown_of_[i]];
}

void StatePlaces::WriteStates(std::span<const double> of_states, std::span<double> of_unknowns) const {
  for (std::size_t i = 0; i < unknown_of_.size(); ++i) of_unknowns[unknown_of_[i]] = of_states[i];
}

void StatePlaces::ReadPoint(const StepProgram& program, std::span<double> y, std::span<double> yp) const {
  among_variables_.Read(program.workspace().y, y);
  if (!program.computes_slopes()) return;
  if (has_same_order_) return program.ReadSlopes(yp);
  const std::vector<VariableId>& slopes = program.inlined().slopes();
  for (std::size_t i = 0; i < slopes.size(); ++i) yp[unknown_of_[i]] = program.ValueOf(slopes[i]);
  for (const std::size_t u : algebraic_) yp[u] = 0;
}

}  // namespace daedalus::inlined
