// describe: the variables of a model, its states, inputs, outputs, units and events.
#include <nlohmann/json.hpp>

#include "daedalus/model/description_json.h"
#include "daedalus/model/description_text.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/add_fmu.h"
#include "daedalus/products/driver/describe_model.h"
#include "daedalus/products/imported/described_fmu.h"

namespace daedalus::cli {
namespace {

void Show(const model::ModelDescription& description, const Sources& sources, bool as_json) {
  if (!as_json) return Print("{}", model::DescriptionText(description, sources));
  const nlohmann::ordered_json json = model::DescriptionJson(description, sources);
  Print("{}\n", json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// What the file says; nothing of it is run.
int DescribeFmu(const DescribeArguments& arguments, DiagnosticsFormat format) {
  const auto fmu = imported::DescribeFmu(arguments.model.files[0]);
  if (!fmu) {
    PrintDiagnostics(fmu.error(), {}, format);
    return kModelWrong;
  }
  if (!arguments.json) Print("{}\n", imported::SummaryOf(*fmu));
  Show(imported::DescriptionOf(*fmu), {}, arguments.json);
  return kDone;
}

}  // namespace

int RunDescribe(const DescribeArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "describe")) return kWrongCommandLine;
  const driver::ModelOptions& model = arguments.model;
  if (model.files.size() == 1 && model.model.empty() && driver::IsFmu(model.files[0]))
    return DescribeFmu(arguments, format);
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto description = driver::DescribeModel(arguments.model, loaded, diagnostics);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (description) Show(*description, loaded.sources, arguments.json);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
