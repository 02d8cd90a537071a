// FMI 3.0: the order of calls is that of sections 2.3, 3.2 and 4.2. Co-Simulation runs without event mode and
// early return, so the guest handles its events inside a step.
#include <fmi3FunctionTypes.h>

#include <memory>
#include <vector>

#include "daedalus/system/guest/common_guest.h"
#include "daedalus/system/guest/guest_versions.h"

namespace daedalus::guest {
namespace {

struct Fmi3 {
  using Status = fmi3Status;
  static constexpr const char* kPrefix = "fmi3";
  static constexpr const char* kStateSuffix = "FMUState";
  static constexpr const char* kDerivatives = "ContinuousStateDerivatives";
};

// The getter and setter of a type.
template <class T>
struct Accessors {
  NamedFunction<fmi3Status(fmi3Instance, const fmi3ValueReference*, std::size_t, T*, std::size_t)> get;
  NamedFunction<fmi3Status(fmi3Instance, const fmi3ValueReference*, std::size_t, const T*, std::size_t)> set;
};

struct Fmi3Values {
  Accessors<fmi3Float64> float64;
  Accessors<fmi3Float32> float32;
  Accessors<fmi3Int8> int8;
  Accessors<fmi3UInt8> uint8;
  Accessors<fmi3Int16> int16;
  Accessors<fmi3UInt16> uint16;
  Accessors<fmi3Int32> int32;
  Accessors<fmi3UInt32> uint32;
  Accessors<fmi3Int64> int64;
  Accessors<fmi3UInt64> uint64;
  Accessors<fmi3Boolean> boolean;
};

void Log3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String /*category*/,
          fmi3String message) {
  if (environment != nullptr && message != nullptr && status != fmi3OK)
    static_cast<Said*>(environment)->Keep(message);
}

class Fmi3Guest final : public CommonGuest<Fmi3> {
 public:
  explicit Fmi3Guest(const GuestFacts& facts) : CommonGuest(facts), resources_(facts.resources + "/") {}
  ~Fmi3Guest() override { Free(); }

  Failed SetNumber(const GuestVariable& variable, double value) override {
    return WithType(variable.type, [&](const auto& accessors) { return Set(variable, accessors, value); });
  }
  Failed ReadNumber(const GuestVariable& variable, double& out) override {
    return WithType(variable.type, [&](const auto& accessors) { return Read(variable, accessors, out); });
  }

  // The standard has no elements of arrays as knowns: an array gets zeros for its other elements.
  Failed ReadTangent(const GuestVariable& of, std::span<const GuestNumber> seeds, double& out) override {
    std::vector<fmi3ValueReference> known;
    std::vector<std::size_t> begins;
    std::vector<double> along;
    for (const GuestNumber& seed : seeds) {
      const GuestVariable& v = seed.variable;
      std::size_t k = 0;
      while (k < known.size() && known[k] != v.reference) ++k;
      if (k == known.size()) {
        known.push_back(v.reference);
        begins.push_back(along.size());
        along.resize(along.size() + v.size, 0.0);
      }
      along[begins[k] + v.element] += seed.value;
    }
    std::vector<double> all(of.size);
    const fmi3ValueReference unknown = of.reference;
    auto failed = Call(get_tangent_, &unknown, 1, known.data(), known.size(), along.data(), along.size(),
                       all.data(), all.size());
    out = all[of.element];
    return failed;
  }

  // The FMU must keep its earlier states, because the integrator may go back to one of them.
  Failed EndStep(StepFacts& facts) override {
    facts = {};
    return Call(complete_step_, false, &facts.wants_event, &facts.terminates);
  }

  Failed Step(double t, double size, EventFacts& facts) override {
    bool event = false, early = false;
    double last = t;
    facts = {kNever};
    return Call(do_step_, t, size, true, &event, &facts.terminates, &early, &last);
  }

 private:
  void FindMore() override {
    Find("EnterInitializationMode", enter_initialization_);
    Find("SetString", set_string_);
    FindValues();
    if (facts_.has_tangents) Find("GetDirectionalDerivative", get_tangent_);
    if (facts_.dae_switch) {
      Find("EnterConfigurationMode", enter_configuration_);
      Find("ExitConfigurationMode", exit_configuration_);
    }
    if (facts_.is_stepping) {
      Find("InstantiateCoSimulation", instantiate_stepping_);
      Find("DoStep", do_step_);
    } else {
      Find("InstantiateModelExchange", instantiate_exchange_);
      Find("UpdateDiscreteStates", update_);
      Find("CompletedIntegratorStep", complete_step_);
    }
  }

  void FindValues() {
    FindPair("Float64", values_.float64);
    FindPair("Float32", values_.float32);
    FindPair("Int8", values_.int8);
    FindPair("UInt8", values_.uint8);
    FindPair("Int16", values_.int16);
    FindPair("UInt16", values_.uint16);
    FindPair("Int32", values_.int32);
    FindPair("UInt32", values_.uint32);
    FindPair("Int64", values_.int64);
    FindPair("UInt64", values_.uint64);
    FindPair("Boolean", values_.boolean);
  }

