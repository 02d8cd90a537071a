// The discrete part of a model, compiled: everything that an event evaluates. It never changes, and instances
// copy it (kernels share their code).
//
// A relation is one of two kinds. Where it compares time with something that is constant between events, the
// instant of its change is known beforehand: time events, in a queue. All others change where right - left
// passes through zero, which an integrator has to look for: state events.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/sort_equations.h"
#include "daedalus/model/hybrid/surface.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/system/system.h"

namespace daedalus::hybrid {

// Discrete equations that need nothing of each other.
struct DiscreteLevel {
  codegen::Kernel kernel;
  std::vector<HeldId> targets;
};

struct StateRelation {
  RelationId relation;
  HeldId value;
  bool or_equal = false;
};

struct TimeRelation {
  RelationId relation;
  HeldId value;
  bool or_equal = false;
  bool becomes_true = false;  // at its instant; else it becomes false
};

struct ReinitTarget {
  VariableId variable;
  double sign = 1;  // the reinit is of sign * variable
};

// The values written into a record at a point: top and its value, bottom and its value, whether the top
// grows.
inline constexpr std::size_t kRecordParts = 5;

// The expressions that an event evaluates, for code that does not compile them as kernels (exported/).
struct EventExpressions {
  std::vector<DiscreteAssignment> sorted;
  std::vector<ExprId> samples;         // start and interval of each, in turn
  std::vector<ExprId> initial_values;  // of pre(m), for `initial_targets`
  std::vector<HeldId> initial_targets;
  std::vector<StateRelation> state_relations;
  std::vector<ExprId> sides;         // left and right of each, in turn
  std::vector<std::size_t> resting;  // those that may rest on equality (resting_relations.h)
  std::vector<ExprId> rests;         // whether they do
  std::vector<TimeRelation> time_relations;
  std::vector<ExprId> instants;    // of each
  std::vector<HeldId> pre_leaves;  // of continuous expressions
  std::vector<ExprId> pre_values;
  std::vector<ReinitTarget> reinit_targets;
  std::vector<ExprId> reinits;       // active and value of each, in turn
  std::vector<ExprId> terminations;  // active
  std::vector<char> is_continuous;   // per held leaf: the continuous equations depend on it
  std::vector<char> is_real;         // per held leaf: a discrete Real
};

// Expressions are built in the graph of the system.
Result<EventExpressions> ReadEvents(System& system);

struct EventModel {
  Hybrid hybrid;            // what the leaves are
  codegen::Kernel starts;   // of the discrete variables, then of the inputs
  codegen::Kernel samples;  // start and interval of each, in turn
  std::vector<DiscreteLevel> levels;
  codegen::Kernel initial_values;  // of pre(m), for `initial_targets`
  std::vector<HeldId> initial_targets;
  codegen::Kernel initial_differences;  // left side less right side of each initial equation
  std::vector<StateRelation> state_relations;
  codegen::Kernel sides;             // left and right of each, in turn
  std::vector<std::size_t> resting;  // those that may rest on equality (resting_relations.h)
  codegen::Kernel rests;             // whether they do
  std::vector<TimeRelation> time_relations;
  codegen::Kernel instants;        // of each
  std::vector<HeldId> pre_leaves;  // of continuous expressions
  codegen::Kernel pre_values;
  std::vector<ReinitTarget> reinit_targets;
  codegen::Kernel reinits;       // active and value of each, in turn
  codegen::Kernel terminations;  // active
  codegen::Kernel step_ends;     // whether an event is wanted there
  codegen::Kernel effects;       // active
  struct Delayed {
    codegen::Kernel values;   // what is delayed
    codegen::Kernel lengths;  // by how much
  };
  Delayed delayed;
  codegen::Kernel recorded;         // of each record: kRecordParts values
  codegen::Kernel profiles;         // of each record: its extent, and places and values at the start, in turn
  codegen::Kernel places;           // of each recall
  std::vector<char> is_continuous;  // per held leaf: the continuous equations depend on it
  std::vector<char> is_real;        // per held leaf: a discrete Real
  std::vector<Surface> surfaces;    // on which the model may slide; only where that is asked for
  std::vector<SurfaceNumbers> surface_numbers;
  std::vector<SurfaceRole> roles;  // per state relation

  std::size_t num_held() const { return hybrid.held.size(); }
};

// Expressions are built in the graph of the system. `surfaces` are of that system (compile/surfaces.h).
Result<EventModel> CompileEvents(System& system, std::vector<Surface> surfaces = {});

}  // namespace daedalus::hybrid
