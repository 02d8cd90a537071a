// FMI 3.0: the order of calls is that of sections 2.3, 3.2 and 4.2. Co-Simulation runs without event mode and
// early return, so the guest handles its events inside a step.
#include <fmi3FunctionTypes.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "daedalus/system/guest/guest_library.h"
#include "daedalus/system/guest/guest_versions.h"
#include "daedalus/system/guest/said.h"

namespace daedalus::guest {
namespace {

struct Fmi3Functions {
  fmi3InstantiateModelExchangeTYPE* instantiate_exchange = nullptr;
  fmi3InstantiateCoSimulationTYPE* instantiate_stepping = nullptr;
  fmi3FreeInstanceTYPE* free = nullptr;
  fmi3EnterInitializationModeTYPE* enter_initialization = nullptr;
  fmi3ExitInitializationModeTYPE* exit_initialization = nullptr;
  fmi3TerminateTYPE* terminate = nullptr;
  fmi3SetStringTYPE* set_string = nullptr;
  fmi3GetFMUStateTYPE* save = nullptr;
  fmi3SetFMUStateTYPE* restore = nullptr;
  fmi3FreeFMUStateTYPE* drop = nullptr;
  fmi3DoStepTYPE* do_step = nullptr;
  fmi3GetDirectionalDerivativeTYPE* get_tangent = nullptr;
  fmi3EnterConfigurationModeTYPE* enter_configuration = nullptr;
  fmi3ExitConfigurationModeTYPE* exit_configuration = nullptr;
};

struct Fmi3Exchange {
  fmi3EnterEventModeTYPE* enter_event = nullptr;
  fmi3UpdateDiscreteStatesTYPE* update = nullptr;
  fmi3EnterContinuousTimeModeTYPE* enter_continuous = nullptr;
  fmi3CompletedIntegratorStepTYPE* complete_step = nullptr;
  fmi3SetTimeTYPE* set_time = nullptr;
  fmi3SetContinuousStatesTYPE* set_states = nullptr;
  fmi3GetContinuousStatesTYPE* get_states = nullptr;
  fmi3GetContinuousStateDerivativesTYPE* get_derivatives = nullptr;
  fmi3GetEventIndicatorsTYPE* get_indicators = nullptr;
};

// The getter and setter of a type.
template <class T>
struct Accessors {
  fmi3Status (*get)(fmi3Instance, const fmi3ValueReference*, std::size_t, T*, std::size_t) = nullptr;
  fmi3Status (*set)(fmi3Instance, const fmi3ValueReference*, std::size_t, const T*, std::size_t) = nullptr;
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

class Fmi3Guest final : public Guest {
 public:
  explicit Fmi3Guest(const GuestFacts& facts) : facts_(facts), resources_(facts.resources + "/") {}
  ~Fmi3Guest() override { Free(); }

  Failed Load() {
    if (auto failed = library_.Open(facts_.library)) return failed;
    library_.Find("fmi3FreeInstance", f_.free);
    library_.Find("fmi3EnterInitializationMode", f_.enter_initialization);
    library_.Find("fmi3ExitInitializationMode", f_.exit_initialization);
    library_.Find("fmi3Terminate", f_.terminate);
    library_.Find("fmi3SetString", f_.set_string);
    if (facts_.can_save) {
      library_.Find("fmi3GetFMUState", f_.save);
      library_.Find("fmi3SetFMUState", f_.restore);
      library_.Find("fmi3FreeFMUState", f_.drop);
    }
    LoadValues();
    if (facts_.has_tangents) library_.Find("fmi3GetDirectionalDerivative", f_.get_tangent);
    if (facts_.dae_switch) {
      library_.Find("fmi3EnterConfigurationMode", f_.enter_configuration);
      library_.Find("fmi3ExitConfigurationMode", f_.exit_configuration);
    }
    if (facts_.is_stepping) {
      library_.Find("fmi3InstantiateCoSimulation", f_.instantiate_stepping);
      library_.Find("fmi3DoStep", f_.do_step);
    } else {
      LoadExchange();
    }
    if (library_.missing().empty()) return std::nullopt;
    return "the binary has no function `" + library_.missing() + "`";
  }

