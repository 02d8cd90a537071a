// FMI 2.0.4: the order of calls is that of sections 3.2.3 and 4.2.4.
#include <fmi2FunctionTypes.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "daedalus/system/guest/common_guest.h"
#include "daedalus/system/guest/guest_versions.h"

namespace daedalus::guest {
namespace {

struct Fmi2 {
  using Status = fmi2Status;
  static constexpr const char* kPrefix = "fmi2";
  static constexpr const char* kStateSuffix = "FMUstate";
  static constexpr const char* kDerivatives = "Derivatives";
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

class Fmi2Guest final : public CommonGuest<Fmi2> {
 public:
  explicit Fmi2Guest(const GuestFacts& facts)
      : CommonGuest(facts),
        resources_("file://" + facts.resources),
        callbacks_{Log, std::calloc, std::free, nullptr, &said_} {}
  ~Fmi2Guest() override { Free(); }

  Failed SetNumber(const GuestVariable& variable, double value) override {
    const fmi2ValueReference reference = variable.reference;
    if (variable.type == GuestType::kFloat64) return Call(set_real_, &reference, 1, &value);
    if (variable.type == GuestType::kBoolean) {
      const fmi2Boolean flag = value > 0.5 ? fmi2True : fmi2False;
      return Call(set_boolean_, &reference, 1, &flag);
    }
    const auto whole = static_cast<fmi2Integer>(value);
    return Call(set_integer_, &reference, 1, &whole);
  }

  Failed ReadNumber(const GuestVariable& variable, double& out) override {
    const fmi2ValueReference reference = variable.reference;
    if (variable.type == GuestType::kFloat64) return Call(get_real_, &reference, 1, &out);
    if (variable.type == GuestType::kBoolean) {
      fmi2Boolean flag = fmi2False;
      auto failed = Call(get_boolean_, &reference, 1, &flag);
      out = flag != fmi2False ? 1 : 0;
      return failed;
    }
    fmi2Integer whole = 0;
    auto failed = Call(get_integer_, &reference, 1, &whole);
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
    return Call(get_tangent_, &unknown, 1, known.data(), known.size(), along.data(), &out);
  }

  // The FMU must keep its earlier states, because the integrator may go back to one of them.
  Failed EndStep(StepFacts& facts) override {
    fmi2Boolean enters = fmi2False, terminates = fmi2False;
    auto failed = Call(complete_step_, fmi2False, &enters, &terminates);
    facts = {enters != fmi2False, terminates != fmi2False};
    return failed;
  }

  Failed Step(double t, double size, EventFacts& facts) override {
    facts = {kNever};
    const fmi2Status status = do_step_.address(instance_, t, size, fmi2True);
    fmi2Boolean terminated = fmi2False;
    const bool is_over = status == fmi2Discard &&
                         get_status_.address(instance_, fmi2Terminated, &terminated) == fmi2OK &&
                         terminated != fmi2False;
    facts.terminates = is_over;
    return is_over ? std::nullopt : Check(do_step_.name, status);
  }

 private:
  void FindMore() override {
    Find("Instantiate", instantiate_);
    Find("SetupExperiment", set_experiment_);
    Find("EnterInitializationMode", enter_initialization_);
    Find("GetReal", get_real_);
    Find("GetInteger", get_integer_);
    Find("GetBoolean", get_boolean_);
    Find("SetReal", set_real_);
    Find("SetInteger", set_integer_);
    Find("SetBoolean", set_boolean_);
    Find("SetString", set_string_);
    if (facts_.has_tangents) Find("GetDirectionalDerivative", get_tangent_);
    if (facts_.is_stepping) {
      Find("DoStep", do_step_);
      Find("GetBooleanStatus", get_status_);
    } else {
      Find("NewDiscreteStates", update_);
      Find("CompletedIntegratorStep", complete_step_);
    }
  }

  Failed Instantiate() override {
    instance_ =
        instantiate_.address("daedalus", facts_.is_stepping ? fmi2CoSimulation : fmi2ModelExchange,
                             facts_.token.c_str(), resources_.c_str(), &callbacks_, fmi2False, fmi2False);
    if (instance_ == nullptr) return Check(instantiate_.name, fmi2Error);
    return std::nullopt;
  }

  Failed SetText(const GuestText& text) override {
    const char* const value = text.value.c_str();
    return Call(set_string_, &text.reference, 1, &value);
  }

  Failed EnterInitialization(double t) override {
    if (auto failed = Call(set_experiment_, fmi2False, 0, t, fmi2False, 0)) return failed;
    return Call(enter_initialization_);
  }

  Failed UpdateDiscreteStates(bool& needs_update, EventFacts& facts) override {
    fmi2EventInfo info{};
    if (auto failed = Call(update_, &info)) return failed;
    needs_update = info.newDiscreteStatesNeeded != fmi2False;
    facts.terminates = info.terminateSimulation != fmi2False;
    facts.has_new_states = facts.has_new_states || info.valuesOfContinuousStatesChanged != fmi2False;
    facts.next_time = info.nextEventTimeDefined != fmi2False ? info.nextEventTime : kNever;
    return std::nullopt;
  }

  const std::string resources_;
  const fmi2CallbackFunctions callbacks_;
  NamedFunction<fmi2InstantiateTYPE> instantiate_;
  NamedFunction<fmi2SetupExperimentTYPE> set_experiment_;
  NamedFunction<fmi2EnterInitializationModeTYPE> enter_initialization_;
  NamedFunction<fmi2GetRealTYPE> get_real_;
  NamedFunction<fmi2GetIntegerTYPE> get_integer_;
  NamedFunction<fmi2GetBooleanTYPE> get_boolean_;
  NamedFunction<fmi2SetRealTYPE> set_real_;
  NamedFunction<fmi2SetIntegerTYPE> set_integer_;
  NamedFunction<fmi2SetBooleanTYPE> set_boolean_;
  NamedFunction<fmi2SetStringTYPE> set_string_;
  NamedFunction<fmi2GetDirectionalDerivativeTYPE> get_tangent_;
  NamedFunction<fmi2DoStepTYPE> do_step_;
  NamedFunction<fmi2GetBooleanStatusTYPE> get_status_;
  NamedFunction<fmi2NewDiscreteStatesTYPE> update_;
  NamedFunction<fmi2CompletedIntegratorStepTYPE> complete_step_;
};

}  // namespace

Failed LoadFmi2(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  return LoadVersion<Fmi2Guest>(facts, out);
}

}  // namespace daedalus::guest
