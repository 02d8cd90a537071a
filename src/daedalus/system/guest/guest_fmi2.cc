// FMI 2.0.4: the order of calls is that of sections 3.2.3 and 4.2.4.
#include <fmi2FunctionTypes.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "daedalus/system/guest/guest_library.h"
#include "daedalus/system/guest/guest_versions.h"
#include "daedalus/system/guest/said.h"

namespace daedalus::guest {
namespace {

struct Fmi2Functions {
  fmi2InstantiateTYPE* instantiate = nullptr;
  fmi2FreeInstanceTYPE* free = nullptr;
  fmi2SetupExperimentTYPE* set_experiment = nullptr;
  fmi2EnterInitializationModeTYPE* enter_initialization = nullptr;
  fmi2ExitInitializationModeTYPE* exit_initialization = nullptr;
  fmi2TerminateTYPE* terminate = nullptr;
  fmi2GetRealTYPE* get_real = nullptr;
  fmi2GetIntegerTYPE* get_integer = nullptr;
  fmi2GetBooleanTYPE* get_boolean = nullptr;
  fmi2SetRealTYPE* set_real = nullptr;
  fmi2SetIntegerTYPE* set_integer = nullptr;
  fmi2SetBooleanTYPE* set_boolean = nullptr;
  fmi2SetStringTYPE* set_string = nullptr;
  fmi2GetFMUstateTYPE* save = nullptr;
  fmi2SetFMUstateTYPE* restore = nullptr;
  fmi2FreeFMUstateTYPE* drop = nullptr;
  fmi2GetDirectionalDerivativeTYPE* get_tangent = nullptr;
};

struct Fmi2Exchange {
  fmi2EnterEventModeTYPE* enter_event = nullptr;
  fmi2NewDiscreteStatesTYPE* update = nullptr;
  fmi2EnterContinuousTimeModeTYPE* enter_continuous = nullptr;
  fmi2CompletedIntegratorStepTYPE* complete_step = nullptr;
  fmi2SetTimeTYPE* set_time = nullptr;
  fmi2SetContinuousStatesTYPE* set_states = nullptr;
  fmi2GetDerivativesTYPE* get_derivatives = nullptr;
  fmi2GetEventIndicatorsTYPE* get_indicators = nullptr;
  fmi2GetContinuousStatesTYPE* get_states = nullptr;
};

void Log(fmi2ComponentEnvironment environment, fmi2String /*instance*/, fmi2Status status,
         fmi2String /*category*/, fmi2String message, ...) {
  if (environment == nullptr || message == nullptr || status == fmi2OK) return;
  char text[1000];
  std::va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  static_cast<Said*>(environment)->Keep(text);
}

class Fmi2Guest final : public Guest {
 public:
  explicit Fmi2Guest(const GuestFacts& facts)
      : facts_(facts),
        resources_("file://" + facts.resources),
        callbacks_{Log, std::calloc, std::free, nullptr, &said_} {}
  ~Fmi2Guest() override { Free(); }

  Failed Load() {
    if (auto failed = library_.Open(facts_.library)) return failed;
    library_.Find("fmi2Instantiate", f_.instantiate);
    library_.Find("fmi2FreeInstance", f_.free);
    library_.Find("fmi2SetupExperiment", f_.set_experiment);
    library_.Find("fmi2EnterInitializationMode", f_.enter_initialization);
    library_.Find("fmi2ExitInitializationMode", f_.exit_initialization);
    library_.Find("fmi2Terminate", f_.terminate);
    library_.Find("fmi2GetReal", f_.get_real);
    library_.Find("fmi2GetInteger", f_.get_integer);
    library_.Find("fmi2GetBoolean", f_.get_boolean);
    library_.Find("fmi2SetReal", f_.set_real);
    library_.Find("fmi2SetInteger", f_.set_integer);
    library_.Find("fmi2SetBoolean", f_.set_boolean);
    library_.Find("fmi2SetString", f_.set_string);
    if (facts_.can_save) {
      library_.Find("fmi2GetFMUstate", f_.save);
      library_.Find("fmi2SetFMUstate", f_.restore);
      library_.Find("fmi2FreeFMUstate", f_.drop);
    }
    if (facts_.has_tangents) library_.Find("fmi2GetDirectionalDerivative", f_.get_tangent);
    if (facts_.is_stepping) {
      library_.Find("fmi2DoStep", do_step_);
      library_.Find("fmi2GetBooleanStatus", get_status_);
    } else {
      LoadExchange();
    }
    if (library_.missing().empty()) return std::nullopt;
    return "the binary has no function `" + library_.missing() + "`";
  }

