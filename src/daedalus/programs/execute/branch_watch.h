// Watches whether a nonlinear loop passes a singular position, where two of its solutions cross.
//
// The bars of a parallelogram linkage come to lie on one line. There the Jacobian of the loop that closes it
// loses rank, and behind it the linkage may be a parallelogram or crossed: both solve the equations, both
// continue the motion. Newton's iteration takes either, by rounding. That is not wrong, but the equations do
// not decide it, so it must be reported.
//
// Let d(t) be the determinant of a loop along a run. Along each of two solutions that cross it changes its
// sign. A run that changes from one of them to the other does not see a change of sign: d goes to zero and
// comes back. So, after each step:
//   1. d is computed where the loop was solved last, in the residual form at the end of a step. Suspicious
//      are another sign than before, a sign that contradicts the linear extrapolation of the last two values,
//      and a |d| that was small for a while.
//   2. A suspicion is examined: states between the two points follow cubic polynomials, and the loop is
//      solved in small steps between them, then in smaller ones around the least |d|. If |d| stays away from
//      zero, or jumps, no crossing was passed.
//   3. If d changes its sign, another solution crosses (the degree of the equations around the root changes,
//      [Kra64] sec. IV.2). Otherwise the straight continuation through the position is tried as a guess
//      behind it. If that leads to a solution other than that of the run, the run has changed to another
//      branch. If not, the position has a single solution, like x^3 = sin(t) at 0.
//
// Cost: one evaluation and one factorization of each nonlinear loop a step; a suspicion costs up to a hundred
// runs of the Program.
//
// [Kra64] Krasnosel'skii, Topological Methods in the Theory of Nonlinear Integral Equations, 1964.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "daedalus/programs/execute/program_runner.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

struct SingularPosition {
  std::uint32_t block = 0;  // of the Program
  Workspace where;          // all values there, about
  double depth = 0;         // the least determinant that was found there, as a part of that at a distance
  // True if the run follows another solution behind it. nullopt if other states were chosen there, so that
  // this was not examined.
  std::optional<bool> is_other;
};

class BranchWatch {
 public:
  // `states` are inputs of the Program; the others are its unknowns. `refresh` updates held values for a
  // time; it may be empty.
  BranchWatch(std::span<const VariableId> states, std::function<void(double)> refresh)
      : states_(states.begin(), states.end()), refresh_(std::move(refresh)) {}

  // Returns the runner of the Program; called only for a suspicion.
  using RunnerOf = std::function<const ProgramRunner&()>;
  // After a step: the determinants at these values.
  void Look(std::span<const LoopDeterminant> found, const Workspace& workspace, const RunnerOf& runner);
  // Other states are chosen here, with other loops. Near the singular position of a constraint that does not
  // avoid it: each choice is singular there; otherwise a better one would have been taken before.
  void Leave();
  // Values may jump here: forgets what was before.
  void Forget() {
    loops_.clear();
    trends_.clear();
  }

  // The next time at which the determinant of a loop that keeps its branch would vanish, by linear
  // extrapolation of the last two values.
  std::optional<double> FindZeroAhead() const;
  // Records a crossing that another watch found.
  void Count(const SingularPosition& passed);

  const std::optional<SingularPosition>& first() const { return first_; }
  std::int64_t num_passed() const { return num_passed_; }

 private:
  struct Seen {
    std::shared_ptr<const Workspace> where;  // of places_
    Determinant determinant;
  };
  // The determinants of one loop. Small ones are ignored: near a singular position steps are short, and signs
  // are noise.
  struct History {
    double begin = 0;                  // the time from which on it is watched
    double largest = 0;                // the logarithm of the largest determinant since then
    std::optional<Seen> before, last;  // of the usual size
    bool was_small = false;            // since then
    Seen newest = {};
    bool is_small_constraint = false;
  };
  void LookAt(const RunnerOf& runner, const LoopDeterminant& loop, Seen now);
  std::optional<SingularPosition> Trace(const ProgramRunner& runner, std::uint32_t block, const Seen& from,
                                        const Seen& to) const;

  std::shared_ptr<const Workspace> Keep(const Workspace& workspace);

  // The last two looks at a loop that keeps its branch.
  struct Trend {
    double time_before = 0, time = 0;
    Determinant before, now;
  };
  void NoteTrend(const LoopDeterminant& loop, double t);

  std::vector<VariableId> states_;
  std::function<void(double)> refresh_;
  std::vector<std::shared_ptr<Workspace>> places_;  // unused ones are recycled
  std::map<std::uint32_t, History> loops_;          // by block
  std::map<std::uint32_t, Trend> trends_;           // by block
  std::optional<SingularPosition> first_;
  std::int64_t num_passed_ = 0;
  int num_in_vain_ = 0;  // examinations that found nothing
};

}  // namespace daedalus::execute
