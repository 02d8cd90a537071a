// One instance of an FMU, for both versions of FMI and both interfaces. It holds the mode, the values that
// were set before the start, and the engine after the start. The functions of the standards (fmi2_*.cc,
// fmi3_*.cc) are thin wrappers around this class.
//
//   Instantiated -> Initialization -> Event <-> Continuous      Model Exchange
//                                  -> Step                      Co-Simulation
//                                  -> Event <-> Step            Co-Simulation of FMI 3 with event mode
//
// During a step of Co-Simulation, FMI 3 may call the importer back. The importer may then only read values
// (Intermediate).
//
// Initial values are computed when a value is requested in Initialization mode, and at the end of that mode.
// Setting a value makes them invalid. A start value or parameter that is not a number in the equations
// (fmi::HasStart) makes the text be compiled again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/products/fmi/flat_model.h"
#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmu/engine.h"
#include "daedalus/products/fmu/exchange.h"
#include "daedalus/products/fmu/mode.h"
#include "daedalus/products/fmu/set_numbers.h"
#include "daedalus/products/fmu/slots.h"
#include "daedalus/products/fmu/stepping.h"

namespace daedalus::fmu {

// The numbers are those of fmi2Status and fmi3Status.
enum class Status : std::uint8_t { kOk, kWarning, kDiscard, kError, kFatal };

enum class Kind : std::uint8_t { kExchange, kStepping };

using Log = std::function<void(Status, const char* category, const std::string& message)>;

struct EventInfo {
  bool terminates = false, has_new_nominals = false, has_new_states = false;
  std::optional<double> next_time = {};
};

// A saved component as a value.
struct SavedComponent {
  Mode mode = Mode::kInstantiated;
  Experiment experiment;
  std::map<std::uint32_t, double> numbers;  // by value reference: what was set
  std::map<std::uint32_t, std::string> texts;
  // The texts of Strings in the order of their numbers, because the state refers to texts by number.
  std::vector<std::string> numbered_texts = {};
  std::optional<simulate::ModelState> state;
  bool has_new_states = false;

  template <class Archive>
  void Visit(Archive& archive) {
    archive(mode, experiment, numbers, texts, numbered_texts,
            has_new_states);  // the bytes of the model's state are separate
  }
};

class Component {
 public:
  static Result<std::unique_ptr<Component>> Make(Kind kind, std::string text, Log log);

  Mode mode() const { return mode_; }
  Kind kind() const { return kind_; }
  const fmi::Interface& shown() const { return *shown_; }
  const Experiment& experiment() const { return experiment_; }
  // After the start, or after MakeReady in Initialization mode.
  Exchange& exchange() { return *exchange_; }
  Result<Unit> MakeReady() { return Begin(); }
  const Log& log() const { return log_; }
  void SetLogging(bool on) { is_logging_ = on; }
  void SetUse(StepUse use) { use_ = std::move(use); }
  bool has_event_mode() const { return kind_ == Kind::kExchange || use_.has_event_mode; }
  void Report(Status status, const std::vector<Diagnostic>& messages);

  // ---- the life of an instance ----
  void SetExperiment(const Experiment& experiment) { experiment_ = experiment; }
  Result<Unit> EnterInitialization();
  Result<Unit> ExitInitialization();
  void Terminate();
  void Reset();

  // ---- values (component_values.cc) ----
  Result<Unit> Get(std::span<const std::uint32_t> references, Access access, double* out);
  Result<Unit> Set(std::span<const std::uint32_t> references, Access access, const double* values);
  Result<Unit> GetTexts(std::span<const std::uint32_t> references, const char** out);
  Result<Unit> SetTexts(std::span<const std::uint32_t> references, const char* const* values);

  // ---- saved states ----
  Result<SavedComponent> Save();
  Result<Unit> Restore(const SavedComponent& saved);

  // ---- events, of both interfaces ----
  void EnterEvent() { Move(Mode::kEvent); }
  Result<EventInfo> HandleEvent();

  // ---- Model Exchange ----
  void EnterContinuous() { Move(Mode::kContinuous); }
  Result<Unit> SetTime(double t);
  // True if an event follows. The set of states may be another one afterwards.
  Result<bool> CompleteStep();

  // ---- Co-Simulation ----
  struct Stepped {
    double time = 0;
    bool has_ended = false;
    bool has_event = false;  // at this time
  };
  void EnterStep() { Move(Mode::kStep); }
  Result<Stepped> Step(double from, double size);

 private:
  Component(Kind kind, std::string text, Log log)
      : kind_(kind), text_(std::move(text)), log_(std::move(log)) {}
  void Move(Mode mode) { mode_ = mode; }
  Result<Unit> Load(std::vector<semantics::Override> overrides);
  Result<std::vector<semantics::Override>> Overrides() const;
  // Finds initial values unless they are known.
  // `texts`: those of a saved state, in the order of their numbers.
  Result<Unit> Begin(std::span<const std::string> texts = {});
  Result<EventInfo> HandleExchangeEvent();
  Result<Unit> TakeSaved(const SavedComponent& saved);
  Result<bool> CanStay(const SavedComponent& saved);
  bool IsInput(std::uint32_t reference) const;
  std::vector<std::string> NumberedTexts() const;
  bool NumberTexts(std::span<const std::string> texts);
  StepUse UseOfStep();
  bool IsSetting(std::uint32_t reference) const;  // true if setting it does not require compiling again
  Result<Unit> CheckSet(std::uint32_t reference, Access access) const;
  Result<Unit> CheckGet(std::uint32_t reference, Access access) const;
  Result<double> ValueBeforeStart(std::uint32_t reference) const;
  Result<double> ReadOther(std::uint32_t reference);
  Result<std::string> ReadText(std::uint32_t reference, const std::optional<Point>& point) const;
  Engine* engine() const;

  const Kind kind_;
  const std::string text_;
  const Log log_;
  bool is_logging_ = false;
  Mode mode_ = Mode::kInstantiated;
  std::unique_ptr<fmi::FlatModel> flat_;
  std::vector<semantics::Override> compiled_;  // the overrides of flat_
  std::unique_ptr<fmi::Interface> shown_;
  Experiment experiment_;
  std::vector<Slot> slots_;  // by value reference
  SetNumbers numbers_;
  std::map<std::uint32_t, std::string> texts_;  // that were set, by value reference
  std::vector<InputValue> new_inputs_;          // scratch
  std::unique_ptr<Exchange> exchange_;          // one of the two, once initial values are known
  std::unique_ptr<Stepping> stepping_;
  bool has_new_states_ = false;  // after a completed step, until the importer has been told
  StepUse use_;
  std::vector<std::string> given_texts_;  // valid until the next call
};

}  // namespace daedalus::fmu