  template <class T>
  void FindPair(const std::string& type, Accessors<T>& accessors) {
    Find("Get" + type, accessors.get);
    Find("Set" + type, accessors.set);
  }

  Failed Instantiate() override {
    const char* const token = facts_.token.c_str();
    if (facts_.is_stepping) {
      instance_ = instantiate_stepping_.address("daedalus", token, resources_.c_str(), false, false, false,
                                                false, nullptr, 0, &said_, Log3, nullptr);
      if (instance_ == nullptr) return Check(instantiate_stepping_.name, fmi3Error);
    } else {
      instance_ =
          instantiate_exchange_.address("daedalus", token, resources_.c_str(), false, false, &said_, Log3);
      if (instance_ == nullptr) return Check(instantiate_exchange_.name, fmi3Error);
    }
    return MakeEquationsImplicit();
  }

  Failed MakeEquationsImplicit() {
    if (!facts_.dae_switch) return std::nullopt;
    if (auto failed = Call(enter_configuration_)) return failed;
    const GuestVariable flag{.reference = *facts_.dae_switch, .type = GuestType::kBoolean};
    if (auto failed = SetNumber(flag, 1)) return failed;
    return Call(exit_configuration_);
  }

  Failed SetText(const GuestText& text) override {
    const char* const value = text.value.c_str();
    return Call(set_string_, &text.reference, 1, &value, 1);
  }

  Failed EnterInitialization(double t) override { return Call(enter_initialization_, false, 0, t, false, 0); }

  Failed UpdateDiscreteStates(bool& needs_update, EventFacts& facts) override {
    bool nominals = false, states = false, has_time = false;
    double time = 0;
    if (auto failed = Call(update_, &needs_update, &facts.terminates, &nominals, &states, &has_time, &time))
      return failed;
    facts.next_time = has_time ? time : kNever;
    facts.has_new_states = facts.has_new_states || states;
    return std::nullopt;
  }

  template <class Do>
  Failed WithType(GuestType type, const Do& act) {
    switch (type) {
      case GuestType::kFloat64:
        return act(values_.float64);
      case GuestType::kFloat32:
        return act(values_.float32);
      case GuestType::kInt8:
        return act(values_.int8);
      case GuestType::kUInt8:
        return act(values_.uint8);
      case GuestType::kInt16:
        return act(values_.int16);
      case GuestType::kUInt16:
        return act(values_.uint16);
      case GuestType::kInt32:
        return act(values_.int32);
      case GuestType::kUInt32:
        return act(values_.uint32);
      case GuestType::kInt64:
        return act(values_.int64);
      case GuestType::kUInt64:
        return act(values_.uint64);
      case GuestType::kBoolean:
        return act(values_.boolean);
      case GuestType::kString:
        break;
    }
    return "a String is not a number";
  }

  // An array is read as a whole: the standard has no function for an element.
  template <class T>
  Failed ReadAll(const GuestVariable& variable, const Accessors<T>& accessors, T* all) {
    return Call(accessors.get, &variable.reference, 1, all, variable.size);
  }

  template <class T>
  Failed Read(const GuestVariable& variable, const Accessors<T>& accessors, double& out) {
    const auto all = std::make_unique<T[]>(variable.size);
    auto failed = ReadAll(variable, accessors, all.get());
    out = static_cast<double>(all[variable.element]);
    return failed;
  }

  template <class T>
  Failed Set(const GuestVariable& variable, const Accessors<T>& accessors, double value) {
    const auto all = std::make_unique<T[]>(variable.size);
    if (variable.size > 1) {
      if (auto failed = ReadAll(variable, accessors, all.get())) return failed;
    }
    all[variable.element] = static_cast<T>(value);
    return Call(accessors.set, &variable.reference, 1, all.get(), variable.size);
  }

  const std::string resources_;
  Fmi3Values values_;
  NamedFunction<fmi3InstantiateModelExchangeTYPE> instantiate_exchange_;
  NamedFunction<fmi3InstantiateCoSimulationTYPE> instantiate_stepping_;
  NamedFunction<fmi3EnterInitializationModeTYPE> enter_initialization_;
  NamedFunction<fmi3SetStringTYPE> set_string_;
  NamedFunction<fmi3DoStepTYPE> do_step_;
  NamedFunction<fmi3GetDirectionalDerivativeTYPE> get_tangent_;
  NamedFunction<fmi3EnterConfigurationModeTYPE> enter_configuration_;
  NamedFunction<fmi3ExitConfigurationModeTYPE> exit_configuration_;
  NamedFunction<fmi3UpdateDiscreteStatesTYPE> update_;
  NamedFunction<fmi3CompletedIntegratorStepTYPE> complete_step_;
};

}  // namespace

Failed LoadFmi3(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  return LoadVersion<Fmi3Guest>(facts, out);
}

}  // namespace daedalus::guest