  Failed Start(double t, std::span<const GuestNumber> inputs, EventFacts& facts) override {
    Free();
    said_.Forget();
    component_ = f_.instantiate("daedalus", facts_.is_stepping ? fmi2CoSimulation : fmi2ModelExchange,
                                facts_.token.c_str(), resources_.c_str(), &callbacks_, fmi2False, fmi2False);
    if (component_ == nullptr) return said_.Failure("fmi2Instantiate", fmi2Error);
    for (const GuestNumber& number : facts_.numbers) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    for (const GuestText& text : facts_.texts) {
      const char* const value = text.value.c_str();
      if (auto failed = Check("fmi2SetString", f_.set_string(component_, &text.reference, 1, &value)))
        return failed;
    }
    if (auto failed =
            Check("fmi2SetupExperiment", f_.set_experiment(component_, fmi2False, 0, t, fmi2False, 0)))
      return failed;
    if (auto failed = Check("fmi2EnterInitializationMode", f_.enter_initialization(component_)))
      return failed;
    for (const GuestNumber& number : inputs) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    if (auto failed = Check("fmi2ExitInitializationMode", f_.exit_initialization(component_))) return failed;
    is_running_ = true;
    facts = {kNever};
    return facts_.is_stepping ? std::nullopt : LeaveEvent(facts);
  }

  Failed SetTime(double t) override { return Check("fmi2SetTime", x_.set_time(component_, t)); }
  Failed SetStates(std::span<const double> states) override {
    return Check("fmi2SetContinuousStates", x_.set_states(component_, states.data(), states.size()));
  }
  Failed ReadStates(std::span<double> out) override {
    return Check("fmi2GetContinuousStates", x_.get_states(component_, out.data(), out.size()));
  }
  Failed ReadDerivatives(std::span<double> out) override {
    return Check("fmi2GetDerivatives", x_.get_derivatives(component_, out.data(), out.size()));
  }
  Failed ReadIndicators(std::span<double> out) override {
    return Check("fmi2GetEventIndicators", x_.get_indicators(component_, out.data(), out.size()));
  }

  Failed SetNumber(const GuestVariable& variable, double value) override {
    const fmi2ValueReference reference = variable.reference;
    if (variable.type == GuestType::kFloat64)
      return Check("fmi2SetReal", f_.set_real(component_, &reference, 1, &value));
    if (variable.type == GuestType::kBoolean) {
      const fmi2Boolean flag = value > 0.5 ? fmi2True : fmi2False;
      return Check("fmi2SetBoolean", f_.set_boolean(component_, &reference, 1, &flag));
    }
    const auto whole = static_cast<fmi2Integer>(value);
    return Check("fmi2SetInteger", f_.set_integer(component_, &reference, 1, &whole));
  }

  Failed ReadNumber(const GuestVariable& variable, double& out) override {
    const fmi2ValueReference reference = variable.reference;
    if (variable.type == GuestType::kFloat64)
      return Check("fmi2GetReal", f_.get_real(component_, &reference, 1, &out));
    if (variable.type == GuestType::kBoolean) {
      fmi2Boolean flag = fmi2False;
      auto failed = Check("fmi2GetBoolean", f_.get_boolean(component_, &reference, 1, &flag));
      out = flag != fmi2False ? 1 : 0;
      return failed;
    }
    fmi2Integer whole = 0;
    auto failed = Check("fmi2GetInteger", f_.get_integer(component_, &reference, 1, &whole));
    out = whole;
    return failed;
  }

  Failed ReadTangent(const GuestVariable& of, std::span<const GuestNumber> seeds, double& out) override {
    std::vector<fmi2ValueReference> known;
    std::vector<double> along;
    for (const GuestNumber& seed : seeds) {
      known.push_back(seed.variable.reference);
      along.push_back(seed.value);
    }
    const fmi2ValueReference unknown = of.reference;
    return Check("fmi2GetDirectionalDerivative",
                 f_.get_tangent(component_, &unknown, 1, known.data(), known.size(), along.data(), &out));
  }

