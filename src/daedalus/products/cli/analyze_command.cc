#include <cstdio>
#include <nlohmann/json.hpp>

#include "daedalus/products/analyze/describe_events.h"
#include "daedalus/products/analyze/describe_index.h"
#include "daedalus/products/analyze/describe_structure.h"
#include "daedalus/products/analyze/render_analysis.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/results/structure_page.h"

namespace daedalus::cli {
namespace {

void Show(const AnalyzeArguments& arguments, const analyze::StructureExplanation& explanation,
          const Sources& sources, Diagnostics& diagnostics) {
  if (arguments.json) {
    Print("{}\n", analyze::AnalysisJson(explanation, sources).dump(1));
  } else {
    Print("{}", analyze::RenderAnalysis(explanation, sources));
  }
  if (arguments.html.empty()) return;
  auto written =
      results::WriteStructurePage(arguments.html, analyze::DescribeStructure(explanation, sources));
  if (!written) {
    diagnostics.Append(std::move(written).error());
  } else if (!arguments.json) {
    Print("\nthe page is in {}\n", arguments.html);
  }
}

}  // namespace

int RunAnalyze(const AnalyzeArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "analyze")) return kWrongCommandLine;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(arguments.model, loaded, diagnostics);
  if (system && arguments.events) {
    auto text = analyze::DescribeEvents(std::move(*system), loaded.sources);
    if (text) Print("{}", *text);
    if (!text) diagnostics.Append(std::move(text).error());
  } else if (system && arguments.numerical) {
    auto found = compile::FindNumericalIndex(std::move(*system), diagnostics);
    if (found && arguments.json) Print("{}\n", analyze::NumericalIndexJson(*found).dump(1));
    if (found && !arguments.json) Print("{}", analyze::RenderNumericalIndex(*found));
    if (!found) diagnostics.Append(std::move(found).error());
  } else if (system) {
    auto explained = analyze::ExplainStructure(std::move(*system), arguments.structure, diagnostics);
    if (!explained) {
      diagnostics.Append(std::move(explained).error());
    } else {
      Show(arguments, *explained, loaded.sources, diagnostics);
    }
  }
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
