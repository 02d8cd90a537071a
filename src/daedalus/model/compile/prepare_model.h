// Stage 3b: a system of index 0 or 1 for one choice of states.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/initialize/guess_hints.h"
#include "daedalus/programs/causal/program.h"

namespace daedalus::compile {

enum class InvariantUse {
  kAsMethodsDo,  // among the equations of a step, or by projection after it
  kProject,      // always by projection, to rounding
  kMeasure,      // constraints that are only differentiated: nothing is projected onto them
};

struct PreparedModel {
  std::shared_ptr<System> system;  // only its graph grows
  std::vector<double> parameters;
  initialize::AttributeValues attributes;
  causal::SystemIncidence incidence;
  structure::Matching matching;  // equation to variable: its derivative if it is differential, else itself
  causal::Program program;

  std::size_t num_given_equations = 0, num_given_unknowns = 0;
  std::uint32_t num_aliases = 0;                       // the number of removed aliases
  int structural_index = 0;                            // of the given system
  bool damps_nothing = false;                          // see GivenModel
  std::vector<causal::Differentiated> differentiated;  // empty if the index was at most 1
  std::vector<std::string> dummy_derivatives;
  // for each variable of the program: it stands for a derivative; empty: none does
  std::vector<char> is_dummy;
  // The places of the given quantities. Without a variable: the next of the recovered ones.
  std::vector<Quantity> places;
  std::vector<ExprId> recovered;             // values of eliminated variables, over the system
  std::vector<initialize::GivenHint> hints;  // of the recovered ones that have a start value
  // Before elimination: the system of `program`, and the places in it.
  std::shared_ptr<System> whole;
  std::vector<Quantity> whole_places;
  InvariantUse invariant_use = InvariantUse::kAsMethodsDo;
  bool is_as_given = false;  // must not be changed, since the user asked for it (--index-reduction none)
  // For such equations with a higher structural index. `incidence` then counts a variable as differential
  // only if its derivative occurs in its own equation. The matching and the program need this.
  std::optional<GivenModel::AsItStands> as_it_stands;
};

// For a model with a reduction, with these states.
Result<PreparedModel> PrepareStates(const GivenModel& given, const structure::StateSelection& selection);
// Without a reduction: the system as it stands. `system` is the given one (GivenModel::own) or a copy of it;
// its graph grows.
PreparedModel PrepareAsGiven(const GivenModel& given, std::shared_ptr<System> system);

// All steps at once, with the states chosen at the start values, for callers that do not run the model.
Result<PreparedModel> PrepareModel(System system, const ConstraintOptions& constraints, double start_time,
                                   Diagnostics& diagnostics);

// The start values as a point at which states are chosen, with the values that equations compute from them
// (causal/assigned_guess.h).
struct StartGuess {
  std::vector<double> values, nominal;
  causal::PivotPoint point;  // of these values
};
StartGuess GuessStart(const GivenModel& given, double time, std::span<const double> held);

}  // namespace daedalus::compile
