#include "daedalus/products/imported/wrapper_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "daedalus/products/fmi/names.h"
#include "daedalus/products/imported/modelica_words.h"
#include "daedalus/products/imported/wrapper_functions.h"
#include "daedalus/system/print_system.h"

namespace daedalus::imported {
namespace {

using guest::GuestRole;
using guest::GuestType;
using model::VariableCausality;
using model::VariableVariability;

// An element of a variable that is shown in the class.
struct Shown {
  std::size_t variable = 0, element = 0;
  GuestRole role = GuestRole::kOther;
  std::size_t place = 0;  // of a state or derivative
};

std::string List(const std::vector<std::string>& elements, std::string_view none) {
  return elements.empty() ? std::string(none) : fmt::format("{{{}}}", fmt::join(elements, ", "));
}

bool IsReal(const FmuVariable& v) {
  return v.type == GuestType::kFloat64 || v.type == GuestType::kFloat32;
}

std::string_view TypeOf(const FmuVariable& v) {
  if (IsReal(v)) return "Real";
  if (v.type == GuestType::kBoolean) return "Boolean";
  return v.type == GuestType::kString ? "String" : "Integer";
}

class Writer {
 public:
  Writer(const FmuDescription& fmu, const WrapperOptions& options)
      : fmu_(fmu), options_(options), is_exchange_(options.kind == FmuKind::kExchange) {
    FindShown();
    has_events_ = !IsDae() || MayHaveEvents();
  }

  std::string Write() {
    text_ = fmt::format("model {} {}\n", WrapperName(fmu_), QuotedText(fmu_.description));
    WriteParameters();
    WriteVariables();
    WriteObject();
    if (has_events_) WriteStart();
    text_ += "equation\n";
    is_exchange_ ? WriteExchange() : WriteStepping();
    WriteHeld();
    if (has_events_)
      text_ +=
          "  when _terminates(_fmu, _phase) then\n    terminate(\"the FMU ends the run\");\n  end when;\n";
    WriteExperiment();
    return fmt::format("{}end {};\n", text_, WrapperName(fmu_));
  }

 private:
  template <class... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += "  " + fmt::format(format, std::forward<Args>(args)...) + ";\n";
  }

  void WriteStart() {
    text_ += "initial equation\n";
    const auto at_start = InputsAtStart();
    Line("_phase = _begin(_fmu, time, {}, {})", List(PlacesOf(at_start), "fill(0, 0)"),
         List(NumbersOf(at_start), "fill(0.0, 0)"));
    is_exchange_ ? WriteExchangeStart() : WriteSteppingStart();
  }

  // ---- which variables there are ----

  // Implicit equations (dae_structure.h). The unknowns become variables of the class, which other components
  // may determine as well. Each residual becomes an equation of the class. Without events no phases are
  // needed.
  bool IsDae() const { return is_exchange_ && fmu_.dae; }
  static bool Contains(const std::vector<std::size_t>& places, std::size_t place) {
    return std::ranges::find(places, place) != places.end();
  }
  bool IsImplicitDerivative(std::size_t v) const {
    return IsDae() && Contains(fmu_.dae->implicit_derivatives, v);
  }
  bool IsResidual(std::size_t v) const {
    return IsDae() &&
           std::ranges::find(fmu_.dae->residuals, v, &FmuUnknown::variable) != fmu_.dae->residuals.end();
  }
  // Variables with start values of their own that equations determine.
  bool IsUnknown(std::size_t v) const {
    return IsDae() && (Contains(fmu_.dae->unknowns, v) || IsStateVariable(v));
  }
  bool IsPartOfDae(std::size_t v) const {
    return IsDae() && (IsUnknown(v) || IsImplicitDerivative(v) || IsResidual(v));
  }
  bool IsTime(std::size_t v) const { return fmu_.variables[v].causality == VariableCausality::kIndependent; }
  bool MayHaveEvents() const {
    return fmu_.num_indicators > 0 || std::ranges::any_of(fmu_.variables, [](const FmuVariable& v) {
             return v.variability == VariableVariability::kDiscrete;
           });
  }
  std::string Phase() const { return has_events_ ? "_phase" : "0.0"; }

