// check: one class, or all classes of a package.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "daedalus/products/cli/commands.h"
#include "daedalus/products/cli/exit_codes.h"
#include "daedalus/products/cli/print.h"
#include "daedalus/products/cli/report.h"
#include "daedalus/products/driver/check_initial.h"
#include "daedalus/products/driver/check_model.h"

namespace daedalus::cli {
namespace {

using driver::ClassRow;

constexpr std::size_t kMaxListed = 50;  // wrong classes listed after the table; --json has them all

// "1234 of 6522 classes" on a terminal, ten times a second at most.
class Counter {
 public:
  void Show(std::size_t done, std::size_t total) {
    if (!is_terminal_) return;
    const auto now = std::chrono::steady_clock::now();
    if (done < total && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    PrintError("\r{:3} % {} of {} classes{}", 100 * done / total, done, total,
               done == total ? "\r\x1b[K" : "");
  }

 private:
  bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
  std::chrono::steady_clock::time_point last_;
};

struct Counts {
  std::size_t all = 0, wrong = 0, in_part = 0, warned = 0;
  void Add(const ClassRow& row) {
    ++all;
    wrong += !row.is_right;
    in_part += row.is_right && row.is_in_part;
    warned += row.is_right && row.num_warnings > 0;
  }
};

void PrintTable(const std::vector<ClassRow>& rows) {
  std::map<std::string, Counts> by_kind;
  Counts total;
  for (const ClassRow& row : rows) {
    by_kind[row.kind].Add(row);
    total.Add(row);
  }
  Print("{:<22} {:>7} {:>7} {:>7} {:>9} {:>9}\n", "kind", "classes", "right", "wrong", "in part", "warnings");
  const auto line = [](std::string_view kind, const Counts& c) {
    Print("{:<22} {:>7} {:>7} {:>7} {:>9} {:>9}\n", kind, c.all, c.all - c.wrong, c.wrong, c.in_part,
          c.warned);
  };
  for (const auto& [kind, counts] : by_kind) line(kind, counts);
  line("all", total);
  std::size_t listed = 0;
  for (const ClassRow& row : rows) {
    if (row.is_right) continue;
    if (++listed > kMaxListed) break;
    Print("{}{}: {}\n", listed == 1 ? "\n" : "", row.name, row.first_error);
  }
  if (total.wrong > kMaxListed) Print("... and {} more\n", total.wrong - kMaxListed);
}

// False if the file cannot be written.
bool WriteJson(const std::vector<ClassRow>& rows, const std::string& file) {
  auto classes = nlohmann::ordered_json::array();
  for (const ClassRow& row : rows) {
    auto messages = nlohmann::ordered_json::array();
    for (const std::string& message : row.messages)
      messages.push_back(nlohmann::ordered_json::parse(message));
    classes.push_back({{"name", row.name},
                       {"kind", row.kind},
                       {"result", row.is_right ? "right" : "wrong"},
                       {"in_part", row.is_in_part},
                       {"messages", std::move(messages)}});
  }
  std::ofstream out(file);
  out << nlohmann::ordered_json{{"classes", std::move(classes)}}.dump(
             1, ' ', false, nlohmann::json::error_handler_t::replace)
      << "\n";
  return out.good();
}

// `check Modelica --all`: an argument that is not a file is taken as a class name.
driver::ModelOptions WithPackage(driver::ModelOptions model) {
  if (!model.model.empty() || model.files.size() != 1) return model;
  const std::string& name = model.files[0];
  const auto is_in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  const bool is_name = std::all_of(name.begin(), name.end(), is_in_name) && !name.ends_with(".mo");
  if (!is_name || std::filesystem::exists(name)) return model;
  model.model = name;
  model.files.clear();
  return model;
}

int RunCheckAll(const CheckArguments& arguments, DiagnosticsFormat format) {
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  Counter counter;
  driver::CheckAllOptions options;
  options.model = WithPackage(arguments.model);
  options.progress = [&](std::size_t done, std::size_t total) { counter.Show(done, total); };
  const std::vector<ClassRow> rows = driver::CheckAll(options, loaded, diagnostics);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  if (diagnostics.HasErrors()) return ExitCodeFor(diagnostics);
  PrintTable(rows);
  if (!arguments.json.empty() && !WriteJson(rows, arguments.json)) {
    PrintError("error: `{}` cannot be written\n", arguments.json);
    return kModelWrong;
  }
  const bool are_right =
      std::all_of(rows.begin(), rows.end(), [](const ClassRow& row) { return row.is_right; });
  return are_right ? kDone : kModelWrong;
}

}  // namespace

int RunCheck(const CheckArguments& arguments, DiagnosticsFormat format) {
  if (!HasModel(arguments.model, "check")) return kWrongCommandLine;
  if (arguments.all) return RunCheckAll(arguments, format);
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  if (arguments.initial) {
    const auto report = driver::CheckInitial(arguments.model, loaded, diagnostics);
    PrintDiagnostics(diagnostics.items(), loaded.sources, format);
    if (report) Print("{}", *report);
    return ExitCodeFor(diagnostics);
  }
  const driver::CheckedClass checked = driver::CheckModel(arguments.model, loaded, diagnostics);
  PrintDiagnostics(diagnostics.items(), loaded.sources, format);
  Print("{}", checked.summary);
  return ExitCodeFor(diagnostics);
}

}  // namespace daedalus::cli
