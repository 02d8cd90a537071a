// What all calls of functions share while a model is flattened.
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
#include "daedalus/expr/function.h"
#include "daedalus/native/foreign_library.h"
#include "daedalus/native/object.h"
#include "daedalus/routine/back_reference.h"
#include "daedalus/routine/routine.h"
#include "daedalus/semantics/instance_tree.h"
#include "daedalus/semantics/value.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// Why a function that is called with values of the run cannot be written out as expressions.
struct Refusal {
  Span span;  // in the text of the function
  std::string reason;
  bool is_final = false;         // nothing that is read later will make it possible
  bool is_about_length = false;  // all that the outermost call has written out is too much
  bool is_about_size =
      false;  // it would be possible if the size of an array could be known during the run only
};

// Which arrays of a function that stays one may have a size that is known during the run only.
enum class RunSizes : std::uint8_t {
  kNone,
  kDeclared,  // whose sizes are given by declarations, subscripts and ranges; `:` where such an array is
              // assigned first
  kOpen,      // also all variables with `:`, which may change their sizes
};

// A function as a value: the argument of another function (Modelica 3.6, section 12.4.2).
struct FunctionValue {
  scope::EnvId env;
  NodeId node;
  std::vector<std::pair<syntax::NameId, Value>> bound = {};  // by `function f(a = 1)`
};

// A function that stays one, for arguments of given sizes: what its calls need to know.
struct BuiltRoutine {
  std::shared_ptr<routine::Routine> function;           // null: it is still being made
  std::shared_ptr<const routine::Routine> called_back;  // without rules: what byte code calls
  std::vector<Value> outputs;      // of their types and sizes; elements that are numbers are unknown
  std::vector<expr::Leaf> leaves;  // of the System, which it takes as further arguments
  std::shared_ptr<const routine::BackReference> reference;  // what functions inside of it call, if some do
  // It calls one that is being made, at this level of `building` or further inside, and is known until that
  // is finished only.
  static constexpr std::size_t kClosed = static_cast<std::size_t>(-1);
  std::size_t open_to = kClosed;
};

// A routine that is being made.
struct RoutineInMaking {
  std::string key;
  std::size_t open_to = BuiltRoutine::kClosed;
};

// Of the outermost call that is under way.
struct CallProgress {
  int depth = 0;                         // of calls within calls
  int num_guards = 0;                    // conditions of the run around the present statement
  std::int64_t num_steps = 0;            // statements so far
  std::size_t num_expressions_then = 0;  // of the graph when it began
  Span call;                             // its text
  std::int64_t number = 0;               // of this call, from 1
};

// What a call in the binding of a parameter does. The text is read more than once: with values first, perhaps
// with expressions later.
struct StartEffects {
  std::int64_t number = 0;  // of the call that did it
  bool is_symbolic = false;
  std::vector<Effect> effects;
};

struct CallRecords;

struct FunctionState {
  CallProgress progress;
  std::uint32_t num_stand_ins = 0;  // leaves that were put in place of arguments (derivative_function.h)
  std::shared_ptr<CallRecords> call_records;  // for flat text (call_texts.h); null: nobody wants it
  // What values of the type of an ExternalObject stand for, by number.
  std::vector<std::shared_ptr<const native::Object>> objects;
  std::map<std::string, double> automatic_seeds;                // by the call that asked for one
  std::shared_ptr<native::ForeignLibraries> foreign_libraries;  // null: none was needed yet
  // Calls of the graph that were made before: lookups by table and column, other natives by what is known of
  // their arguments.
  std::map<std::pair<std::size_t, double>, std::shared_ptr<const expr::Function>> lookups;
  std::map<std::string, std::shared_ptr<const expr::Function>> natives;
  std::map<std::string, BuiltRoutine> routines;  // by function, sizes and what is known of the arguments
  std::vector<RoutineInMaking> building;         // the innermost last
  std::vector<scope::EnvId> written_out;         // functions that are being written out, the innermost last
  RunSizes run_sizes = RunSizes::kNone;
  expr::Graph* graph = nullptr;         // of the routine that is being made
  std::map<std::uint32_t, bool> stays;  // by function: whether it is not to be written out
  // Calls that could not be written out, or not for all results, by function and what is known of the
  // arguments.
  std::set<std::string> refused;
  // Assertions about values of the run go here, from functions that are written out; null: nobody wants them.
  // They count where all conditions hold under which the text is reached.
  std::vector<Assertion>* assertions = nullptr;
  // What functions do at events goes here likewise; null: nothing may be done here.
  std::vector<Effect>* effects = nullptr;
  std::int64_t num_effects = 0;             // so far, wherever they went
  std::vector<StartEffects> start_effects;  // of bindings of parameters, in the order of their first reading
  std::map<std::pair<std::string, NodeId>, std::size_t>
      start_effects_of;        // by the text of the call and the instance
  std::int64_t num_calls = 0;  // from the outside
  std::vector<Scalar> path;
  std::optional<Refusal> refusal;  // set on the way out to the outermost call
  std::vector<FunctionValue> values;
  // Results of calls whose arguments are all constant, by function and arguments.
  std::unordered_map<std::string, std::vector<Value>> results;
};

// Collects what functions say or do while it lives.
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

// What is reached under a condition of the run.
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

// A declaration that is evaluated while a function is carried out is not a part of it: what is refused there
// is told there.
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
