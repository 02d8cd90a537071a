// The commands: each takes its arguments, prints, and returns an exit code.
#pragma once

#include "daedalus/products/cli/arguments.h"

namespace daedalus::cli {

int RunSimulate(const SimulateArguments& arguments, DiagnosticsFormat format);
int RunProfile(const ProfileArguments& arguments, DiagnosticsFormat format);
int RunSweep(const SweepArguments& arguments, DiagnosticsFormat format);
int RunAnalyze(const AnalyzeArguments& arguments, DiagnosticsFormat format);
int RunCheck(const CheckArguments& arguments, DiagnosticsFormat format);
int RunDescribe(const DescribeArguments& arguments, DiagnosticsFormat format);
int RunLinearize(const LinearizeArguments& arguments, DiagnosticsFormat format);
int RunFlatten(const FlattenArguments& arguments, DiagnosticsFormat format);
int RunParse(const ParseArguments& arguments, DiagnosticsFormat format);
int RunList(const ListArguments& arguments, DiagnosticsFormat format);
int RunCompare(const CompareArguments& arguments, DiagnosticsFormat format);
int RunExport(const ExportArguments& arguments, DiagnosticsFormat format);
int RunDraw(const DrawArguments& arguments, DiagnosticsFormat format);
int RunLsp(const LspArguments& arguments, DiagnosticsFormat format);
int RunServe(const ServeArguments& arguments, DiagnosticsFormat format);
int RunImport(const ImportArguments& arguments, DiagnosticsFormat format);
int RunMethods(const MethodsArguments& arguments, DiagnosticsFormat format);

}  // namespace daedalus::cli
