// What flat text needs to know of the functions that the graph calls: which function of the text each one is,
// and with what of its arguments fixed. Kept on request (FlattenOptions::with_function_texts) while the model
// is flattened, written at its end.
//
// A function of the graph takes numbers one by one and gives one of its results. Where the function of the
// text is another one, since it takes arrays, records or texts, or gives several results, a small function
// stands between them, which reads back as nothing but the call.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/semantics/act_at_event.h"
#include "daedalus/semantics/call_for_each.h"

namespace daedalus::semantics {

// A function that stays one (build_routine.h).
struct RoutineRecord {
  std::shared_ptr<const expr::Function> made;  // kept, so that no other one gets its address
  FunctionValue function;
  GivenValues values;
  bool is_general = false;  // as in FoundRoutine
  std::vector<Value> outputs;
  std::size_t num_leaves = 0;  // parameters of the model that it reads: operands behind the others
};

// The function of an external clause (run_external.h).
struct NativeRecord {
  std::string name;
  std::string language;
  NodeId node;
  std::string annotation;  // of the clause, where the function is loaded
  std::vector<ExternalArgument> arguments;
  // Of a lookup in a table: these arguments are operands, known or not. Elsewhere what is not known is.
  std::size_t first_operand = 0, num_operands = 0;
  std::optional<Value> result;
};

// An external object: its constructor was called with these.
struct ObjectRecord {
  Type type;
  NodeId node;
  std::vector<Value> arguments;
};

struct CallRecords {
  std::map<const expr::Function*, RoutineRecord>
      routines;  // those that the graph does not call, too: derivatives by annotation
  std::map<std::uint32_t, NativeRecord> natives;  // by function of the graph
  std::map<std::size_t, ObjectRecord> objects;    // by number, as in FunctionState::objects
};

// Declarations for all that was kept, into System::function_texts.
void WriteCallTexts(Context& context);

}  // namespace daedalus::semantics
