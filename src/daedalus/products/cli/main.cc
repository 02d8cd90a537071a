#include <cstdio>

#include "daedalus/products/cli/arguments.h"
#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/driver/heap.h"

namespace daedalus::cli {
namespace {

struct Runner {
  DiagnosticsFormat format;
  int operator()(const SimulateArguments& a) const { return RunSimulate(a, format); }
  int operator()(const ProfileArguments& a) const { return RunProfile(a, format); }
  int operator()(const SweepArguments& a) const { return RunSweep(a, format); }
  int operator()(const AnalyzeArguments& a) const { return RunAnalyze(a, format); }
  int operator()(const CheckArguments& a) const { return RunCheck(a, format); }
  int operator()(const DescribeArguments& a) const { return RunDescribe(a, format); }
  int operator()(const LinearizeArguments& a) const { return RunLinearize(a, format); }
  int operator()(const FlattenArguments& a) const { return RunFlatten(a, format); }
  int operator()(const ParseArguments& a) const { return RunParse(a, format); }
  int operator()(const ListArguments& a) const { return RunList(a, format); }
  int operator()(const CompareArguments& a) const { return RunCompare(a, format); }
  int operator()(const ExportArguments& a) const { return RunExport(a, format); }
  int operator()(const DrawArguments& a) const { return RunDraw(a, format); }
  int operator()(const LspArguments& a) const { return RunLsp(a, format); }
  int operator()(const ServeArguments& a) const { return RunServe(a, format); }
  int operator()(const ImportArguments& a) const { return RunImport(a, format); }
  int operator()(const MethodsArguments& a) const { return RunMethods(a, format); }
};

}  // namespace
}  // namespace daedalus::cli

int main(int argc, char** argv) {
  daedalus::driver::KeepLargeArraysApart();
  const auto arguments = daedalus::cli::ReadArguments(argc, argv);
  if (!arguments) {
    const daedalus::cli::EarlyExit& exit = arguments.error();
    daedalus::cli::Write(exit.exit_code == 0 ? stdout : stderr, exit.text);
    return daedalus::cli::FinishOutput(exit.exit_code);
  }
  return daedalus::cli::FinishOutput(
      std::visit(daedalus::cli::Runner{arguments->diagnostics}, arguments->command));
}
