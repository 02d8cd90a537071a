#include "daedalus/model/simulate/forms/mended_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr int kMostStepsBetweenChecks = 80;
constexpr int kMostMended = 100;

}  // namespace

bool MendedValues::IsDue(bool has_failed) {
  if (count_ == kMostMended) return false;
  if (!has_failed && ++steps_since_check_ < steps_to_check_) return false;
  steps_since_check_ = 0;
  steps_to_check_ = std::min(2 * steps_to_check_, kMostStepsBetweenChecks);
  return true;
}

void MendedValues::Note(double t, VariableId unknown, double before, double after) {
  if (count_++ == 0) first_ = {last_check_, t, unknown, before, after};
  last_time_ = t;
}

std::optional<Diagnostic> MendedValues::Find(const System& system) const {
  if (count_ == 0) return std::nullopt;
  return Warning(
             Code::kEndNotSatisfied, {},
             "at time = {:.9g} the values of a step did not satisfy the equations, and were computed anew",
             first_.time)
      .Note(fmt::format("`{}` was {:.6g} and is {:.6g} there", NameOf(system, first_.unknown), first_.before,
                        first_.after))
      .Note(fmt::format("the results since time = {:.9g} may be wrong by as much", first_.since))
      .Note(count_ == 1 ? "once in this run" : fmt::format("{} times in this run", count_))
      .Hint("use a tighter --tolerance, --form ode or another --method");
}

}  // namespace daedalus::simulate
