// Data that all calls of functions share while a model is flattened.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/language/semantics/expressions/value.h"
#include "daedalus/language/semantics/instances/instance_tree.h"
#include "daedalus/system/expr/function.h"
#include "daedalus/system/native/foreign_library.h"
#include "daedalus/system/native/object.h"
#include "daedalus/system/routine/back_reference.h"
#include "daedalus/system/routine/routine.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// Why a function that is called with values of the run cannot be written out as expressions.
struct Refusal {
  Span span;  // in the text of the function
  std::string reason;
  bool is_final = false;         // nothing that is read later can change this
  bool is_about_length = false;  // everything that the outermost call has written out is too long
  bool is_about_size = false;    // it would be possible with arrays whose size is known only during the run
};

// Which arrays of a function that stays a function may have a size that is known only during the run.
enum class RunSizes : std::uint8_t {
  kNone,
  // whose sizes are given by declarations, subscripts and ranges, or for `:` by the first assignment
  kDeclared,
  kOpen,  // also all variables with `:`, which may change their sizes
};

// A function as a value: the argument of another function (Modelica 3.6, section 12.4.2).
struct FunctionValue {
  scope::EnvId env;
  NodeId node;
  std::vector<std::pair<syntax::NameId, Value>> bound = {};  // by `function f(a = 1)`
};

// A function that stays a function, for arguments of given sizes.
struct BuiltRoutine {
  std::shared_ptr<routine::Routine> function;           // null: it is still being made
  std::shared_ptr<const routine::Routine> called_back;  // without rules: byte code calls this one
  std::vector<Value> outputs;      // of their types and sizes; elements that are numbers are unknown
  std::vector<expr::Leaf> leaves;  // of the System, which it takes as further arguments
  std::shared_ptr<const routine::BackReference> reference;  // what functions inside it call, if some do
  // It calls a function that is being made, at this level of `building` or further inside. It is known only
  // until that one is finished.
  static constexpr std::size_t kClosed = static_cast<std::size_t>(-1);
  std::size_t open_to = kClosed;
};

// A routine that is being made.
struct RoutineInMaking {
  std::string key;
  std::size_t open_to = BuiltRoutine::kClosed;
};

// The progress of the outermost call.
struct CallProgress {
  int depth = 0;                         // of calls within calls
  int num_guards = 0;                    // conditions of the run around the present statement
  std::int64_t num_steps = 0;            // statements so far
  std::size_t num_expressions_then = 0;  // of the graph when it began
  Span call;                             // its text
  std::int64_t number = 0;               // of this call, from 1
};

// The effects of a call in the binding of a parameter. The text is read more than once: first with values,
// perhaps later with expressions.
struct StartEffects {
  std::int64_t number = 0;  // the number of the call
  bool is_symbolic = false;
  std::vector<Effect> effects;
};

struct CallRecords;

// Functions in other languages, and what was made with them.
struct ForeignState {
  bool is_allowed = false;                                   // FlattenOptions::allow_external
  std::shared_ptr<native::ForeignLibraries> libraries = {};  // null: not needed so far
  // The meaning of values of the type of an ExternalObject, by number.
  std::vector<std::shared_ptr<const native::Object>> objects = {};
  std::map<std::string, double> automatic_seeds = {};  // by the call that requested one
  // Calls of the graph that were already made: lookups by table and column, other natives by their known
  // arguments.
  std::map<std::pair<std::size_t, double>, std::shared_ptr<const expr::Function>> lookups = {};
  std::map<std::string, std::shared_ptr<const expr::Function>> natives = {};
};

// Functions that stay functions.
struct Routines {
  std::map<std::string, BuiltRoutine> built = {};  // by function, sizes and known arguments
  std::vector<RoutineInMaking> in_making = {};     // innermost last
};

// What is known of functions and of calls from earlier calls.
struct KnownCalls {
  std::map<std::uint32_t, bool> stays = {};  // by function: true if it is not to be written out
  // Calls that could not be written out, or not for all results, by function and known arguments.
  std::set<std::string> refused = {};
  // Results of calls with constant arguments, by function and arguments.
  std::unordered_map<std::string, std::vector<Value>> results = {};
};

struct FunctionState {
  CallProgress progress;
  std::uint32_t num_stand_ins = 0;            // leaves that replace arguments (derivative_function.h)
  std::shared_ptr<CallRecords> call_records;  // for flat text (call_texts.h); null: not needed
  ForeignState foreign;
  Routines routines;
  KnownCalls known;
  std::vector<scope::EnvId> written_out;  // functions that are being written out, innermost last
  RunSizes run_sizes = RunSizes::kNone;
  expr::Graph* graph = nullptr;  // of the routine that is being made
  // Collects assertions about values of the run from functions that are written out; null: they are not
  // collected. They hold only under all conditions under which the text is reached.
  std::vector<Assertion>* assertions = nullptr;
  // Collects effects of functions at events; null: effects are not allowed here.
  std::vector<Effect>* effects = nullptr;
  std::int64_t num_effects = 0;             // so far, in total
  std::vector<StartEffects> start_effects;  // of bindings of parameters, in the order of their first reading
  std::map<std::pair<std::string, NodeId>, std::size_t>
      start_effects_of;        // by the text of the call and the instance
  std::int64_t num_calls = 0;  // from the outside
  std::vector<Scalar> path;
  std::optional<Refusal> refusal;  // set on the way back to the outermost call
  std::vector<FunctionValue> values;
};

// Collects assertions or effects of functions while it lives.
template <auto kList>
class CollectInto {
 public:
  using List = std::remove_reference_t<decltype(std::declval<FunctionState&>().*kList)>;  // a pointer
  CollectInto(FunctionState& functions, List to)
      : functions_(functions), before_(std::exchange(functions.*kList, to)) {}
  ~CollectInto() { functions_.*kList = before_; }
  CollectInto(const CollectInto&) = delete;
  CollectInto& operator=(const CollectInto&) = delete;

 private:
  FunctionState& functions_;
  List before_;
};
using CollectAssertions = CollectInto<&FunctionState::assertions>;
using CollectEffects = CollectInto<&FunctionState::effects>;

// Text that is reached under a condition of the run.
class OnPath {
 public:
  OnPath(FunctionState& functions, const Scalar& condition) : functions_(functions) {
    functions.path.push_back(condition);
  }
  ~OnPath() { functions_.path.pop_back(); }
  OnPath(const OnPath&) = delete;
  OnPath& operator=(const OnPath&) = delete;

 private:
  FunctionState& functions_;
};

// A declaration that is evaluated while a function is carried out does not belong to it. Refusals there are
// reported there.
class OutsideFunctions {
 public:
  explicit OutsideFunctions(FunctionState& functions)
      : functions_(functions),
        progress_(std::exchange(functions.progress, {})),
        path_(std::exchange(functions.path, {})),
        collect_(functions, nullptr),
        effects_(functions, nullptr) {}
  ~OutsideFunctions() {
    functions_.progress = progress_;
    functions_.path = std::move(path_);
  }
  OutsideFunctions(const OutsideFunctions&) = delete;
  OutsideFunctions& operator=(const OutsideFunctions&) = delete;

 private:
  FunctionState& functions_;
  CallProgress progress_;
  std::vector<Scalar> path_;
  CollectAssertions collect_;
  CollectEffects effects_;
};

}  // namespace daedalus::semantics
