// Watches whether the states determine the unknowns of nonlinear loops, on the scale of the tolerance.
//
// An integrator lets each state err by its tolerance, and assumes that slopes can be computed from such
// states. A loop between states and slopes may break that. An inductor in series with a blocking diode is an
// example: the current is Is (exp(v/vT) - 1), which hardly depends on v below minus some volts. All these v
// lie within the tolerance of the current. Steps pass their error tests, and the run may end with meaningless
// numbers. The residual form tests v itself and is not affected.
//
// So, now and then after a step of size h, the Program is run at x + d and at x - d, where |d_i| is the
// tolerance of state i. With z an unknown of a nonlinear loop, s its largest value so far, or
// kNoiseOfTolerance of its own tolerance if that is more, and f the slopes, the states do not determine z
// where
//
//   |z(x + d) - z(x - d)| / 2 > kBlurred s   and, for some i,   h |f(x + d) - f(x - d)|_i / 2 > kFelt |d_i|:
//                                            (1)
//
// the steps depend on it. After such a finding, the next steps are all examined. A singular position that the
// run passes is found once or twice; only five findings in a row are reported.
//
// Wrong states may be further from the solution than their tolerance. There z is well determined but
// alternates: each step carries it to the other side. So after each step the watch checks whether some z has
// reversed, by more than kTurned s both ways, together with a slope on which steps depend. A resolved
// oscillation reverses once in several steps; one that reverses in most steps is not resolved.
//
// Cost: in models with nonlinear loops two runs of the Program for 60 of the integrator, and a comparison of
// their unknowns in each step.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/execute/program_runner.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

struct BlurredUnknown {
  double time = 0;  // when it was seen first
  Quantity unknown;
  double low = 0,
         high = 0;     // its values within the tolerance of the states, or those between which it alternates
  bool turns = false;  // the latter
};

class SensitivityWatch {
 public:
  // `states` are inputs of the Program. Loops with derivatives among their unknowns are exempt: in stiff
  // models these change with the states as they must.
  SensitivityWatch(std::span<const VariableId> states, const causal::Program& program,
                   const std::function<bool(const Quantity&)>& is_derivative);

  // After a step of that size, and so many evaluations of slopes in all: where the Program was run last.
  // `tolerance` of a variable.
  void Look(const ProgramRunner& runner, const Workspace& workspace, double step, std::int64_t evaluations,
            const std::function<double(VariableId)>& tolerance);

  // Values may jump here: a jump is not a reversal.
  void Forget() { knows_last_ = false; }

  // The first finding, once there are so many that the run must not be trusted.
  const std::optional<BlurredUnknown>& found() const { return found_; }

 private:
  void NoteTurning(const std::optional<BlurredUnknown>& seen);
  void NoteBlurred(const std::optional<BlurredUnknown>& seen);
  std::optional<BlurredUnknown> FindTurning(const Workspace& workspace,
                                            const std::function<double(VariableId)>& tolerance);
  bool HasFeltChange(const Workspace& workspace, double step,
                     const std::function<double(VariableId)>& tolerance);
  std::optional<BlurredUnknown> FindBlurred(const ProgramRunner& runner, const Workspace& workspace,
                                            double step, const std::function<double(VariableId)>& tolerance);
  std::optional<BlurredUnknown> Widest(const Workspace& below, const Workspace& above) const;
  bool IsFelt(const Workspace& below, const Workspace& above, double step) const;

  std::vector<VariableId> states_;
  std::vector<double> last_slopes_;  // of the states
  struct Watched {
    Quantity unknown;
    double size = 0;              // s
    double last = 0, change = 0;  // after the last step, and by it
  };
  std::vector<Watched> unknowns_;
  std::int64_t next_look_ = 0;           // at so many evaluations
  std::optional<ProgramRunner> runner_;  // a copy, which leaves the loops of the run alone
  std::array<Workspace, 2> moved_;       // work arrays: below, above
  bool knows_last_ = false;              // values and slopes after the last step
  std::int64_t num_steps_ = 0;
  std::uint64_t turning_ = 0;  // a bit for each of the last steps
  int num_blurred_ = 0;        // looks in a row
  std::optional<BlurredUnknown> first_turning_, first_blurred_;
  std::optional<BlurredUnknown> found_;
};

}  // namespace daedalus::execute