  Failed Start(double t, std::span<const GuestNumber> inputs, EventFacts& facts) override {
    Free();
    said_.Forget();
    if (auto failed = Instantiate()) return failed;
    if (auto failed = SwitchOn()) return failed;
    for (const GuestNumber& number : facts_.numbers) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    for (const GuestText& text : facts_.texts) {
      const char* const value = text.value.c_str();
      if (auto failed = Check("fmi3SetString", f_.set_string(instance_, &text.reference, 1, &value, 1)))
        return failed;
    }
    if (auto failed =
            Check("fmi3EnterInitializationMode", f_.enter_initialization(instance_, false, 0, t, false, 0)))
      return failed;
    for (const GuestNumber& number : inputs) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    if (auto failed = Check("fmi3ExitInitializationMode", f_.exit_initialization(instance_))) return failed;
    is_running_ = true;
    facts = {kNever};
    return facts_.is_stepping ? std::nullopt : LeaveEvent(facts);
  }

  Failed SetTime(double t) override { return Check("fmi3SetTime", x_.set_time(instance_, t)); }
  Failed SetStates(std::span<const double> states) override {
    return Check("fmi3SetContinuousStates", x_.set_states(instance_, states.data(), states.size()));
  }
  Failed ReadStates(std::span<double> out) override {
    return Check("fmi3GetContinuousStates", x_.get_states(instance_, out.data(), out.size()));
  }
  Failed ReadDerivatives(std::span<double> out) override {
    return Check("fmi3GetContinuousStateDerivatives", x_.get_derivatives(instance_, out.data(), out.size()));
  }
  Failed ReadIndicators(std::span<double> out) override {
    return Check("fmi3GetEventIndicators", x_.get_indicators(instance_, out.data(), out.size()));
  }

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
    auto failed = Check("fmi3GetDirectionalDerivative",
                        f_.get_tangent(instance_, &unknown, 1, known.data(), known.size(), along.data(),
                                       along.size(), all.data(), all.size()));
    out = all[of.element];
    return failed;
  }

  // An earlier state may be restored.
  Failed EndStep(StepFacts& facts) override {
    facts = {};
    return Check("fmi3CompletedIntegratorStep",
                 x_.complete_step(instance_, false, &facts.wants_event, &facts.terminates));
  }
  Failed EnterEvent() override { return Check("fmi3EnterEventMode", x_.enter_event(instance_)); }

  Failed LeaveEvent(EventFacts& facts) override {
    constexpr int kMostRounds = 1000;
    bool needs_update = true, has_time = false;
    facts = {kNever};
    for (int round = 0; needs_update && !facts.terminates; ++round) {
      if (round == kMostRounds) return "the FMU asks for new discrete states without end";
      bool nominals = false, states = false;
      double time = 0;
      if (auto failed = Check(
              "fmi3UpdateDiscreteStates",
              x_.update(instance_, &needs_update, &facts.terminates, &nominals, &states, &has_time, &time)))
        return failed;
      facts.next_time = has_time ? time : kNever;
      facts.has_new_states = facts.has_new_states || states;
    }
    return Check("fmi3EnterContinuousTimeMode", x_.enter_continuous(instance_));
  }

  Failed Step(double t, double size, EventFacts& facts) override {
    bool event = false, early = false;
    double last = t;
    facts = {kNever};
    return Check("fmi3DoStep",
                 f_.do_step(instance_, t, size, true, &event, &facts.terminates, &early, &last));
  }

  Failed Save(void*& state) override { return Check("fmi3GetFMUState", f_.save(instance_, &state)); }
  Failed Restore(void* state) override { return Check("fmi3SetFMUState", f_.restore(instance_, state)); }
  void Drop(void*& state) override { f_.drop(instance_, &state); }

 private:
  template <class T>
  void FindPair(const char* get, const char* set, Accessors<T>& accessors) {
    library_.Find(get, accessors.get);
    library_.Find(set, accessors.set);
  }