  void FindShown() {
    std::map<std::size_t, std::size_t> first_state, first_derivative;  // per variable
    for (const FmuUnknown& derivative : fmu_.derivatives) {
      const std::size_t state = *fmu_.variables[derivative.variable].derivative_of;
      first_state[state] = num_states_;
      first_derivative[derivative.variable] = num_states_;
      num_states_ += fmu_.variables[state].size;
    }
    for (std::size_t i = 0; i < fmu_.variables.size(); ++i) {
      const FmuVariable& v = fmu_.variables[i];
      if (!v.is_number || (IsTime(i) && !IsDae())) continue;
      const bool is_of_states = is_exchange_ && (first_state.contains(i) || first_derivative.contains(i));
      if (!is_of_states && !IsPartOfDae(i) && IsOfTool(v)) continue;
      first_place_[i] = shown_.size() + 1;
      for (std::size_t k = 0; k < v.size; ++k) {
        Shown shown{i, k};
        const auto state = first_state.find(i);
        const auto derivative = first_derivative.find(i);
        if (is_exchange_ && state != first_state.end()) {
          shown.role = GuestRole::kState;
          shown.place = state->second + k;
        } else if (is_exchange_ && derivative != first_derivative.end()) {
          shown.role = GuestRole::kDerivative;
          shown.place = derivative->second + k;
        } else if (IsTime(i)) {
          shown.role = GuestRole::kTime;
        } else if (is_exchange_ && IsInput(shown) && !IsContinuous(shown)) {
          shown.role = GuestRole::kDiscreteInput;
        }
        shown_.push_back(shown);
      }
    }
    if (!is_exchange_) num_states_ = 0;
  }

  // True for helper variables that the exporting tool has added. They may have no value.
  static bool IsOfTool(const FmuVariable& v) {
    return v.name.starts_with('_') && v.causality == VariableCausality::kLocal;
  }

  std::size_t PlaceOf(std::size_t variable, std::size_t element) const {
    return first_place_.at(variable) + element;
  }
  std::string NameOf(const Shown& shown) const {
    const FmuVariable& v = fmu_.variables[shown.variable];
    if (IsTime(shown.variable)) return "time";
    if (IsImplicitDerivative(shown.variable))
      return fmt::format("der({})", NameOf(shown_[PlaceOf(*v.derivative_of, shown.element) - 1]));
    const std::string name = ModelicaName(v.name);
    return v.is_array ? fmt::format("{}[{}]", name, shown.element + 1) : name;
  }
  const FmuVariable& VariableOf(const Shown& shown) const { return fmu_.variables[shown.variable]; }

  bool IsState(const Shown& shown) const { return shown.role == GuestRole::kState; }
  // Variables that are neither declared nor given an equation: time, residuals, and derivatives. A derivative
  // appears as der(x), unless the FMU gives it a name of its own.
  bool IsHidden(const Shown& shown) const {
    if (IsTime(shown.variable) || IsResidual(shown.variable) || IsImplicitDerivative(shown.variable))
      return true;
    return shown.role == GuestRole::kDerivative && VariableOf(shown).name.starts_with("der(");
  }
  bool IsInput(const Shown& shown) const { return VariableOf(shown).causality == VariableCausality::kInput; }
  bool IsParameter(const FmuVariable& v) const {
    return v.causality == VariableCausality::kParameter && !v.start.empty() && v.start.size() == StartSize(v);
  }
  static std::size_t StartSize(const FmuVariable& v) { return v.size; }
  bool IsContinuous(const Shown& shown) const {
    const FmuVariable& v = VariableOf(shown);
    return IsReal(v) && v.variability == VariableVariability::kContinuous;
  }
  // True if its value may be set before the start.
  bool HasStart(const FmuVariable& v) const {
    if (IsUnknown(static_cast<std::size_t>(&v - fmu_.variables.data()))) return false;
    const bool is_kind =
        v.causality == VariableCausality::kLocal || v.causality == VariableCausality::kOutput;
    return is_kind && v.is_number && v.variability != VariableVariability::kConstant &&
           v.start.size() == v.size &&
           (v.initial == "exact" || v.initial == "approx" ||
            (v.initial.empty() && v.variability != VariableVariability::kFixed));
  }

