// What all calls of functions share while a model is flattened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/semantics/instance_tree.h"
#include "daedalus/semantics/value.h"

namespace daedalus::semantics {

// Why a function that is called with values of the run cannot be written out as expressions.
struct Refusal {
  Span span;  // in the text of the function
  std::string reason;
};

// A function as a value: the argument of another function (Modelica 3.6, section 12.4.2).
struct FunctionValue {
  scope::EnvId env;
  NodeId node;
  std::vector<std::pair<syntax::NameId, Value>> bound = {};  // by `function f(a = 1)`
};

// Of the outermost call that is under way.
struct CallProgress {
  int depth = 0;                         // of calls within calls
  int num_guards = 0;                    // conditions of the run around the present statement
  std::int64_t num_steps = 0;            // statements so far
  std::size_t num_expressions_then = 0;  // of the graph when it began
};

struct FunctionState {
  CallProgress progress;
  std::optional<Refusal> refusal;  // set on the way out to the outermost call
  std::vector<FunctionValue> values;
  // Results of calls whose arguments are all constant, by function and arguments.
  std::unordered_map<std::string, std::vector<Value>> results;
};

// A declaration that is evaluated while a function is carried out is not a part of it: what is refused there is
// told there.
class OutsideFunctions {
 public:
  explicit OutsideFunctions(FunctionState& functions)
      : functions_(functions), progress_(std::exchange(functions.progress, {})) {}
  ~OutsideFunctions() { functions_.progress = progress_; }
  OutsideFunctions(const OutsideFunctions&) = delete;
  OutsideFunctions& operator=(const OutsideFunctions&) = delete;

 private:
  FunctionState& functions_;
  CallProgress progress_;
};

}  // namespace daedalus::semantics
