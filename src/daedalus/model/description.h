// What is known of a model without a run: its variables and their meaning, states, inputs, outputs, units and
// events.
//
// A ModelDescription is a plain value. Results, analysis, FMI, Python and the command `describe` read it, so
// that all of them have the same variables in the same order. The order is that of results:
//
//   variables, derivatives, discrete variables, aliases, parameters, parameters with texts, time
//
// Indices in this file count the entries of ModelDescription::variables, unless a comment says otherwise.
//
// The terms are those of FMI (Functional Mock-up Interface 2.0.4, section 2.2.7), with one difference. A
// parameter whose value follows from other parameters is a calculated parameter, but may still be set from
// outside. Its own equation is then ignored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/base/text_table.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/system/system.h"
#include "daedalus/system/units/unit.h"

namespace daedalus::model {

enum class VariableType : std::uint8_t { kReal, kInteger, kBoolean, kString, kEnumeration };

enum class VariableCausality : std::uint8_t {
  kIndependent,          // time
  kParameter,            // set from outside, or by the model
  kCalculatedParameter,  // follows from other parameters, or from the initial equations
  kInput,   // set from outside during a run; an input to which the model itself gives a value is local
  kOutput,  // of the model itself, not of its components
  kLocal,
};

enum class VariableVariability : std::uint8_t {
  kConstant,  // never changes
  kFixed,     // known once the model is compiled or the initial problem is solved
  kTunable,   // may change without compilation
  kDiscrete,  // changes at events
  kContinuous,
};

// What does the start value mean?
enum class StartKind : std::uint8_t {
  kExact,       // the variable starts with it
  kApprox,      // a guess, or a condition that is dropped if others determine the variable
  kCalculated,  // there is none: the initial problem determines the variable
};

// Where the value of a variable is found.
struct ValueSource {
  enum class Kind : std::uint8_t {
    kTime,
    kQuantity,   // the place in the list of quantities: GivenModel::quantities, or another given list
    kHeld,       // the number of the held leaf (HeldId)
    kParameter,  // the number of the parameter (ParameterId)
    kConstant,   // the place in GivenModel::aliases and alias_values; depends at most on parameters
    kText,       // the place in System::text_parameters
  };
  Kind kind = Kind::kTime;
  std::uint32_t index = 0;
  int sign = 1;  // the value is `sign` times the value found there

  friend bool operator==(const ValueSource&, const ValueSource&) = default;
};

// The variable is `sign` times another one, which is not an alias itself.
struct AliasOf {
  std::uint32_t variable = 0;
  int sign = 1;
};

struct VariableDescription {
  std::string name;
  std::string description;
  std::string unit, display_unit, quantity;
  VariableType type = VariableType::kReal;
  std::string enumeration;  // of an enumeration: the full name of the type
  VariableCausality causality = VariableCausality::kLocal;
  VariableVariability variability = VariableVariability::kContinuous;
  StartKind start_kind = StartKind::kCalculated;
  // The value of a parameter or constant, otherwise the start value. For an enumeration it is the number of
  // its literal, for a String the number of its text. Variables that are aliases of each other share their
  // start values and bounds.
  std::optional<double> start;
  std::optional<double> min, max, nominal;
  std::string text;  // for a parameter with a text or a literal, instead of `start`
  std::optional<AliasOf> alias_of;
  std::optional<std::uint32_t> derivative_of;
  // A change needs a new compilation: flattening evaluated the parameter, or its value made terms vanish.
  bool is_structural = false;
  // The parameter can be set from outside without a new compilation.
  bool is_settable = false;
  ValueSource source;
  Span declared_at;
};

struct EnumerationDescription {
  std::string name;
  std::vector<std::string> literals;  // the first one has the number 1
};

// What a derivative or an output depends on between events, through the equations of one choice of states.
// This is structural: a dependency may have the factor 0 at some point. Discrete variables are constant
// between events and do not count, unless they are inputs. Values of the past (`delay`) do not count.
struct Dependencies {
  std::vector<std::uint32_t> states;  // places in ModelDescription::states, ascending
  std::vector<std::uint32_t> inputs;  // places in ModelDescription::inputs, ascending
  bool time = false;
  std::vector<std::uint32_t>
      parameters;  // numbers of those that the equations contain (ParameterId), ascending
  // How variable the partial derivative by each of them is (factor_kinds.h). Empty: this is not known.
  std::vector<VariableVariability> state_factors, input_factors;
};

struct StateDescription {
  std::string name;
  std::optional<std::uint32_t> variable;     // empty: the compiler made it, and it is not in results
  std::optional<std::uint32_t> derivative;   // empty: no variable represents it
  std::optional<Dependencies> dependencies;  // of the derivative; empty: too many to list, assume all
};

struct InputDescription {
  std::uint32_t variable = 0;
  HeldId held;  // set here, for continuous and discrete inputs
};

struct OutputDescription {
  std::uint32_t variable = 0;
  std::optional<Dependencies> dependencies;  // empty: too many to list, assume all
};

struct UnitDescription {
  std::string text;
  std::optional<units::Unit> meaning;  // in base units of the SI; empty: the unit is not known
};

struct EventDescription {
  enum class Kind : std::uint8_t {
    kCrossing,     // a relation of variables, which the integrator watches
    kTime,         // a relation whose instant is known in advance
    kSample,       // instants at equal distances
    kReinit,       // a state gets a new value
    kTermination,  // the run ends
  };
  Kind kind = Kind::kCrossing;
  std::string text;
  Span place;
};

struct ModelDescription {
  std::string name;
  std::string description;
  Experiment experiment;
  std::vector<EnumerationDescription> enumerations;  // of the variables
  std::shared_ptr<const TextTable> texts;            // the texts of Strings; null: there are none
  std::vector<VariableDescription> variables;
  std::vector<StateDescription> states;  // as they are chosen at the start
  std::vector<InputDescription> inputs;
  std::vector<OutputDescription> outputs;
  std::vector<UnitDescription> units;  // sorted by their texts
  std::vector<EventDescription> events;
  std::size_t num_when_conditions = 0;
};

// `at_start`: the same model with the states that are chosen at the start.
ModelDescription Describe(const compile::GivenModel& given, const compile::PreparedModel& at_start);

// nullptr if there is no variable of that name.
const VariableDescription* FindVariable(const ModelDescription& description, std::string_view name);

std::string_view NameOf(VariableType type);
std::string_view NameOf(VariableCausality causality);
std::string_view NameOf(VariableVariability variability);
std::string_view NameOf(StartKind start_kind);
std::string_view NameOf(EventDescription::Kind kind);

}  // namespace daedalus::model
