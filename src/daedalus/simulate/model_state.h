// The state of a running model as a value: everything that a run needs to go on from here, and nothing of how
// it got here.
//
//   ModelState state = SaveState(fingerprint, t, states, handler);
//   Resume(request, state, found);          // find_start.h: as if a run began there
//   std::vector<std::byte> bytes = ToBytes(state);
//
// What goes on from a state does so bit for bit in the same way each time, in another process too:
// integrators, loops and factors begin anew from the values that are saved. So whoever saves and goes on, and
// wants that to be the run that others resume, resumes from the state himself (run/simulation.h and
// model/instance.h do).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/simulate/event_handler.h"
#include "daedalus/simulate/state_changes.h"

namespace daedalus::simulate {

struct ModelState {
  std::string model;  // its name
  std::uint64_t fingerprint = 0;
  double time = 0;
  std::vector<double> parameters;                           // all of the given model
  std::vector<double> quantities;                           // GivenModel::quantities
  std::optional<std::vector<structure::ColumnId>> dummies;  // the choice of states (CompiledModel::Choice)
  std::vector<std::byte> events;  // what the event handler remembers; empty: there are no events

  template <class Archive>
  void Visit(Archive& archive) {
    archive(model, fingerprint, time, parameters, quantities, dummies, events);
  }
};

// Of the values read last. `handler`: null where the model has no events.
ModelState SaveState(const CompiledModel& model, double t, StateChanges& states, EventHandler* handler);

// With a mark, a version and a checksum. From bytes: an error where they are damaged, or written by another
// version.
std::vector<std::byte> ToBytes(const ModelState& state);
Result<ModelState> StateFromBytes(std::span<const std::byte> bytes);
// The same in a file.
Result<Unit> WriteState(const std::string& path, const ModelState& state);
Result<ModelState> ReadState(const std::string& path);

// The settings that give the model the parameter values of the state. A parameter that follows from others is
// set only where it did not follow from them in the state either, so that it follows a new value that
// somebody adds to the list.
std::vector<ParameterValue> ParametersOf(const ModelState& state, const CompiledModel& model);

// Whether it is a state of this model; an error names the model that it belongs to.
Result<Unit> CheckState(const ModelState& state, const CompiledModel& model);

}  // namespace daedalus::simulate