  void LoadValues() {
    FindPair("fmi3GetFloat64", "fmi3SetFloat64", values_.float64);
    FindPair("fmi3GetFloat32", "fmi3SetFloat32", values_.float32);
    FindPair("fmi3GetInt8", "fmi3SetInt8", values_.int8);
    FindPair("fmi3GetUInt8", "fmi3SetUInt8", values_.uint8);
    FindPair("fmi3GetInt16", "fmi3SetInt16", values_.int16);
    FindPair("fmi3GetUInt16", "fmi3SetUInt16", values_.uint16);
    FindPair("fmi3GetInt32", "fmi3SetInt32", values_.int32);
    FindPair("fmi3GetUInt32", "fmi3SetUInt32", values_.uint32);
    FindPair("fmi3GetInt64", "fmi3SetInt64", values_.int64);
    FindPair("fmi3GetUInt64", "fmi3SetUInt64", values_.uint64);
    FindPair("fmi3GetBoolean", "fmi3SetBoolean", values_.boolean);
  }

  void LoadExchange() {
    library_.Find("fmi3InstantiateModelExchange", f_.instantiate_exchange);
    library_.Find("fmi3EnterEventMode", x_.enter_event);
    library_.Find("fmi3UpdateDiscreteStates", x_.update);
    library_.Find("fmi3EnterContinuousTimeMode", x_.enter_continuous);
    library_.Find("fmi3CompletedIntegratorStep", x_.complete_step);
    library_.Find("fmi3SetTime", x_.set_time);
    library_.Find("fmi3SetContinuousStates", x_.set_states);
    library_.Find("fmi3GetContinuousStates", x_.get_states);
    library_.Find("fmi3GetContinuousStateDerivatives", x_.get_derivatives);
    library_.Find("fmi3GetEventIndicators", x_.get_indicators);
  }

  Failed Instantiate() {
    if (facts_.is_stepping) {
      instance_ = f_.instantiate_stepping("daedalus", facts_.token.c_str(), resources_.c_str(), false, false,
                                          false, false, nullptr, 0, &said_, Log3, nullptr);
      if (instance_ == nullptr) return said_.Failure("fmi3InstantiateCoSimulation", fmi3Error);
      return std::nullopt;
    }
    instance_ = f_.instantiate_exchange("daedalus", facts_.token.c_str(), resources_.c_str(), false, false,
                                        &said_, Log3);
    if (instance_ == nullptr) return said_.Failure("fmi3InstantiateModelExchange", fmi3Error);
    return std::nullopt;
  }

  Failed SwitchOn() {
    if (!facts_.dae_switch) return std::nullopt;
    if (auto failed = Check("fmi3EnterConfigurationMode", f_.enter_configuration(instance_))) return failed;
    const GuestVariable flag{.reference = *facts_.dae_switch, .type = GuestType::kBoolean};
    if (auto failed = SetNumber(flag, 1)) return failed;
    return Check("fmi3ExitConfigurationMode", f_.exit_configuration(instance_));
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
    return "a String is no number";
  }

  // An array is read as a whole: the standard has no function for an element.
  template <class T>
  Failed ReadAll(const GuestVariable& variable, const Accessors<T>& accessors, T* all) {
    return Check("a getter", accessors.get(instance_, &variable.reference, 1, all, variable.size));
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
    return Check("a setter", accessors.set(instance_, &variable.reference, 1, all.get(), variable.size));
  }

  Failed Check(const char* function, fmi3Status status) {
    if (status == fmi3OK || status == fmi3Warning) return std::nullopt;
    is_broken_ = is_broken_ || status == fmi3Fatal;
    return said_.Failure(function, status);
  }

  void Free() {
    if (instance_ == nullptr) return;
    // After a fatal error nothing may be called any more.
    if (!is_broken_ && is_running_) f_.terminate(instance_);
    if (!is_broken_) f_.free(instance_);
    instance_ = nullptr;
    is_running_ = false;
  }

  const GuestFacts& facts_;
  const std::string resources_;
  Said said_;
  GuestLibrary library_;
  Fmi3Functions f_;
  Fmi3Exchange x_;
  Fmi3Values values_;
  fmi3Instance instance_ = nullptr;
  bool is_running_ = false, is_broken_ = false;
};

}  // namespace

Failed LoadFmi3(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  auto guest = std::make_unique<Fmi3Guest>(facts);
  if (auto failed = guest->Load()) return failed;
  out = std::move(guest);
  return std::nullopt;
}

}  // namespace daedalus::guest
