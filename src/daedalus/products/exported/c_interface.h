// The interface of an exported model: a field of the struct for each top-level input and output.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/system/quantity.h"

namespace daedalus::exported {

struct CInterface {
  struct Input {
    std::string field, name, type;
    std::string place;  // the place of its value among held values
  };
  struct Output {
    std::string field, name, type, value;
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;

  std::string Members() const;
  // Statements that copy the inputs to the held values, and back.
  std::string TakeInputs() const;
  std::string BeginInputs() const;
  // A condition that is true if an input has changed; empty: there are none.
  std::string InputsChanged() const;
  std::string WriteOutputs() const;
};

// `place`: the text of a quantity. `constant`: the text of an expression of parameters; empty if it has none.
CInterface ReadInterface(const System& system, std::span<const causal::Alias> aliases,
                         const std::function<std::string(const Quantity&)>& place,
                         const std::function<std::string(ExprId)>& constant);

}  // namespace daedalus::exported
