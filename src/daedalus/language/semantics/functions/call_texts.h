// What flat text must know of the functions in the graph: which function of the text each one is, and which
// arguments are fixed. The records are kept on request (FlattenOptions::with_function_texts) during
// flattening, and written at its end.
//
// A function of the graph takes single numbers and returns one result. The function of the text may take
// arrays, records or texts, or return several results. Then a small function stands between them, which reads
// back as the call alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/language/semantics/events/act_at_event.h"
#include "daedalus/language/semantics/functions/call_for_each.h"

namespace daedalus::semantics {

// A function that stays a function (build_routine.h).
struct RoutineRecord {
  std::shared_ptr<const expr::Function> made;  // kept, so that no other function gets its address
  FunctionValue function;
  GivenValues values;
  bool is_general = false;  // as in FoundRoutine
  std::vector<Value> outputs;
  std::size_t num_leaves = 0;  // parameters of the model that it reads; they follow the other operands
};

// The function of an external clause (run_external.h).
struct NativeRecord {
  std::string name;
  std::string language;
  NodeId node;
  std::string annotation;  // of the clause: where the function is loaded from
  std::vector<ExternalArgument> arguments;
  // For a lookup in a table: these arguments are operands, known or not. For other functions the unknown
  // arguments are.
  std::size_t first_operand = 0, num_operands = 0;
  std::optional<Value> result;
};

// An external object: the arguments of its constructor.
struct ObjectRecord {
  Type type;
  NodeId node;
  std::vector<Value> arguments;
};

struct CallRecords {
  std::map<const expr::Function*, RoutineRecord>
      routines;  // also those that the graph does not call: derivatives by annotation
  std::map<std::uint32_t, NativeRecord> natives;  // by function of the graph
  std::map<std::size_t, ObjectRecord> objects;    // by number, as in FunctionState::objects
};

// Adds declarations for all kept records to System::function_texts.
void WriteCallTexts(Context& context);

}  // namespace daedalus::semantics