  std::vector<std::size_t> AllInputs() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (IsInput(shown_[i])) out.push_back(i);
    }
    return out;
  }
  // The values that the FMU gets when it is initialised. In a loop with other components, an input may follow
  // from an output, which is not known before. So an FMU that is a component gets only discrete inputs, and
  // inputs from which states start.
  std::vector<std::size_t> InputsAtStart() const {
    std::vector<std::size_t> out = AllInputs();
    if (options_.is_alone) return out;
    std::erase_if(out, [&](std::size_t i) {
      return IsContinuous(shown_[i]) &&
             std::ranges::none_of(fmu_.initial_unknowns, [&](const FmuUnknown& unknown) {
               return IsStateVariable(unknown.variable) &&
                      (!unknown.dependencies ||
                       std::ranges::find(*unknown.dependencies, shown_[i].variable) !=
                           unknown.dependencies->end());
             });
    });
    return out;
  }
  bool IsStateVariable(std::size_t variable) const {
    return std::ranges::any_of(fmu_.derivatives, [&](const FmuUnknown& derivative) {
      return *fmu_.variables[derivative.variable].derivative_of == variable;
    });
  }

  // The quantities on which a value between events may depend.
  std::vector<std::size_t> AllKnown() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const std::size_t v = shown_[i].variable;
      const bool is_of_dae = IsDae() && (IsUnknown(v) || IsImplicitDerivative(v) || IsTime(v));
      if (is_of_dae || IsState(shown_[i]) || (IsInput(shown_[i]) && IsContinuous(shown_[i])))
        out.push_back(i);
    }
    return out;
  }
  std::vector<std::size_t> KnownOf(const std::optional<std::vector<std::size_t>>& dependencies) const {
    std::vector<std::size_t> out = AllKnown();
    if (!dependencies) return out;
    std::erase_if(out, [&](std::size_t i) {
      return std::ranges::find(*dependencies, shown_[i].variable) == dependencies->end();
    });
    return out;
  }

  std::vector<std::string> PlacesOf(const std::vector<std::size_t>& shown) const {
    std::vector<std::string> out;
    for (const std::size_t i : shown) out.push_back(std::to_string(i + 1));
    return out;
  }
  std::string NumberOf(const FmuVariable& v, const std::string& name) const {
    return v.type == GuestType::kBoolean ? fmt::format("(if {} then 1.0 else 0.0)", name) : name;
  }
  std::vector<std::string> NumbersOf(const std::vector<std::size_t>& shown) const {
    std::vector<std::string> out;
    for (const std::size_t i : shown) out.push_back(NumberOf(VariableOf(shown_[i]), NameOf(shown_[i])));
    return out;
  }

  // ---- declarations ----

  std::string AttributesOf(const FmuVariable& v, const std::string& start) const {
    std::vector<std::string> out;
    const bool is_each = v.is_array && v.start.size() != v.size;
    if (!start.empty()) out.push_back((is_each ? "each start = " : "start = ") + start);
    const std::string each = v.is_array ? "each " : "";
    if (IsReal(v) && !v.unit.empty()) out.push_back(fmt::format("{}unit = {}", each, QuotedText(v.unit)));
    if (IsReal(v) && v.nominal && *v.nominal > 0 && std::isfinite(*v.nominal))
      out.push_back(fmt::format("{}nominal = {}", each, *v.nominal));
    const auto bound = [&](const char* name, const std::optional<double>& value) {
      if (!value || !std::isfinite(*value)) return;
      out.push_back(IsReal(v) ? fmt::format("{}{} = {}", each, name, *value)
                              : fmt::format("{}{} = {:.0f}", each, name, *value));
    };
    if (v.type != GuestType::kBoolean && v.is_number) {
      bound("min", v.min);
      bound("max", v.max);
    }
    return out.empty() ? "" : fmt::format("({})", fmt::join(out, ", "));
  }

  void Declare(std::string_view prefix, const FmuVariable& v, const std::string& name,
               const std::string& start, const std::string& value) {
    Line("{}{} {}{}{}{} {}", prefix, TypeOf(v), name, v.is_array ? fmt::format("[{}]", v.size) : "",
         AttributesOf(v, start), value.empty() ? "" : " = " + value,
         v.description.empty() ? "" : QuotedText(v.description));
  }

  std::string StartOf(const FmuVariable& v) const {
    std::vector<std::string> out;
    for (const std::string& text : v.start) out.push_back(LiteralOf(TypeOf(v), text));
    return v.is_array ? List(out, fmt::format("fill({}, 0)", LiteralOf(TypeOf(v), "0"))) : out.at(0);
  }

  void WriteParameters() {
    for (const FmuVariable& v : fmu_.variables) {
      if (!IsParameter(v) || (!v.is_number && v.type != GuestType::kString)) continue;
      if (!v.is_number && v.start.size() != 1) continue;
      // Sizes cannot change, because the arrays of the class have fixed sizes.
      Declare(v.is_structural || v.variability == VariableVariability::kConstant ? "constant " : "parameter ",
              v, ModelicaName(v.name), "", StartOf(v));
    }
    for (const FmuVariable& v : fmu_.variables) {
      if (HasStart(v)) Declare("parameter ", v, ModelicaName("start(" + v.name + ")"), "", StartOf(v));
    }
    if (is_exchange_) return;
    const Experiment& e = fmu_.experiment;
    const double length = e.stop_time.value_or(1) - e.start_time.value_or(0);
    constexpr double kManySteps = 500;
    const double own = e.interval && *e.interval > 0 ? *e.interval : std::max(length, 1e-9) / kManySteps;
    Line("parameter Real communicationStep(min = 0, unit = \"s\") = {} \"between communication points\"",
         options_.step.value_or(own));
    Line("parameter Real firstPoint(unit = \"s\") = {} \"the first communication point\"",
         e.start_time.value_or(0));
  }

  void WriteVariables() {
    for (std::size_t i = 0; i < fmu_.variables.size(); ++i) {
      const FmuVariable& v = fmu_.variables[i];
      if (!first_place_.contains(i) || IsParameter(v)) continue;
      const Shown& first = shown_[first_place_.at(i) - 1];
      if (IsHidden(first)) continue;
      if (IsUnknown(i)) {
        DeclareUnknown(v);
      } else if (v.causality == VariableCausality::kInput) {
        const bool is_held = is_exchange_ && IsReal(v) && v.variability != VariableVariability::kContinuous;
        Declare(is_held ? "discrete input " : "input ", v, ModelicaName(v.name),
                v.start.size() == v.size ? StartOf(v)
                : v.start.empty()        ? ""
                                         : LiteralOf(TypeOf(v), v.start[0]),
                "");
      } else {
        Declare(v.causality == VariableCausality::kOutput ? "output " : "", v, ModelicaName(v.name), "", "");
      }
    }
  }

  // Start values of an array of a DAE are given for each element.
  void DeclareUnknown(const FmuVariable& v) {
    std::string text = AttributesOf(v, "");
    std::string start;
    if (v.start.size() == v.size) start = "start = " + StartOf(v);
    if (v.initial == "exact") start += fmt::format(", {}fixed = true", v.is_array ? "each " : "");
    if (!start.empty()) text = text.empty() ? "(" + start + ")" : "(" + start + ", " + text.substr(1);
    const std::string name = ModelicaName(v.name) + (v.is_array ? fmt::format("[{}]", v.size) : "");
    Line("{}Real {}{} {}", v.causality == VariableCausality::kOutput ? "output " : "", name, text,
         v.description.empty() ? "" : QuotedText(v.description));
  }

  std::string VariableRows() const {
    std::vector<std::string> rows;
    for (const Shown& shown : shown_) {
      const FmuVariable& v = VariableOf(shown);
      rows.push_back(fmt::format("{}, {}, {}, {}, {}, {}", v.reference, static_cast<int>(v.type),
                                 static_cast<int>(shown.role), shown.place, v.size, shown.element));
    }
    for (std::size_t k = 0; is_exchange_ && k < fmu_.num_indicators; ++k) {
      rows.push_back(fmt::format("0, 1, {}, {}, 1, 0", static_cast<int>(GuestRole::kIndicator), k));
    }
    return rows.empty() ? "fill(0, 0, 6)" : fmt::format("[{}]", fmt::join(rows, ";\n    "));
  }

  void WriteObject() {
    text_ += "protected";
    text_ += kFunctions;
    text_ += is_exchange_ ? kExchangeFunctions : kSteppingFunctions;
    std::vector<std::string> places, values, known, references, texts, known_texts;
    for (std::size_t i = 0; i < fmu_.variables.size(); ++i) {
      const FmuVariable& v = fmu_.variables[i];
      const bool has_start = HasStart(v);
      if ((!IsParameter(v) && !has_start) || v.is_structural ||
          (v.variability == VariableVariability::kConstant))
        continue;
      const std::string name = ModelicaName(has_start ? "start(" + v.name + ")" : v.name);
      if (!v.is_number) {
        if (v.type != GuestType::kString || v.start.size() != 1) continue;
        references.push_back(std::to_string(v.reference));
        texts.push_back(name);
        known_texts.push_back(StartOf(v));
        continue;
      }
      for (std::size_t k = 0; k < v.size; ++k) {
        places.push_back(std::to_string(PlaceOf(i, k)));
        values.push_back(NumberOf(v, v.is_array ? fmt::format("{}[{}]", name, k + 1) : name));
        known.push_back(NumberOf(v, LiteralOf(TypeOf(v), v.start[k])));
      }
    }
    const FmuInterface& interface = is_exchange_ ? *fmu_.exchange : *fmu_.stepping;
    Line(
        "_Fmu _fmu = _Fmu({}, {}, {}, {}, {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {:.0f}}}, {},\n    {}, {}, "
        "{}, {}, {}, "
        "{})",
        QuotedText(options_.library), QuotedText(options_.resources), QuotedText(interface.identifier),
        QuotedText(fmu_.token), fmu_.version, is_exchange_ ? 0 : 1, interface.can_save ? 1 : 0, num_states_,
        is_exchange_ ? fmu_.num_indicators : 0, interface.has_tangents ? 1 : 0, KindOfEquations(), Switch(),
        options_.is_isolated ? 1 : 0, std::ceil(1000 * options_.call_limit.value_or(0)), VariableRows(),
        List(places, "fill(0, 0)"), List(values, "fill(0.0, 0)"), List(known, "fill(0.0, 0)"),
        List(references, "fill(0, 0)"), List(texts, "fill(\"\", 0)"), List(known_texts, "fill(\"\", 0)"));
    if (!has_events_) return;
    Line("discrete Real _phase \"what lies between two events\"");
    if (is_exchange_ && fmu_.num_indicators > 0) Line("Boolean _positive[{}]", fmu_.num_indicators);
    if (is_exchange_) return;
    Line("discrete Real _last \"the last communication point\"");
    if (!AllInputs().empty()) Line("discrete Real _inputs[{}] \"there\"", AllInputs().size());
  }

  int KindOfEquations() const {
    if (!IsDae()) return static_cast<int>(guest::GuestEquations::kSolved);
    return static_cast<int>(has_events_ ? guest::GuestEquations::kImplicit
                                        : guest::GuestEquations::kImplicitWithoutEvents);
  }
  std::uint64_t Switch() const {
    const bool has_switch = IsDae() && fmu_.dae->switched_on_by;
    return has_switch ? std::uint64_t{fmu_.variables[*fmu_.dae->switched_on_by].reference} + 1 : 0;
  }

  // ---- Model Exchange ----

  std::string ValueOf(std::size_t place, const std::vector<std::size_t>& known) const {
    return ValueIn(Phase(), place, known);
  }
  std::string ValueIn(const std::string& phase, std::size_t place,
                      const std::vector<std::size_t>& known) const {
    return fmt::format("_value(_fmu, {}, time, {}, {}, {})", phase, List(PlacesOf(known), "fill(0, 0)"),
                       List(NumbersOf(known), "fill(0.0, 0)"), place);
  }

  void WriteExchangeStart() {
    if (IsDae()) return;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (IsState(shown_[i])) Line("{} = _held(_fmu, _phase, {})", NameOf(shown_[i]), i + 1);
    }
  }

  void WriteExchange() {
    for (const FmuUnknown& derivative : fmu_.derivatives) {
      const std::size_t state = *fmu_.variables[derivative.variable].derivative_of;
      for (std::size_t k = 0; k < fmu_.variables[state].size; ++k) {
        Line("der({}) = {}", NameOf(shown_[PlaceOf(state, k) - 1]),
             ValueOf(PlaceOf(derivative.variable, k), KnownOf(derivative.dependencies)));
      }
    }
    WriteResiduals();
    if (has_events_) WriteEvent();
    if (has_events_ && fmu_.exchange->needs_steps) {
      const auto known = AllKnown();
      Line("0 = _endStep(_fmu, _phase, time, {}, {}) annotation(__Daedalus(atStepEnds = true))",
           List(PlacesOf(known), "fill(0, 0)"), List(NumbersOf(known), "fill(0.0, 0)"));
    }
    WriteValues();
  }

  void WriteResiduals() {
    if (!IsDae()) return;
    for (const FmuUnknown& residual : fmu_.dae->residuals) {
      const FmuVariable& v = fmu_.variables[residual.variable];
      for (std::size_t k = 0; k < v.size; ++k) {
        Line("0 = {} {}", ValueOf(PlaceOf(residual.variable, k), KnownOf(residual.dependencies)),
             v.description.empty() ? "" : QuotedText(v.description));
      }
    }
  }

  void WriteEvent() {
    std::vector<std::string> conditions = {"time >= _nextTime(_fmu, pre(_phase))"};
    // Implicit equations are solved again in each round of an event. So an indicator uses the phase of the
    // round before; otherwise it would switch back in the same round.
    const std::string phase = IsDae() ? "pre(_phase)" : "_phase";
    for (std::size_t k = 0; k < fmu_.num_indicators; ++k) {
      Line("_positive[{}] = {} > 0", k + 1, ValueIn(phase, shown_.size() + k + 1, AllKnown()));
      conditions.push_back(fmt::format("change(_positive[{}])", k + 1));
    }
    std::vector<std::string> at_event;
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!IsState(shown_[i]) && !IsInput(shown_[i]) && !IsUnknown(shown_[i].variable)) continue;
      known.push_back(i);
      const std::string name = NameOf(shown_[i]);
      const bool is_discrete = IsInput(shown_[i]) && !IsContinuous(shown_[i]);
      if (is_discrete) conditions.push_back(fmt::format("change({})", name));
      at_event.push_back(is_discrete ? NumberOf(VariableOf(shown_[i]), name) : fmt::format("pre({})", name));
    }
    text_ += fmt::format("  when {} then\n", List(conditions, ""));
    Line("  _phase = _event(_fmu, pre(_phase), time, {}, {})", List(PlacesOf(known), "fill(0, 0)"),
         List(at_event, "fill(0.0, 0)"));
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (IsState(shown_[i]) && !IsDae())
        Line("  reinit({}, _held(_fmu, _phase, {}))", NameOf(shown_[i]), i + 1);
    }
    text_ += "  end when;\n";
  }

  void WriteValues() {
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const Shown& shown = shown_[i];
      const bool is_value = IsContinuous(shown) && !IsInput(shown) && !IsState(shown) &&
                            !IsUnknown(shown.variable) && !IsParameter(VariableOf(shown)) && !IsHidden(shown);
      if (!is_value) continue;
      const auto output = std::ranges::find(fmu_.outputs, shown.variable, &FmuUnknown::variable);
      const auto derivative = std::ranges::find(fmu_.derivatives, shown.variable, &FmuUnknown::variable);
      const auto known_here = output != fmu_.outputs.end()           ? KnownOf(output->dependencies)
                              : derivative != fmu_.derivatives.end() ? KnownOf(derivative->dependencies)
                                                                     : AllKnown();
      Line("{} = {}", NameOf(shown), ValueOf(i + 1, known_here));
    }
  }

  // ---- Co-Simulation ----

  void WriteSteppingStart() {
    Line("_last = time");
    const auto inputs = AllInputs();
    const auto numbers = NumbersOf(inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) Line("_inputs[{}] = {}", i + 1, numbers[i]);
  }

  void WriteStepping() {
    const auto inputs = AllInputs();
    const auto numbers = NumbersOf(inputs);
    std::vector<std::string> before;
    for (std::size_t i = 0; i < inputs.size(); ++i) before.push_back(fmt::format("pre(_inputs[{}])", i + 1));
    text_ += "  when sample(firstPoint, communicationStep) then\n";
    Line("  _phase = _step(_fmu, pre(_phase), pre(_last), {}, {}, time)",
         List(PlacesOf(inputs), "fill(0, 0)"), List(before, "fill(0.0, 0)"));
    Line("  _last = time");
    for (std::size_t i = 0; i < inputs.size(); ++i) Line("  _inputs[{}] = {}", i + 1, numbers[i]);
    text_ += "  end when;\n";
  }

  // What stays constant between events.
  void WriteHeld() {
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const Shown& shown = shown_[i];
      const FmuVariable& v = VariableOf(shown);
      const bool is_held = !IsInput(shown) && !IsState(shown) && !IsParameter(v) && !IsHidden(shown) &&
                           (!is_exchange_ || !IsContinuous(shown));
      if (!is_held) continue;
      const std::string_view function = IsReal(v)                       ? "_held"
                                        : v.type == GuestType::kBoolean ? "_heldBoolean"
                                                                        : "_heldInteger";
      Line("{} = {}(_fmu, {}, {})", NameOf(shown), function, Phase(), i + 1);
    }
  }

  void WriteExperiment() {
    const Experiment& e = fmu_.experiment;
    std::vector<std::string> out;
    const auto add = [&](const char* name, const std::optional<double>& value) {
      if (value) out.push_back(fmt::format("{} = {}", name, *value));
    };
    add("StartTime", e.start_time);
    add("StopTime", e.stop_time);
    if (is_exchange_) add("Tolerance", e.tolerance);
    if (e.interval && *e.interval > 0) add("Interval", e.interval);
    if (!out.empty()) Line("annotation(experiment({}))", fmt::join(out, ", "));
  }

  const FmuDescription& fmu_;
  const WrapperOptions& options_;
  const bool is_exchange_;
  bool has_events_ = true;
  std::vector<Shown> shown_;
  std::map<std::size_t, std::size_t> first_place_;  // per variable; counts from 1
  std::size_t num_states_ = 0;
  std::string text_;
};

}  // namespace

std::string WrapperText(const FmuDescription& fmu, const WrapperOptions& options) {
  return Writer(fmu, options).Write();
}

std::string WrapperName(const FmuDescription& fmu) {
  return fmi::Identifier(fmu.model_name);
}

}  // namespace daedalus::imported
