// draw: the icon or diagram of a class as SVG.
#include <cstdio>

#include "daedalus/base/stopwatch.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/draw_model.h"
#include "daedalus/results/output_file.h"

namespace daedalus::cli {
namespace {

void DrawAll(const driver::DrawModelOptions& options, driver::SourceFiles& loaded, Diagnostics& diagnostics) {
  const Stopwatch watch;
  const auto drawn = driver::DrawPackage(options, loaded, diagnostics);
  if (!drawn) return;
  Print("{} classes: {} icons and {} diagrams in {}, {:.1f} s\n", drawn->num_classes, drawn->num_icons,
        drawn->num_diagrams, options.svg, watch.Total());
}

void DrawOne(const driver::DrawModelOptions& options, driver::SourceFiles& loaded, Diagnostics& diagnostics) {
  const auto drawn = driver::DrawModel(options, loaded, diagnostics);
  if (!drawn) return;
  if (options.svg == "-") return Write(stdout, drawn->svg);
  const std::string file = options.svg.empty() ? drawn->class_name + ".svg" : options.svg;
  auto written = results::WriteWholeFile(file, drawn->svg);
  if (!written) return diagnostics.Append(std::move(written.error()));
  Print("{}: {}\n", drawn->class_name, file);
}

}  // namespace

int RunDraw(const DrawArguments& arguments, DiagnosticsFormat format) {
  driver::DrawModelOptions options = arguments.options;
  if (arguments.icon) options.view = drawing::View::kIcon;
  if (arguments.diagram) options.view = drawing::View::kDiagram;
  if (options.subjects.empty() && options.model.empty()) {
    PrintError("error: draw needs the name of a class, or a FILE\n");
    return kWrongCommandLine;
  }
  if (options.all && (options.svg.empty() || options.svg == "-" || !options.component.empty())) {
    PrintError("error: draw --all needs --svg FOLDER, and no --component\n");
    return kWrongCommandLine;
  }
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  if (options.all) {
    DrawAll(options, loaded, diagnostics);
  } else {
    DrawOne(options, loaded, diagnostics);
  }
  std::fflush(stdout);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
