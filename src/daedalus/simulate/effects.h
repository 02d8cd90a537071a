// What a model does to the world around it at its events (system/effect.h): texts, files, draws from a hidden
// generator.
//
// An event is an iteration, and may begin again (simulate/events.h); what was done stays done. So what has
// results is done when the iteration comes to it, and written down: where the event begins again, the same
// action in the same place is not done twice, but has the results that it had. What has none waits until the
// event is over, or until something with results comes behind it in the text, so that all is done in the
// order of the text.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/native/outside.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class Effects {
 public:
  explicit Effects(const System& system) : system_(system), evaluator_(system.graph) {}

  void SetPrint(std::function<void(std::string_view line)> print) { outside_.print = std::move(print); }

  // A new event, or the same once more.
  void BeginEvent();
  void BeginAgain();
  // With the values of the point; false where it failed.
  bool CarryOut(std::size_t effect, const expr::Point& point, std::span<double> results);
  // What has waited. False where something failed.
  bool EndEvent();

  // After a failure.
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
  std::size_t next_ = 0;         // among them
  std::size_t num_done_ = 0;     // from the first on
  std::size_t failed_ = 0;       // the effect
  std::string why_;
};

}  // namespace daedalus::simulate
