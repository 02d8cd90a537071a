#include "daedalus/driver/find_start.h"

namespace daedalus::driver {

Result<Unit> FindStart(compile::GivenModel given, const simulate::RunSettings& settings,
                       simulate::FoundStart& out) {
  const auto model =
      std::make_shared<const simulate::CompiledModel>(std::move(given), settings.form, settings.method);
  auto found =
      simulate::FindStart(model, {model, &model->given()}, settings, simulate::CodeChoice::kInterpreter, out);
  if (!found) return found;
  if (!simulate::TakeStart(out, settings.grid.start)) return Fail(out.states->current().ExplainOutput());
  return Unit{};
}

}  // namespace daedalus::driver
