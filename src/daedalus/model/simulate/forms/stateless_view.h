// A causal model without states is a function of time. But its loops need guesses that are near, and the
// solution that they follow may end. So results are read by walking from the last point.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/causal_view.h"

namespace daedalus::simulate {

class StatelessView final : public CausalView {
 public:
  using CausalView::CausalView;

  bool has_states() const override { return false; }
  std::optional<WholePoint> Read(double t, std::span<const double> y, std::span<const double> yp) override;
  std::span<const double> leaps() const override { return leaps_; }

 private:
  void NarrowEnd(const integrate::Integrator& integrator, double last_read) override;
  bool WalkTo(double t);
  bool Walk(const execute::Workspace& from, double t, int parts, bool may_leap);
  bool LeapAt(double t);

  std::optional<execute::Workspace> last_point_;  // that was read
  std::vector<double> leaps_;
};

}  // namespace daedalus::simulate