  // An earlier state may be restored.
  Failed EndStep(StepFacts& facts) override {
    fmi2Boolean enters = fmi2False, terminates = fmi2False;
    auto failed =
        Check("fmi2CompletedIntegratorStep", x_.complete_step(component_, fmi2False, &enters, &terminates));
    facts = {enters != fmi2False, terminates != fmi2False};
    return failed;
  }
  Failed EnterEvent() override { return Check("fmi2EnterEventMode", x_.enter_event(component_)); }

  Failed LeaveEvent(EventFacts& facts) override {
    constexpr int kMostRounds = 1000;
    fmi2EventInfo info{};
    info.newDiscreteStatesNeeded = fmi2True;
    for (int round = 0; info.newDiscreteStatesNeeded != fmi2False && info.terminateSimulation == fmi2False;
         ++round) {
      if (round == kMostRounds) return "the FMU asks for new discrete states without end";
      if (auto failed = Check("fmi2NewDiscreteStates", x_.update(component_, &info))) return failed;
    }
    facts.terminates = info.terminateSimulation != fmi2False;
    facts.has_new_states = info.valuesOfContinuousStatesChanged != fmi2False;
    facts.next_time = info.nextEventTimeDefined != fmi2False ? info.nextEventTime : kNever;
    return Check("fmi2EnterContinuousTimeMode", x_.enter_continuous(component_));
  }

  Failed Step(double t, double size, EventFacts& facts) override {
    facts = {kNever};
    const fmi2Status status = do_step_(component_, t, size, fmi2True);
    fmi2Boolean terminated = fmi2False;
    const bool is_over = status == fmi2Discard &&
                         get_status_(component_, fmi2Terminated, &terminated) == fmi2OK &&
                         terminated != fmi2False;
    facts.terminates = is_over;
    return is_over ? std::nullopt : Check("fmi2DoStep", status);
  }

  Failed Save(void*& state) override { return Check("fmi2GetFMUstate", f_.save(component_, &state)); }
  Failed Restore(void* state) override { return Check("fmi2SetFMUstate", f_.restore(component_, state)); }
  void Drop(void*& state) override { f_.drop(component_, &state); }

 private:
  void LoadExchange() {
    library_.Find("fmi2EnterEventMode", x_.enter_event);
    library_.Find("fmi2NewDiscreteStates", x_.update);
    library_.Find("fmi2EnterContinuousTimeMode", x_.enter_continuous);
    library_.Find("fmi2CompletedIntegratorStep", x_.complete_step);
    library_.Find("fmi2SetTime", x_.set_time);
    library_.Find("fmi2SetContinuousStates", x_.set_states);
    library_.Find("fmi2GetDerivatives", x_.get_derivatives);
    library_.Find("fmi2GetEventIndicators", x_.get_indicators);
    library_.Find("fmi2GetContinuousStates", x_.get_states);
  }

  Failed Check(const char* function, fmi2Status status) {
    if (status == fmi2OK || status == fmi2Warning) return std::nullopt;
    is_broken_ = is_broken_ || status == fmi2Fatal;
    return said_.Failure(function, status);
  }

  void Free() {
    if (component_ == nullptr) return;
    // After a fatal error nothing may be called any more.
    if (!is_broken_ && is_running_) f_.terminate(component_);
    if (!is_broken_) f_.free(component_);
    component_ = nullptr;
    is_running_ = false;
  }

  const GuestFacts& facts_;
  const std::string resources_;
  Said said_;
  const fmi2CallbackFunctions callbacks_;
  GuestLibrary library_;
  Fmi2Functions f_;
  Fmi2Exchange x_;
  fmi2DoStepTYPE* do_step_ = nullptr;
  fmi2GetBooleanStatusTYPE* get_status_ = nullptr;
  fmi2Component component_ = nullptr;
  bool is_running_ = false, is_broken_ = false;
};

}  // namespace

Failed LoadFmi2(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  auto guest = std::make_unique<Fmi2Guest>(facts);
  if (auto failed = guest->Load()) return failed;
  out = std::move(guest);
  return std::nullopt;
}

}  // namespace daedalus::guest
