// What guests of FMI 2 and FMI 3 have in common: the order of calls, and the functions of one shape in both
// standards. `Version` says what differs:
//
//   Status          the enumeration of the standard; both standards number it alike
//   kPrefix         the beginning of the names of its functions: "fmi2"
//   kStateSuffix    "FMUstate" or "FMUState"
//   kDerivatives    what it calls the derivatives of the states
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "daedalus/system/guest/guest.h"
#include "daedalus/system/guest/guest_library.h"
#include "daedalus/system/guest/said.h"

namespace daedalus::guest {

// A function of the binary, with its name for messages.
template <class Function>
struct NamedFunction {
  std::string name;
  Function* address = nullptr;
};

template <class Version>
class CommonGuest : public Guest {
 public:
  explicit CommonGuest(const GuestFacts& facts) : facts_(facts) {}

  Failed Load() {
    if (auto failed = library_.Open(facts_.library)) return failed;
    Find("FreeInstance", free_);
    Find("ExitInitializationMode", exit_initialization_);
    Find("Terminate", terminate_);
    if (facts_.can_save) {
      const std::string suffix = Version::kStateSuffix;
      Find("Get" + suffix, save_);
      Find("Set" + suffix, restore_);
      Find("Free" + suffix, drop_);
    }
    if (!facts_.is_stepping) {
      Find("EnterEventMode", enter_event_);
      Find("EnterContinuousTimeMode", enter_continuous_);
      Find("SetTime", set_time_);
      Find("SetContinuousStates", set_states_);
      Find("GetContinuousStates", get_states_);
      Find(std::string("Get") + Version::kDerivatives, get_derivatives_);
      Find("GetEventIndicators", get_indicators_);
    }
    FindMore();
    if (library_.missing().empty()) return std::nullopt;
    return "the binary has no function `" + library_.missing() + "`";
  }

  Failed Start(double t, std::span<const GuestNumber> inputs, EventFacts& facts) override {
    Free();
    said_.Forget();
    if (auto failed = Instantiate()) return failed;
    for (const GuestNumber& number : facts_.numbers) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    for (const GuestText& text : facts_.texts) {
      if (auto failed = SetText(text)) return failed;
    }
    if (auto failed = EnterInitialization(t)) return failed;
    for (const GuestNumber& number : inputs) {
      if (auto failed = SetNumber(number.variable, number.value)) return failed;
    }
    if (auto failed = Call(exit_initialization_)) return failed;
    is_running_ = true;
    facts = {kNever};
    return facts_.is_stepping ? std::nullopt : LeaveEvent(facts);
  }

  Failed SetTime(double t) override { return Call(set_time_, t); }
  Failed SetStates(std::span<const double> states) override {
    return Call(set_states_, states.data(), states.size());
  }
  Failed ReadStates(std::span<double> out) override { return Call(get_states_, out.data(), out.size()); }
  Failed ReadDerivatives(std::span<double> out) override {
    return Call(get_derivatives_, out.data(), out.size());
  }
  Failed ReadIndicators(std::span<double> out) override {
    return Call(get_indicators_, out.data(), out.size());
  }

  Failed EnterEvent() override { return Call(enter_event_); }
  // The FMU may ask for several rounds, because one event can cause the next one.
  Failed LeaveEvent(EventFacts& facts) override {
    constexpr int kMostRounds = 1000;
    facts = {kNever};
    bool needs_update = true;
    for (int round = 0; needs_update && !facts.terminates; ++round) {
      if (round == kMostRounds) return "the FMU asks for new discrete states without end";
      if (auto failed = UpdateDiscreteStates(needs_update, facts)) return failed;
    }
    return Call(enter_continuous_);
  }

  Failed Save(void*& state) override { return Call(save_, &state); }
  Failed Restore(void* state) override { return Call(restore_, state); }
  void Drop(void*& state) override { drop_.address(instance_, &state); }

 protected:
  using Status = typename Version::Status;

  // Functions that only this version has.
  virtual void FindMore() = 0;
  // Makes `instance_`, in the mode in which start values are set.
  virtual Failed Instantiate() = 0;
  virtual Failed SetText(const GuestText& text) = 0;
  virtual Failed EnterInitialization(double t) = 0;
  // One round of an event. Sets what this round says in `facts`, and keeps what earlier rounds said of the
  // states.
  virtual Failed UpdateDiscreteStates(bool& needs_update, EventFacts& facts) = 0;

  template <class Function>
  void Find(const std::string& name, NamedFunction<Function>& function) {
    function.name = Version::kPrefix + name;
    library_.Find(function.name.c_str(), function.address);
  }

  template <class Function, class... Arguments>
  Failed Call(const NamedFunction<Function>& function, Arguments&&... arguments) {
    return Check(function.name, function.address(instance_, std::forward<Arguments>(arguments)...));
  }

  Failed Check(const std::string& function, Status status) {
    constexpr int kOk = 0, kWarning = 1, kFatal = 4;  // in both standards
    if (status == kOk || status == kWarning) return std::nullopt;
    is_broken_ = is_broken_ || status == kFatal;
    return said_.Failure(function.c_str(), status);
  }

  // The destructor of each version calls this, because the FMU may still use callbacks that the version
  // holds.
  void Free() {
    if (instance_ == nullptr) return;
    // After a fatal error nothing may be called any more.
    if (!is_broken_ && is_running_) terminate_.address(instance_);
    if (!is_broken_) free_.address(instance_);
    instance_ = nullptr;
    is_running_ = false;
  }

  const GuestFacts& facts_;
  Said said_;
  void* instance_ = nullptr;

 private:
  using OfInstance = NamedFunction<Status(void*)>;
  using Setter = NamedFunction<Status(void*, const double*, std::size_t)>;
  using Getter = NamedFunction<Status(void*, double*, std::size_t)>;

  GuestLibrary library_;
  NamedFunction<void(void*)> free_;
  OfInstance exit_initialization_, terminate_, enter_event_, enter_continuous_;
  NamedFunction<Status(void*, void**)> save_, drop_;
  NamedFunction<Status(void*, void*)> restore_;
  NamedFunction<Status(void*, double)> set_time_;
  Setter set_states_;
  Getter get_states_, get_derivatives_, get_indicators_;
  bool is_running_ = false, is_broken_ = false;
};

// Loads the binary that `facts` name.
template <class VersionGuest>
Failed LoadVersion(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  auto guest = std::make_unique<VersionGuest>(facts);
  if (auto failed = guest->Load()) return failed;
  out = std::move(guest);
  return std::nullopt;
}

}  // namespace daedalus::guest
