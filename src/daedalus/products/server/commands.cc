#include "daedalus/products/server/commands.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace daedalus::server {
namespace {

// A run may not write more points: nobody could look at them, and the disk is finite.
constexpr double kMostIntervals = 1e6;
constexpr std::size_t kMostSettings = 1000;

void AddTools(std::vector<std::string>& command, const Tools& tools, const Folders& folders) {
  for (const std::string& folder : folders.writable()) command.push_back("--library=" + folder);
  for (const std::string& library : tools.libraries) command.push_back("--library=" + library);
}

// The arguments for {file?, model}, or what is wrong with them.
std::optional<std::string> AddModel(std::vector<std::string>& command, const Json& question,
                                    const Tools& tools, const Folders& folders) {
  if (!question.is_object() || !question.contains("model") || !question["model"].is_string())
    return "a question about a model names the model";
  const std::string model = question["model"].get<std::string>();
  if (model.empty()) return "the name of the model is empty";
  if (question.contains("file") && question["file"].is_string() && question["file"] != "") {
    const auto file = folders.Readable(question["file"].get<std::string>());
    if (!file || !file->ends_with(".mo"))
      return fmt::format("`{}` is not a model in an opened folder", question["file"].get<std::string>());
    command.push_back(*file);
  }
  command.push_back("--model=" + model);
  AddTools(command, tools, folders);
  if (tools.allow_external) command.emplace_back("--allow-external");
  return std::nullopt;
}

std::optional<std::string> AddNumber(std::vector<std::string>& command, const Json& question,
                                     const char* name) {
  if (!question.contains(name) || question[name].is_null()) return std::nullopt;
  const Json& value = question[name];
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    return fmt::format("`{}` is not a number", name);
  command.push_back(fmt::format("--{}={}", name, value.get<double>()));
  return std::nullopt;
}

std::string SettingText(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<std::string> AddSettings(std::vector<std::string>& command, const Json& question) {
  if (!question.contains("settings")) return std::nullopt;
  const Json& settings = question["settings"];
  if (!settings.is_array() || settings.size() > kMostSettings) return "`settings` is not a short list";
  for (const Json& setting : settings) {
    const bool is_pair = setting.is_array() && setting.size() == 2 && setting[0].is_string() &&
                         (setting[1].is_primitive() && !setting[1].is_null());
    if (!is_pair) return "a setting is a name and a value";
    command.push_back(fmt::format("--set={}={}", setting[0].get<std::string>(), SettingText(setting[1])));
  }
  return std::nullopt;
}

}  // namespace

Command DescribeCommand(const Json& question, const Tools& tools, const Folders& folders) {
  std::vector<std::string> command = {tools.program, "--diagnostics=json", "describe"};
  if (auto wrong = AddModel(command, question, tools, folders)) return Failure{*wrong};
  command.emplace_back("--json");
  return command;
}

Command SimulateCommand(const Json& question, const Tools& tools, const Folders& folders) {
  std::vector<std::string> command = {tools.program, "--diagnostics=json", "simulate"};
  if (auto wrong = AddModel(command, question, tools, folders)) return Failure{*wrong};
  if (auto wrong = AddSettings(command, question)) return Failure{*wrong};
  for (const char* name : {"start", "stop", "tolerance"}) {
    if (auto wrong = AddNumber(command, question, name)) return Failure{*wrong};
  }
  if (question.contains("intervals") && !question["intervals"].is_null()) {
    const Json& count = question["intervals"];
    const bool is_count = count.is_number_integer() && count >= 1 && count <= kMostIntervals;
    if (!is_count) return Failure{std::string("the number of intervals is an integer from 1 to 1000000")};
    command.push_back(fmt::format("--intervals={}", count.get<std::int64_t>()));
  }
  if (question.contains("method") && question["method"].is_string() && question["method"] != "")
    command.push_back("--method=" + question["method"].get<std::string>());
  command.push_back(fmt::format("--output={}", kResultFile));
  command.push_back(fmt::format("--page={}", kPageFile));
  return command;
}

std::vector<std::string> LanguageCommand(const Tools& tools) {
  std::vector<std::string> command = {tools.program, "lsp"};
  for (const std::string& library : tools.libraries) command.push_back("--library=" + library);
  return command;
}

}  // namespace daedalus::server
