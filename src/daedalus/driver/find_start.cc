#include "daedalus/driver/find_start.h"

namespace daedalus::driver {

Result<Unit> FindStart(compile::GivenModel given, const simulate::RunSettings& settings, StartOfModel& out) {
  const auto model =
      std::make_shared<const simulate::CompiledModel>(std::move(given), settings.form, settings.method);
  out.states = std::make_unique<simulate::StateChanges>(
      model, std::shared_ptr<const compile::GivenModel>(model, &model->given()), settings,
      simulate::CodeChoice::kInterpreter);
  simulate::StateChanges& states = *out.states;
  if (auto found = simulate::FindStart(states, settings, out.found); !found) return found;
  if (!out.found.events && !states.TakeInitial(settings.grid.start, out.found.values))
    return Fail(states.current().ExplainOutput());
  return Unit{};
}

}  // namespace daedalus::driver
