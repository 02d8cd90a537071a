// An FMU of another tool, loaded into this process: what a model needs of it, the same for FMI 2 and FMI 3,
// Model Exchange and Co-Simulation. Only the order of calls that the standards allow is used:
//
//   Start                                        a fresh instance, initialised; afterwards in continuous time
//   SetTime, SetStates, SetNumber                a point between events, then values at it
//   EndStep                                      at this point, a step of the integrator has ended
//   EnterEvent, SetNumber, LeaveEvent            an event
//   Step                                         Co-Simulation
//
// A function that fails gives the reason as a sentence fragment with the name of the function of FMI in it.
// Foreign code can damage this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace daedalus::guest {

// Why something failed; nullopt if it did not.
using Failed = std::optional<std::string>;

// The numbers are written into wrapper classes (products/imported/wrapper_text.h).
enum class GuestType : std::uint8_t {
  kFloat64 = 1,  // fmi2Real
  kFloat32 = 2,
  kInt8 = 3,
  kUInt8 = 4,
  kInt16 = 5,
  kUInt16 = 6,
  kInt32 = 7,  // fmi2Integer
  kUInt32 = 8,
  kInt64 = 9,  // and enumerations of FMI 3
  kUInt64 = 10,
  kBoolean = 11,
  kString = 12,
};

enum class GuestRole : std::uint8_t {
  kOther = 0,
  kState = 1,
  kDerivative = 2,
  kIndicator = 3,
  kTime = 4,
  kDiscreteInput = 5,  // a real number that is set at events only
};

// An FMU that gives its equations as residuals (FMI-LS-DAE) instead of solving them.
enum class GuestEquations : std::uint8_t {
  kSolved = 0,
  kImplicit = 1,
  kImplicitWithoutEvents = 2,  // nothing of its description can change at an event
};

// One number of a guest: an element of an array, or a scalar.
struct GuestVariable {
  std::uint32_t reference = 0;
  GuestType type = GuestType::kFloat64;
  GuestRole role = GuestRole::kOther;
  std::size_t place = 0;  // of a state, derivative or indicator, from 0
  std::size_t size = 1;   // of the array
  std::size_t element = 0;
};

struct GuestNumber {
  GuestVariable variable;
  double value = 0;
};

struct GuestText {
  std::uint32_t reference = 0;
  std::string value;
};

struct GuestFacts {
  std::string library;    // the file of the binary
  std::string resources;  // the folder of resources, absolute and without a slash at its end
  std::string identifier, token;
  int version = 3;
  bool is_stepping = false;   // Co-Simulation
  bool can_save = false;      // it saves and restores its state
  bool has_tangents = false;  // it gives directional derivatives
  GuestEquations equations = GuestEquations::kSolved;
  std::optional<std::uint32_t> dae_switch = {};  // a Boolean that makes its equations implicit
  bool is_isolated = false;                      // it runs in a process of its own
  std::optional<double> call_limit = {};         // seconds that one call of an isolated one may take
  std::size_t num_states = 0, num_indicators = 0;
  std::vector<GuestVariable> variables;
  std::vector<GuestNumber> numbers;  // set before the start
  std::vector<GuestText> texts;
};

// What a guest says after an event or step.
struct EventFacts {
  double next_time;  // of the next time event; far beyond any run if there is none
  bool terminates = false;
  bool has_new_states = false;
};
inline constexpr double kNever = 1e300;

// What a guest says after a step of the integrator.
struct StepFacts {
  bool wants_event = false;
  bool terminates = false;
};

class Guest {
 public:
  virtual ~Guest() = default;
  Guest() = default;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  // An instance from scratch. `inputs` have these values when it finds its start.
  virtual Failed Start(double t, std::span<const GuestNumber> inputs, EventFacts& facts) = 0;

  virtual Failed SetTime(double t) = 0;
  virtual Failed SetStates(std::span<const double> states) = 0;
  virtual Failed ReadStates(std::span<double> out) = 0;
  virtual Failed ReadDerivatives(std::span<double> out) = 0;
  virtual Failed ReadIndicators(std::span<double> out) = 0;
  virtual Failed SetNumber(const GuestVariable& variable, double value) = 0;
  virtual Failed ReadNumber(const GuestVariable& variable, double& out) = 0;

  // The derivative of a variable along a direction: of each known variable in `seeds` by its value.
  virtual Failed ReadTangent(const GuestVariable& of, std::span<const GuestNumber> seeds, double& out) = 0;

  virtual Failed EndStep(StepFacts& facts) = 0;
  virtual Failed EnterEvent() = 0;
  virtual Failed LeaveEvent(EventFacts& facts) = 0;
  virtual Failed Step(double t, double size, EventFacts& facts) = 0;

  // A saved state belongs to the instance: Start makes all of them void.
  virtual Failed Save(void*& state) = 0;
  virtual Failed Restore(void* state) = 0;
  virtual void Drop(void*& state) = 0;
};

}  // namespace daedalus::guest
