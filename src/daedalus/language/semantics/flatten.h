// One model becomes a flat System: names are resolved, types checked, arrays and loops unrolled into scalar
// equations.
//
// Stages (flatten.cc lists them in this order):
//   1. expand      the instance tree, down to scalars and arrays of scalars (instance_tree.h)
//   2. allocate    dimensions and values; every scalar element gets its VariableId or ParameterId, in the
//                  order of the text
//   3. attributes  start, min, ..., the values of parameters, declaration equations
//   4. equations   equations, initial equations and assertions of each instance, loops unrolled
//   5. connections the equations that connect statements make
//   6. experiment  the annotation
//
// What stays symbolic? A parameter is a leaf of the expressions, so that it can be changed without flattening
// again. A *structural* parameter is one whose value decides about dimensions, ranges, subscripts, or which
// branch of an if-equation exists. It is evaluated here, with all parameters on which it depends, and becomes
// a constant (Parameter::is_constant). Overrides act before the evaluation, so they can still set a
// structural parameter. Strings and enumerations are always evaluated and do not appear in the System.
//
// A parameter with fixed = false is an unknown of the initial problem only. It becomes a variable p with the
// equation der(p) = 0, and its start value is a guess. The initial problem treats all variables and
// derivatives as unknowns, so it has exactly the freedom that the language gives. The simulation keeps p
// constant. No later stage needs a special case. What depends on such a parameter becomes an algebraic
// variable.
//
// der(der(x)) introduces the variable 'der(x)' with the equation 'der(x)' = der(x), so that orders are at
// most 1.
//
// One mistake gives one message. An error value is passed on silently, and a place in the text is reported
// once, however many iterations of a loop meet it. Nothing vanishes: giving up without a reported error is
// itself an error (Reporter::GiveUp).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/language/semantics/expressions/unit_state.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// NAME=VALUE of the command line. The name is that of a parameter (sets its value) or of a variable (sets its
// start value), an array or one element `a[2]`. The value is a number, or an expression of numbers such as
// `1/2` or `sqrt(2)`, true, false, a string with or without quotes, or {a, b, ...} for an array. A scalar for
// a whole array sets each element.
struct Override {
  std::string name;
  std::string value;

  friend bool operator==(const Override&, const Override&) = default;
};

// The stages that can be printed (describe_stage.h).
enum class Stage : std::uint8_t { kInstances, kConnections, kFlat };

// The treatment of inputs of the model itself that have no value (free_inputs.h).
enum class FreeInputs : std::uint8_t {
  kRefused,   // they are an error
  kHeld,      // the caller sets them, and they keep their values in between
  kFollowed,  // the caller sets them, and continuous inputs may follow a course over time (system/hybrid.h)
};

struct FlattenOptions {
  std::vector<Override> overrides;
  UnitCheck unit_check = UnitCheck::kOwn;
  // Unknown external functions of libraries and C texts may be loaded and called.
  bool allow_external = false;
  // The System gets declarations of the functions that it calls, for flat text.
  bool with_function_texts = false;
  FreeInputs free_inputs = FreeInputs::kRefused;
  // Receives the text of an earlier stage; null: it is not needed.
  std::string* stage_text = nullptr;
  Stage stage = Stage::kFlat;
};

// A failure contains all messages, including warnings. After success `diagnostics` has the warnings.
Result<System> Flatten(library::ClassStore& store, library::ClassId cls, const FlattenOptions& options,
                       Diagnostics& diagnostics);

}  // namespace daedalus::semantics
