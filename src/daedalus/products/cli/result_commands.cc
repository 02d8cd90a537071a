// compare and methods.
#include <fmt/format.h>

#include <cstdio>

#include "daedalus/numerics/integrate/suite/method_analysis.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/products/analyze/describe_method.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/programs/inlined/inlined_integrator.h"
#include "daedalus/programs/inlined/methods.h"
#include "daedalus/results/compare.h"
#include "daedalus/results/method_page.h"
#include "daedalus/results/reader.h"

namespace daedalus::cli {

int RunCompare(const CompareArguments& arguments, DiagnosticsFormat format) {
  if (!(arguments.tolerance > 0)) {
    PrintError("error: the tolerance must be positive, but is {}\n", arguments.tolerance);
    return kWrongCommandLine;
  }
  const Sources no_sources;
  const auto result = results::ReadResult(arguments.result);
  const auto reference = results::ReadResult(arguments.reference);
  for (const auto* read : {&result, &reference}) {
    PrintDiagnostics(read->ok() ? (*read)->warnings : read->error(), no_sources, format);
  }
  if (!result || !reference) return kModelWrong;
  const results::Comparison comparison =
      results::Compare(*result, *reference, {.tolerance = arguments.tolerance, .signals = arguments.signals});
  Print("{}", results::RenderComparison(comparison));
  return comparison.matches ? kDone : kModelWrong;
}

namespace {

void ListMethods() {
  Print("{:<15} {:<22} {:<6} {:<6} {:<9} {:<9} {}\n", "method", "family", "order", "index", "step", "", "");
  for (const integrate::MethodInfo& m : integrate::Methods()) {
    const std::string order = m.max_order == 0             ? "-"
                              : m.min_order == m.max_order ? fmt::format("{}", m.max_order)
                                                           : fmt::format("{}-{}", m.min_order, m.max_order);
    const bool is_planned = !m.available && !m.needs_equations;
    const std::string index = is_planned ? "-" : m.max_index == 0 ? "0" : fmt::format("0-{}", m.max_index);
    Print("{:<15} {:<22} {:<6} {:<6} {:<9} {:<9} {}\n", m.name, m.family, order, index,
          m.variable_step ? "variable" : "fixed", is_planned ? "(planned)" : "", m.description);
  }
  for (const inlined::Method m : inlined::Methods()) {
    if (integrate::FindMethod(NameOf(m))) continue;
    Print("{:<15} {:<22} {:<6} {:<6} {:<9} {:<9} {}\n", NameOf(m), "inlined", inlined::OrderOf(m), "0-1",
          inlined::ControlsStep(m) ? "variable" : "fixed", "", inlined::DescriptionOf(m));
  }
  Print("inlined: with --form inline only, which has {}\n", inlined::MethodNames());
  Print(
      "index: of the equations that it integrates as they stand (--index-reduction none); 0 means y' = f(t, "
      "y)\n");
}

int ExplainMethod(const MethodsArguments& arguments, const integrate::MethodInfo& method,
                  DiagnosticsFormat format) {
  const analyze::AnalyzedFormulas formulas = integrate::AnalyzeMethod(method.name);
  results::MethodPage page = analyze::DescribeMethod(method, formulas);
  Print("{}", results::RenderMethodText(page));
  if (!arguments.plot) return kDone;
  if (formulas.empty()) {
    PrintError("error: `{}` has no formula of its own to plot\n", method.name);
    return kWrongCommandLine;
  }
  analyze::DrawMethod(formulas, page);
  const std::string path = arguments.page.empty() ? fmt::format("{}.html", method.name) : arguments.page;
  if (const auto written = results::WriteMethodPage(path, page); !written) {
    std::fflush(stdout);
    PrintDiagnostics(written.error(), Sources(), format);
    return kModelWrong;
  }
  Print("\nthe page is in {}\n", path);
  return kDone;
}

}  // namespace

int RunMethods(const MethodsArguments& arguments, DiagnosticsFormat format) {
  if (arguments.name.empty()) {
    if (arguments.plot) {
      PrintError("error: --plot needs the NAME of a method before it\n");
      return kWrongCommandLine;
    }
    ListMethods();
    return kDone;
  }
  const integrate::MethodInfo* method = integrate::FindMethod(arguments.name);
  if (!method) {
    PrintError("error: there is no method `{}`; `daedalus methods` lists them\n", arguments.name);
    return kWrongCommandLine;
  }
  return ExplainMethod(arguments, *method, format);
}

}  // namespace daedalus::cli
