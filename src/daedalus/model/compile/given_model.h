// Stage 3a: everything that holds for a whole run, whichever states are chosen. These are the given equations
// without aliases, numbers for their parameters and start values, and all differentiations that reduce the
// index to 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/quantity.h"

namespace daedalus::compile {

// How constraints are treated: equations whose index is higher than 1.
enum class IndexTreatment {
  kDummyDerivatives,  // they are differentiated, and determine some of their unknowns
  kProject,           // they are differentiated, and each step is projected onto them
  kBaumgarte,         // they are differentiated in such a way that errors decay
  kDifferentiate,     // they are only differentiated: the solution drifts away from them
  kGgl,               // index 3 becomes 2, and the result is integrated as it stands (ggl_stabilisation.h)
  kNone,              // the equations are integrated as they stand
};

struct ConstraintOptions {
  IndexTreatment treatment = IndexTreatment::kDummyDerivatives;
  double baumgarte_rate = 0;  // per second (causal/write_reduced.h)

  // NOLINTNEXTLINE(google-explicit-constructor): most callers set nothing but the treatment
  ConstraintOptions(IndexTreatment chosen = IndexTreatment::kDummyDerivatives, double rate = 0)
      : treatment(chosen), baumgarte_rate(rate) {}
  bool operator==(const ConstraintOptions&) const = default;
};

enum class AliasTreatment { kRemove, kKeep };

enum class SlidingTreatment {
  kNone,       // relations that change to and fro without end are an error
  kOnSurface,  // the model can slide where they change (hybrid/surface.h)
};

struct GivenModel {
  std::shared_ptr<const System> system;
  std::shared_ptr<System> own;  // the same system if there is no reduction that owns it
  std::vector<causal::Alias> aliases;
  std::vector<double> alias_values;  // of the constant ones; 0 for the others
  // Parameters whose values decided about the equations: they made factors zero (vanishing_factors.h), or
  // rows dependent.
  std::vector<ParameterId> vanishing;
  causal::ConversionReport conversion;  // of equations whose structure was wrong
  std::vector<double> parameters;
  initialize::AttributeValues attributes;
  std::shared_ptr<const hybrid::EventModel> events;  // null: there are none
  // values from the start values (hybrid/event_iteration.h)
  std::vector<double> held;
  struct Modes {
    std::vector<ExprId> conditions;  // that decide about the structure (mode_conditions.h)
    // Some of them decide whether equations depend on each other, which the structure does not show.
    bool may_lie = false;
  };
  Modes modes;
  // the values that other classes read, in this order; a mode has those of the model
  std::vector<Quantity> quantities;
  std::size_t num_equations = 0, num_unknowns = 0;
  int structural_index = 0;
  // it has nonlinear constraints, and is reversible in time (causal/time_reversal.h)
  bool damps_nothing = false;
  ConstraintOptions constraints;
  causal::ProgramOptions program;  // for the programs that are built for it
  // Algebraic variables that are states by the user's preference (preferred_states.h); nullopt: not asked for
  // yet.
  std::optional<std::vector<VariableId>> preferred_states;
  // Null if the equations are integrated as they stand. Then the incidence and the matching are known.
  std::shared_ptr<causal::IndexReduction> reduction;
  causal::SystemIncidence incidence;
  structure::Matching matching;

  // For equations that are integrated as they stand although their structural index is higher.
  struct AsItStands {
    std::vector<char> is_differential;  // for each variable: its derivative appears
    std::vector<std::uint32_t> index;   // for each variable, see structure/perturbation_index.h
  };
  std::optional<AsItStands> as_it_stands;
  // The same model with dummy derivatives, if it is treated in another way. It finds values that satisfy the
  // hidden constraints, too. Null: it is not needed.
  std::shared_ptr<const GivenModel> for_start;
  // Why there is none although the index is higher: then only the derivative array finds initial values
  // (simulate/array_start.h).
  std::vector<Diagnostic> no_start;
};

// Reports warnings (parameters without a value) in `diagnostics`.
Result<GivenModel> ReadGivenModel(System system, const ConstraintOptions& constraints, AliasTreatment aliases,
                                  Diagnostics& diagnostics,
                                  SlidingTreatment sliding = SlidingTreatment::kNone);

// The same model with other parameter values. Only numbers change, so nothing is analysed again. An error if
// a parameter that made a factor vanish gets another value, since the equations would then be others.
Result<GivenModel> WithParameters(const GivenModel& given, std::span<const ParameterOverride> overrides);

// The model in one of its modes: with these values of its conditions, sliding along these surfaces. It has
// the same variables, but its own equations and states. nullopt if it does not slide and the structure of the
// model serves there too, with as many degrees of freedom. Fails if the mode has no solution, or lacks
// derivatives that are quantities of the model.
Result<std::optional<GivenModel>> ReadMode(const GivenModel& given, std::span<const char> values,
                                           std::span<const char> slides = {});

// The same model with further conditions that decide about its modes: those of equations that depend on each
// other with the present held values. nullopt if there are no such equations.
std::optional<GivenModel> WithConditionsHere(const GivenModel& given, const causal::PivotPoint& here);

// The same model with a new combination of the equations whose structure is wrong, the best one here
// (causal/structure_conversion.h). It has the same variables, but its own equations and states. nullopt if
// that is not possible, or would have other variables.
std::optional<GivenModel> CombineAnew(const GivenModel& given, const causal::PivotPoint& here);

}  // namespace daedalus::compile
