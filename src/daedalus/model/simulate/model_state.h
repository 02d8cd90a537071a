// The state of a running model as a value: everything that a run needs to continue from here, and nothing
// about how it came here.
//
//   ModelState state = SaveState(model, t, states, handler);
//   Resume(request, state, found);          // find_start.h: as if a run began there
//   std::vector<std::byte> bytes = ToBytes(state);
//
// Runs that continue from a state are bit for bit the same each time, in another process too: integrators,
// loops and factorizations begin anew from the saved values. To make its own run equal to the resumed ones, a
// caller that saves must itself resume from the state. run/simulation.h and model/instance.h do so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/expected.h"
#include "daedalus/model/simulate/event_handler.h"
#include "daedalus/model/simulate/state_changes.h"

namespace daedalus::simulate {

struct ModelState {
  std::string model;  // its name
  std::uint64_t fingerprint = 0;
  double time = 0;
  std::vector<double> parameters;  // all of the given model
  std::vector<double> quantities;  // as in GivenModel::quantities
  // identifies the choice of states (CompiledModel::Choice)
  std::optional<std::vector<structure::ColumnId>> dummies;
  std::vector<std::byte> events;  // the memory of the event handler; empty: there are no events

  template <class Archive>
  void Visit(Archive& archive) {
    archive(model, fingerprint, time, parameters, quantities, dummies, events);
  }
};

// The state with the values that were read last. `handler` is null if the model has no events.
ModelState SaveState(const CompiledModel& model, double t, StateChanges& states, EventHandler* handler);

// Writes a mark, a version and a checksum too. StateFromBytes fails if the bytes are damaged, or were written
// by another version.
std::vector<std::byte> ToBytes(const ModelState& state);
Result<ModelState> StateFromBytes(std::span<const std::byte> bytes);
// Writes the same bytes to a file.
Result<Unit> WriteState(const std::string& path, const ModelState& state);
Result<ModelState> ReadState(const std::string& path);

// The settings that give the model the parameter values of the state. A parameter that follows from others is
// set only if it did not follow from them in the state. So it follows a new value that the caller adds to the
// list.
std::vector<ParameterOverride> ParametersOf(const ModelState& state, const CompiledModel& model);

// Is this a state of this model? If not, the error names the model that it belongs to.
Result<Unit> CheckState(const ModelState& state, const CompiledModel& model);

}  // namespace daedalus::simulate
