// One step of a method among the equations of a model, compiled: from old(x), the step size and the time at
// its end to the values and slopes of all stages (causal/inline_integration.h). It is a Program like any
// other, run by execute/program_runner.h: loops are torn, relaxed or solved whole, as everywhere.
//
// The nonlinear loops start from a polynomial extrapolation of the last accepted steps. If that fails, they
// start from the last step itself.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/inline_integration.h"
#include "daedalus/programs/execute/program_runner.h"
#include "daedalus/programs/inlined/accepted_results.h"
#include "daedalus/programs/inlined/places.h"

namespace daedalus::inlined {

// What is integrated: a system, and numbers.
struct StepGiven {
  const System* system = nullptr;  // outlives the call
  std::span<const double> parameters;
  std::span<const double> nominal;  // by variable
  causal::ProgramOptions options = {};
  std::vector<VariableId> explicit_states =
      {};  // of a method that mixes modes (mixed_methods.h), in ascending order
};

// The required results of a step: the states and their slopes; all variables as well; or the states alone, if
// the method knows the slopes (varied_bdf.h).
enum class StepResults { kStates, kAllVariables, kStatesAlone };

class StepProgram {
 public:
  // Fails if the difference equations are structurally singular.
  static Result<std::unique_ptr<StepProgram>> Compile(const StepGiven& given,
                                                      const causal::StageMethod& method, StepResults results);
  StepProgram& operator=(const StepProgram&) = delete;
  // The same program, with a workspace of its own.
  std::unique_ptr<StepProgram> Copy() const { return std::unique_ptr<StepProgram>(new StepProgram(*this)); }

  const causal::InlinedSystem& inlined() const { return compiled_->inlined; }
  const System& system() const { return compiled_->inlined.system; }
  const causal::Program& program() const { return compiled_->program; }
  std::span<const double> parameters() const { return parameters_; }
  bool computes_slopes() const { return results_ != StepResults::kStatesAlone; }
  // True if the step satisfies the invariants of the system among its own equations (overdetermined.h).
  bool is_overdetermined() const { return is_overdetermined_; }
  std::size_t num_states() const { return inlined().states.size(); }
  // Assignments that divide by the step size: there are some where the index is higher than one (8.89).
  std::vector<EquationId> DivisionsByStep() const;

  // The values that are held between events, and the function that updates the ones that depend on time
  // (execute/dae_model.h).
  void UseHeld(std::span<const double> held) { workspace_.held = held; }
  void SetRefresh(std::function<void(double)> refresh) { refresh_ = std::move(refresh); }

  // Begins anew: guesses for all stages, from values of the variables of the given system and their
  // derivatives.
  void Guess(std::span<const double> y, std::span<const double> yp);
  // The same from the last accepted step of a copy.
  void GuessFrom(const StepProgram& other) {
    accepted_.Begin(other.accepted_.last());
    is_at_last_ = false;
  }
  // Forgets all accepted steps but the last, which was at t.
  void StartAt(double t) { accepted_.StartAt(t); }

  struct Step {
    double t = 0;  // at the end
    double h = 0;  // h-bar of a multistep method
    std::span<const double> old, old_slopes = {};
    std::size_t num_continued = 2;  // the accepted steps, if there are so many, that say where loops begin
    std::span<const double> predicted = {},
                            predicted_slopes =
                                {};  // what the method itself expects of the states; empty: nothing
  };
  // nullopt after success: the workspace has the results.
  std::optional<execute::ExecutionFailure> Run(const Step& step);
  // Makes the last run part of the past.
  void Accept();
  // To try steps and forget them again.
  void Mark() { accepted_.Mark(); }
  void ReturnToMark() {
    accepted_.ReturnToMark();
    is_at_last_ = false;
  }

  const execute::Workspace& workspace() const { return workspace_; }
  double ValueOf(VariableId v) const { return workspace_.y[v.index()]; }
  // At the end of the step, by state.
  void ReadStates(std::span<double> x) const { compiled_->states.Read(workspace_.y, x); }
  void ReadSlopes(std::span<double> slopes) const { compiled_->slopes.Read(workspace_.y, slopes); }
  void ObeyCancellation(const std::atomic<bool>* cancelled) { workspace_.cancelled = cancelled; }
  // The clock measures the blocks from now on. It outlives this object.
  void MeasureBlocks(WorkClock* clock) { workspace_.clock = clock; }
  std::vector<execute::ProgramRunner::StepCost> Costs(const WorkClock& clock) const {
    return runner_->Costs(clock);
  }
  // Of each loop in a step; nothing else is tried where they are not enough.
  void BoundIterations(int most);
  // Of loops that keep the factors of their matrices, in units of the unknowns.
  void AskFor(double accuracy);
  bool keeps_factors() const { return runner_->keeps_factors(); }  // some loop does
  std::span<const double> nominal() const { return nominal_; }
  std::vector<codegen::Kernel*> kernels() { return runner_->kernels(); }
  execute::LoopStatistics loop_statistics() const { return runner_->loop_statistics(); }

 private:
  struct Compiled {
    causal::InlinedSystem inlined;
    causal::Program program;
    Places old, old_slopes;  // among the parameters
    Places states, slopes;   // among the variables, at the end of the step
  };
  StepProgram() = default;
  StepProgram(const StepProgram& other);
  std::optional<execute::ExecutionFailure> RunFromGuess() { return runner_->RunForDerivatives(workspace_); }
  void ReadPast(const Step& step);
  void ReturnToLast();
  // Sets the start of the loops. Returns true if that extrapolates beyond the last step.
  bool BeginLoops(const Step& step);

  std::shared_ptr<const Compiled> compiled_;  // by copies too
  std::vector<double> parameters_, nominal_;
  std::function<void(double)> refresh_;
  StepResults results_ = StepResults::kStates;
  bool is_bounded_ = false, is_overdetermined_ = false;
  execute::Workspace workspace_;
  std::optional<execute::ProgramRunner> runner_;
  // Places among what accepted_ continues, the tearing variables of nonlinear loops: all, and those that are
  // neither states nor slopes at the end of the step.
  std::vector<std::uint32_t> guessed_, guessed_besides_;
  AcceptedResults accepted_;
  bool is_at_last_ = false;  // the workspace is as the last accepted step has left it
};

}  // namespace daedalus::inlined
