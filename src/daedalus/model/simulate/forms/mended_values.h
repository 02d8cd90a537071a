// When does a segment check whether the values of its steps satisfy the equations (violated_equation.h)? And
// which values did it compute anew?
#pragma once

#include <optional>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class MendedValues {
 public:
  // True if the values must be checked after this step: always after a failure, else now and then. Never if
  // so many were computed anew already that it does not help.
  bool IsDue(bool has_failed);
  // The values at t satisfy the equations.
  void Confirm(double t) { last_check_ = t; }
  // When the values last satisfied the equations.
  double last_check() const { return last_check_; }
  // True if values were computed anew at t already. It did not help.
  bool WasMendedAt(double t) const { return last_time_ == t; }
  // This unknown was computed anew.
  void Note(double t, VariableId unknown, double before, double after);

  // A warning if that ever happened.
  std::optional<Diagnostic> Find(const System& system) const;

 private:
  struct First {
    double since = 0, time = 0;
    VariableId unknown;
    double before = 0, after = 0;
  };
  int count_ = 0;
  First first_;
  std::optional<double> last_time_;
  double last_check_ = 0;
  int steps_since_check_ = 0;
  int steps_to_check_ = 5;  // at first, then doubled each time
};

}  // namespace daedalus::simulate
