// A guest as a function without memory, which the solvers need: they evaluate an event more than once, repeat
// a start, and go back.
//
// A phase is what lies between two events, or after a communication step. Its number stands for how it came
// about: from which phase, at which point, with which inputs. Nothing happens when a number is made. The
// guest goes through the event when a value of the phase is asked for. So events that the solver only tries
// have no effect.
//
//   number = Begin(t, inputs)             the start
//   number = Event(phase, point)          an event at the end of a phase, or
//   number = Step(phase, point, size)     a communication step
//   Value(phase, point, place)            a number at a point of the phase
//   EndStep(phase, point)                 a step of the integrator has ended there
//
// The number 0 is that of no phase. Solvers ask with it before there is a start. An FMU of implicit equations
// has values before the start, too: those of its only phase.
//
// To return to an earlier phase, the guest gets back a state that it saved. A guest that cannot save is
// started again, and repeats its events.
//
// A guest may remember the steps that have ended. So its state is saved again before it leaves a phase. A run
// that begins a phase anew asks for a value before the last step: then the guest returns to the begin of the
// phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

// Where a guest is asked: the time, and the states and inputs that are given. Places are those in
// GuestFacts::variables.
struct GuestPoint {
  double time = 0;
  std::vector<std::size_t> places;
  std::vector<double> values;

  friend bool operator==(const GuestPoint&, const GuestPoint&) = default;
};

class Phases {
 public:
  explicit Phases(GuestFacts facts) : facts_(std::move(facts)), phases_(1) {}
  ~Phases();
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;

  // Loads the binary; needed once, before anything else.
  Failed Load();

  std::size_t Begin(const GuestPoint& point);
  // The only phase of an FMU without events. It begins where it is first asked for.
  std::size_t Only(double t);
  std::size_t Event(std::size_t phase, const GuestPoint& point);
  std::size_t Step(std::size_t phase, const GuestPoint& point, double size);

  // Without a point, a state has its value at the begin of the phase.
  Failed Value(std::size_t phase, const GuestPoint* point, std::size_t place, double& out);
  // The derivative of a value at a point of the phase: along a direction, which has a number for each value
  // of the point, and along time (phases_tangent.cc).
  struct Direction {
    double time = 0;
    std::vector<double> values;
  };
  Failed Tangent(std::size_t phase, const GuestPoint& point, const Direction& along, std::size_t place,
                 double& out);
  // True if the guest wants an event there: the phase then ends at that time.
  Failed EndStep(std::size_t phase, const GuestPoint& point, bool& wants_event);
  // What the guest said at the begin of the phase, and at the ends of steps.
  Failed Facts(std::size_t phase, EventFacts& out);

  const GuestFacts& facts() const { return facts_; }
  bool IsPhase(std::size_t number) const;

 private:
  enum class Kind : std::uint8_t { kBegin, kEvent, kStep };
  // The steps that have ended in a phase.
  struct Steps {
    std::optional<double> last = {}, before_last = {};  // their ends
    std::optional<double> ends_at = {};                 // the guest wants an event there
    bool terminates = false;
    void* saved = nullptr;  // after the last one, when the guest left the phase
  };
  struct Phase {
    Kind kind = Kind::kBegin;
    std::size_t from = 0;
    GuestPoint point;
    double size = 0;
    // After it was gone through:
    bool is_known = false;
    EventFacts facts{kNever};
    std::vector<double> states;
    void* saved = nullptr;
    Steps steps;
  };

  std::size_t Number(Phase phase);
  Failed Reach(std::size_t number);
  Failed GoThrough(std::size_t number);
  Failed Pass(Phase& phase);
  Failed ValueAt(const GuestPoint& point, std::size_t place, double& out);
  Failed Read(std::size_t place, bool is_at_point, double& out);
  Failed DifferenceAlong(const GuestPoint& point, const Direction& along, std::size_t place, double& out);
  Failed SetPoint(const GuestPoint& point, bool with_discrete);
  Failed TrySetPoint(const GuestPoint& point, bool with_discrete);
  Failed Keep(std::size_t number);
  Failed KeepSteps(Phase& phase);
  Failed EndLastStep(Phase& from, const GuestPoint& point);
  Failed GoTo(std::size_t number, double time);
  void BeginAgain(std::size_t number);
  void Drop(Phase& phase);
  void DropAll();
  void Forget();
  bool IsDiscrete(std::size_t place) const;

  const GuestFacts facts_;
  mutable std::mutex mutex_;
  std::unique_ptr<Guest> guest_;
  std::vector<Phase> phases_;
  std::optional<std::size_t> present_;  // where the guest is
  std::optional<std::size_t> only_;     // the phase of an FMU without events
  std::deque<std::size_t> saved_;       // phases whose states are kept, the oldest first
  // What the guest was given last: what is as before is not set again.
  std::optional<double> time_;
  std::vector<std::optional<double>> given_;  // by place: inputs
  std::vector<double> states_, derivatives_, indicators_;
  bool has_states_ = false;  // states_ are those of the guest
  bool has_derivatives_ = false, has_indicators_ = false;
};

}  // namespace daedalus::guest
