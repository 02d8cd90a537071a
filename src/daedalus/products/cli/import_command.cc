// import: an FMU as a class of Modelica in a folder, with its binary beside it.
#include <filesystem>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/imported/imported_fmu.h"
#include "daedalus/results/output_file.h"

namespace daedalus::cli {
namespace {

int Refuse(const std::vector<Diagnostic>& why, DiagnosticsFormat format) {
  PrintDiagnostics(why, {}, format);
  return kModelWrong;
}

}  // namespace

int RunImport(const ImportArguments& arguments, DiagnosticsFormat format) {
  const auto fmu = imported::DescribeFmu(arguments.file);
  if (!fmu) return Refuse(fmu.error(), format);
  const std::string name = imported::WrapperName(*fmu);
  const std::string folder = arguments.output.empty() ? name : arguments.output;
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_empty(folder, ignored)) {
    PrintDiagnostics({Error(Code::kCannotWriteFile, {}, "the folder `{}` has other contents", folder)
                          .Hint("--output names another one")},
                     {}, format);
    return kWrongCommandLine;
  }
  const auto made = imported::ImportFmu(arguments.file, arguments.options, folder);
  if (!made) return Refuse(made.error(), format);
  const std::string file = folder + "/" + name + ".mo";
  if (auto written = results::WriteWholeFile(file, made->text); !written)
    return Refuse(written.error(), format);
  Print("{}: the class {}\n", file, name);
  return kDone;
}

}  // namespace daedalus::cli
