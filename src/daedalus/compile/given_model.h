// Stage 3a: what holds for a whole run, whichever states are chosen: the given equations without aliases,
// numbers for their parameters and start values, and all differentiations that bring the index down to 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/causal/alias_removal.h"
#include "daedalus/causal/build_program.h"
#include "daedalus/causal/index_reduction.h"
#include "daedalus/causal/solvability.h"
#include "daedalus/causal/structure_conversion.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/hybrid/event_model.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/quantity.h"

namespace daedalus::compile {

// What is done about constraints: equations whose index is higher than 1.
enum class IndexTreatment {
  kDummyDerivatives,  // they are differentiated, and determine some of their unknowns
  kProject,           // they are differentiated, and each step is moved back onto them
  kBaumgarte,         // they are differentiated such that errors die out
  kDifferentiate,     // they are differentiated, and no more: the solution drifts away from them
  kGgl,               // index 3 becomes 2, and that is integrated as it stands (ggl_stabilisation.h)
  kNone,              // the equations are integrated as they stand
};

struct ConstraintOptions {
  IndexTreatment treatment = IndexTreatment::kDummyDerivatives;
  double baumgarte_rate = 0;  // per second (causal/write_reduced.h)

  // NOLINTNEXTLINE(google-explicit-constructor): most who choose a treatment have nothing else to say
  ConstraintOptions(IndexTreatment chosen = IndexTreatment::kDummyDerivatives, double rate = 0)
      : treatment(chosen), baumgarte_rate(rate) {}
  bool operator==(const ConstraintOptions&) const = default;
};

enum class AliasTreatment { kRemove, kKeep };

enum class SlidingTreatment {
  kNone,       // relations that change to and fro without end are an error
  kOnSurface,  // the model can stay where they change (hybrid/surface.h)
};

struct GivenModel {
  std::shared_ptr<const System> system;
  std::shared_ptr<System> own;  // the same, where there is no reduction that owns it
  std::vector<causal::Alias> aliases;
  std::vector<double> alias_values;  // of the constant ones; 0 for the others
  // Whose values decided about the equations: they made factors zero (vanishing_factors.h), or rows
  // dependent.
  std::vector<ParameterId> vanishing;
  causal::ConversionReport conversion;  // of equations whose structure lied
  std::vector<double> parameters;
  initialize::AttributeValues attributes;
  std::shared_ptr<const hybrid::EventModel> events;  // null: there are none
  std::vector<double> held;                          // what the start values say (hybrid/event_iteration.h)
  std::vector<ExprId> mode_conditions;               // that decide about the structure (mode_conditions.h)
  bool may_lie_in_modes =
      false;  // some of them decide whether equations depend on each other: counting does not tell
  std::vector<Quantity> quantities;  // what others read, in this order; those of a mode are the model's
  std::size_t num_equations = 0, num_unknowns = 0;
  int structural_index = 0;
  bool damps_nothing = false;  // it has nonlinear constraints, and looks the same when time runs backwards
                               // (causal/time_reversal.h)
  ConstraintOptions constraints;
  causal::ProgramOptions program;  // for whoever builds one
  // Algebraic variables that are states by the user's wish (preferred_states.h); nullopt: not asked for yet.
  std::optional<std::vector<VariableId>> preferred_states;
  // Null where the equations are integrated as they stand; then the incidence and the matching are known.
  std::shared_ptr<causal::IndexReduction> reduction;
  causal::SystemIncidence incidence;
  structure::Matching matching;

  // Of equations that are integrated as they stand although their structural index is higher.
  struct AsItStands {
    std::vector<char> is_differential;  // per variable: its derivative appears
    std::vector<std::uint32_t> index;   // per variable, structure/perturbation_index.h
  };
  std::optional<AsItStands> as_it_stands;
  // The same model with dummy derivatives, where it is treated otherwise: values that satisfy the hidden
  // constraints too are found there. Null: it needs no other.
  std::shared_ptr<const GivenModel> for_start;
  // Why there is none although the index is higher: then only the derivative array finds initial values
  // (simulate/array_start.h).
  std::vector<Diagnostic> no_start;
};

// Warnings (parameters without a value) go to `diagnostics`.
Result<GivenModel> ReadGivenModel(System system, const ConstraintOptions& constraints, AliasTreatment aliases,
                                  Diagnostics& diagnostics,
                                  SlidingTreatment sliding = SlidingTreatment::kNone);

// The same model with other parameter values. Only numbers change, so nothing has to be analysed again. An
// error where a parameter that made a factor vanish would get another value: then the equations are others.
Result<GivenModel> WithParameters(const GivenModel& given, std::span<const ParameterOverride> overrides);

// The model in one of its modes, its conditions having these values, sliding along these surfaces: the same
// variables, equations and states of its own. Nothing where it does not slide and the structure of the model
// serves there too, with as many degrees of freedom. Fails where the mode has no solution, or lacks
// derivatives that are quantities of the model.
Result<std::optional<GivenModel>> ReadMode(const GivenModel& given, std::span<const char> values,
                                           std::span<const char> slides = {});

// The same model with more conditions that decide about its modes: those of equations that depend on each
// other with what is held here. Nothing where there are no such equations.
std::optional<GivenModel> WithConditionsHere(const GivenModel& given, const causal::PivotPoint& here);

// The same model where equations whose structure lies are combined anew, as it is best here
// (causal/structure_conversion.h): the same variables, equations and states of its own. Nothing where that
// cannot be done, or would have other variables.
std::optional<GivenModel> CombineAnew(const GivenModel& given, const causal::PivotPoint& here);

}  // namespace daedalus::compile
