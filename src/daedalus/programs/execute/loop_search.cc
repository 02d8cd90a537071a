#include "daedalus/programs/execute/loop_search.h"

#include <cmath>
#include <limits>

#include "daedalus/numerics/integrate/bracket.h"

namespace daedalus::execute {

bool SearchFurther(LoopNewton& newton, Workspace& workspace, std::span<const double> start) {
  constexpr double kFirst = 1e-3;  // in the unit of the unknown
  constexpr int kMostDoublings = 40;
  constexpr double kNarrow = 1e-6;  // of the way: from there Newton finds its root
  LoopEquations& equations = newton.equations;
  if (equations.size() != 1 || equations.is_linear() || newton.branch) return false;
  const auto residual = [&](double z) {
    equations.Set(workspace, {&z, 1});
    return equations.Evaluate(workspace) ? equations.residuals()[0]
                                         : std::numeric_limits<double>::quiet_NaN();
  };
  const double begin = start[0], unit = std::abs(begin) + equations.nominal()[0];
  const double at_begin = residual(begin);
  if (!std::isfinite(at_begin) || at_begin == 0) return false;
  double way = kFirst * unit;
  for (int i = 0; i < kMostDoublings && !workspace.is_cancelled(); ++i, way *= 2) {
    for (const double end : {begin - way, begin + way}) {
      const double at_end = residual(end);
      if (!std::isfinite(at_end) || integrate::IsSameSide(at_end, at_begin)) continue;
      double root = end;
      if (at_end != 0) {
        const integrate::Bracket whole = end < begin ? integrate::Bracket{end, begin, at_end, at_begin}
                                                     : integrate::Bracket{begin, end, at_begin, at_end};
        root = integrate::FindSignChange(residual, whole, kNarrow * way).b;
      }
      equations.Set(workspace, {&root, 1});
      if (newton.FullSteps(workspace)) return true;
    }
  }
  return false;
}

}  // namespace daedalus::execute
