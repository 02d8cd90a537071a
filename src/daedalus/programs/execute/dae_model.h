// A compiled model in the residual ("dae") form, as the integrators see it: F(t, y, y') = 0 with the
// parameters filled in. The causal form is ode_model.h.
//
// It also keeps what a diagnosis needs: the point at which a residual was last found not to be finite.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/execute/unknown_facts.h"

namespace daedalus::execute {

struct EvaluationPoint {
  double time = 0;
  std::vector<double> y;
  std::vector<double> yp;
  std::vector<double> held = {};
};

class DaeModel {
 public:
  DaeModel(codegen::ModelKernels& kernels, std::vector<double> parameters, UnknownFacts facts);
  DaeModel(const DaeModel&) = delete;
  DaeModel& operator=(const DaeModel&) = delete;

  // The door for the integrators; valid as long as this object.
  integrate::DaeProblem Problem();

  integrate::EvalOutcome Residual(double t, std::span<const double> y, std::span<const double> yp,
                                  std::span<double> r);
  codegen::KernelInputs Inputs(double t, std::span<const double> y, std::span<const double> yp) const {
    if (refresh_) refresh_(t);
    return {t, y.data(), yp.data(), parameters_.data(), held_.data()};
  }

  // The values that are held between events; they are read at each evaluation.
  void UseHeld(std::span<const double> held) { held_ = held; }
  std::span<const double> held() const { return held_; }
  // Called before each evaluation with its time, because some held values depend on time (delay). May be
  // empty.
  void SetRefresh(std::function<void(double)> refresh) { refresh_ = std::move(refresh); }

  // A flag that may be set from outside: all evaluations fail then. May be nullptr.
  void ObeyCancellation(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }
  const std::atomic<bool>* cancelled() const { return cancelled_; }
  bool is_cancelled() const { return cancelled_ && cancelled_->load(std::memory_order_relaxed); }

  codegen::ModelKernels& kernels() { return kernels_; }
  std::size_t size() const { return facts_.is_differential.size(); }
  std::span<const double> parameters() const { return parameters_; }
  // For continuation in a parameter.
  void SetParameter(ParameterId parameter, double value) { parameters_[parameter.index()] = value; }
  const UnknownFacts& facts() const { return facts_; }
  const std::vector<char>& is_differential() const { return facts_.is_differential; }
  std::size_t num_differential() const;

  struct NonFinite {
    std::size_t row = 0;
    EvaluationPoint point;
  };
  // The last residual that was not finite, and where.
  const std::optional<NonFinite>& last_non_finite() const { return last_non_finite_; }

 private:
  codegen::ModelKernels& kernels_;
  std::vector<double> parameters_;
  std::span<const double> held_;
  std::function<void(double)> refresh_;
  UnknownFacts facts_;
  std::optional<NonFinite> last_non_finite_;
  const std::atomic<bool>* cancelled_ = nullptr;
};

}  // namespace daedalus::execute
