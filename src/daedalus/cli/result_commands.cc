// compare and methods.
#include <fmt/format.h>

#include <cstdio>

#include "daedalus/cli/commands.h"
#include "daedalus/cli/exit_codes.h"
#include "daedalus/cli/report.h"
#include "daedalus/integrate/suite/methods.h"
#include "daedalus/results/compare.h"
#include "daedalus/results/reader.h"

namespace daedalus::cli {

int RunCompare(const CompareArguments& arguments, DiagnosticsFormat format) {
  if (!(arguments.tolerance > 0)) {
    fmt::print(stderr, "error: the tolerance must be positive, and {} is not\n", arguments.tolerance);
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
  fmt::print("{}", results::RenderComparison(comparison));
  return comparison.matches ? kDone : kModelWrong;
}

int RunMethods(const MethodsArguments&, DiagnosticsFormat) {
  fmt::print("{:<15} {:<22} {:<6} {:<9} {:<9} {}\n", "method", "family", "order", "step", "", "");
  for (const integrate::MethodInfo& m : integrate::Methods()) {
    const std::string order = m.max_order == 0             ? "-"
                              : m.min_order == m.max_order ? fmt::format("{}", m.max_order)
                                                           : fmt::format("{}-{}", m.min_order, m.max_order);
    fmt::print("{:<15} {:<22} {:<6} {:<9} {:<9} {}\n", m.name, m.family, order,
               m.variable_step ? "variable" : "fixed", m.available ? "" : "(planned)", m.description);
  }
  return kDone;
}

}  // namespace daedalus::cli
