// The command line as data, ready for the commands. Names and defaults are a contract.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/driver/draw_model.h"
#include "daedalus/products/driver/linearize_model.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/driver/sweep_model.h"
#include "daedalus/products/fmi/residual_model.h"

namespace daedalus::cli {

struct SimulateArguments {
  driver::SimulateOptions options;
};
struct ProfileArguments {
  driver::SimulateOptions options;
  std::size_t rows = 10;  // of each table
  bool json = false;
};
struct SweepArguments {
  driver::SweepOptions options;
  bool quiet = false;
};
struct AnalyzeArguments {
  driver::ModelOptions model;
  analyze::StructureOptions structure;
  bool json = false;
  bool events = false;
  bool numerical = false;
  std::string html;  // file
};
struct CheckArguments {
  driver::ModelOptions model;
  bool all = false;
  bool initial = false;
  std::string json;  // file, with `all`
};
struct DescribeArguments {
  driver::ModelOptions model;
  bool json = false;
};
struct LinearizeArguments {
  driver::LinearizeModelOptions options;
  std::string json, mat;  // files; empty: none
  bool quiet = false;
};
struct DrawArguments {
  driver::DrawModelOptions options;
  bool icon = false, diagram = false;
};
struct FlattenArguments {
  driver::ModelOptions model;
  semantics::Stage stage = semantics::Stage::kFlat;
};
struct ParseArguments {
  std::vector<std::string> files;
  bool print = false;
};
struct ListArguments {
  std::string library;  // a name, or a file or directory; empty: lists the libraries
  std::vector<std::string> libraries;
  bool json = false;
};
struct CompareArguments {
  std::string result;
  std::string reference;
  double tolerance = 2e-3;
  std::vector<std::string> signals;
};
struct MethodsArguments {
  std::string name;  // empty: list all
  bool plot = false;
  std::string page;  // file; empty: NAME.html
};

struct LspArguments {
  std::vector<std::string> libraries;
  bool stdio = false;
};

struct ServeArguments {
  std::vector<std::string> folders;  // empty: the current one
  std::vector<std::string> libraries;
  int port = 0;  // 0: any that is free
  bool allow_external = false;
};

struct ExportArguments {
  driver::SimulateOptions options;  // the model, the method, the step and the output are used
  bool as_c = false;
  std::optional<int> fmi;  // the version of the standard
  bool exchange_only = false, stepping_only = false;
  std::optional<fmi::DaeForm> dae;  // the FMU gives its equations
  bool as_source = false;
};

struct ImportArguments {
  std::string file;
  std::string output;  // folder
  imported::ImportOptions options;
};

enum class DiagnosticsFormat { kText, kJson };

struct Arguments {
  DiagnosticsFormat diagnostics = DiagnosticsFormat::kText;
  std::variant<SimulateArguments, AnalyzeArguments, CheckArguments, DescribeArguments, LinearizeArguments,
               FlattenArguments, ParseArguments, ListArguments, CompareArguments, MethodsArguments,
               ExportArguments, ImportArguments, DrawArguments, LspArguments, SweepArguments, ServeArguments,
               ProfileArguments>
      command;
};

// What to print instead of running. Either the help or the version (exit code 0, standard output), or why the
// command line is wrong (exit code 2, standard error).
struct EarlyExit {
  int exit_code = 0;
  std::string text;
};

Expected<Arguments, EarlyExit> ReadArguments(int argc, const char* const* argv);

}  // namespace daedalus::cli
