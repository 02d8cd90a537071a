// What a model does to the world around it at its events (system/effect.h): it prints texts, writes files, or
// draws from a hidden generator.
//
// An event is an iteration and may begin again (simulate/events.h), but an effect cannot be undone. An action
// with results is done when the iteration comes to it, and recorded. If the event begins again, the same
// action in the same place is not done twice: it returns the recorded results. An action without results
// waits until the event is over, or until an action with results follows it in the text. So all actions are
// done in the order of the text.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/native/outside.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class Effects {
 public:
  explicit Effects(const System& system) : system_(system), evaluator_(system.graph) {}

  void SetPrint(std::function<void(std::string_view line)> print) { outside_.print = std::move(print); }

  // A new event begins; or the same event begins again.
  void BeginEvent();
  void BeginAgain();
  // Carries out an effect with the values of the point. False if it failed.
  bool CarryOut(std::size_t effect, const expr::Point& point, std::span<double> results);
  // Carries out the actions that have waited. False if one failed.
  bool EndEvent();

  // Explains the failure.
  Diagnostic Explain(double t) const;

 private:
  struct Action {
    std::size_t effect = 0;
    native::NativeCall call;
  };

  native::NativeCall FillIn(const Effect& effect, const expr::Point& point);
  bool DoWaiting(std::size_t end);
  bool Do(Action& action);

  const System& system_;
  expr::Evaluator evaluator_;
  native::Outside outside_;
  std::vector<Action> actions_;  // of the event, in order
  std::size_t next_ = 0;         // the next of these actions
  std::size_t num_done_ = 0;     // so many of them, from the first on, are done
  std::size_t failed_ = 0;       // the effect that failed
  std::string why_;
};

}  // namespace daedalus::simulate
