// The state of a running model, as a value of Python: bytes, and what people want to know of it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "daedalus/model/simulate/model_state.h"

namespace daedalus::python {

class State {
 public:
  explicit State(simulate::ModelState state)
      : state_(std::make_shared<const simulate::ModelState>(std::move(state))) {}
  explicit State(std::shared_ptr<const simulate::ModelState> state) : state_(std::move(state)) {}

  const simulate::ModelState& value() const { return *state_; }
  const std::shared_ptr<const simulate::ModelState>& shared() const { return state_; }

 private:
  std::shared_ptr<const simulate::ModelState> state_;
};

void BindState(nanobind::module_& m);

}  // namespace daedalus::python
