#include "daedalus/products/driver/sweep_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "daedalus/base/read_file.h"
#include "daedalus/results/output_file.h"

namespace daedalus::driver {
namespace {

using nlohmann::ordered_json;

// JSON has no infinities. A value that is not finite is written as null and read as NaN.
FinishedRun ReadRun(const ordered_json& line) {
  const auto number = [](const ordered_json& value) {
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  FinishedRun out{.run = line.at("run").get<std::size_t>(),
                  .status = line.at("status").get<std::string>(),
                  .message = line.at("message").get<std::string>(),
                  .final_time = number(line.at("final_time")),
                  .steps = line.at("steps").get<std::int64_t>(),
                  .final_values = {}};
  for (const auto& [name, value] : line.at("final_values").items())
    out.final_values.emplace_back(name, number(value));
  return out;
}

std::string LineOf(const FinishedRun& run) {
  ordered_json values = ordered_json::object();
  for (const auto& [name, value] : run.final_values) values[name] = value;
  return ordered_json{{"run", run.run},         {"status", run.status},
                      {"message", run.message}, {"final_time", run.final_time},
                      {"steps", run.steps},     {"final_values", std::move(values)}}
      .dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// The complete lines. A process that was killed may have left a part of one.
std::vector<std::string> LinesIn(const std::string& text) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

Diagnostic CannotWrite(const std::string& path) {
  return Error(Code::kCannotWriteFile, {}, "cannot write `{}`", path);
}

std::string Quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

std::string NumberText(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string("nan");
}

}  // namespace

Result<SweepLog> SweepLog::Open(const std::string& path, const std::string& identity) {
  SweepLog out;
  out.path_ = path;
  std::vector<std::string> lines;
  if (std::filesystem::exists(path)) {
    auto text = ReadFile(path);
    if (!text) return Fail(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", path, text.error()));
    lines = LinesIn(*text);
  }
  const std::string first =
      ordered_json{{"sweep", identity}}.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  if (!lines.empty() && lines.front() != first)
    return Fail(Error(Code::kBadOption, {}, "`{}` has the runs of another sweep",
                      std::filesystem::path(path).parent_path().string())
                    .Hint("choose another directory by --output, or remove this one"));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto line = ordered_json::parse(lines[i], nullptr, false);
    if (!line.is_discarded() && line.is_object() && line.contains("final_values"))
      out.found_.push_back(ReadRun(line));
  }
  // Rewritten as a whole, without the incomplete line.
  std::string kept = first + "\n";
  for (const FinishedRun& run : out.found_) kept += LineOf(run) + "\n";
  if (auto written = results::WriteWholeFile(path, kept); !written)
    return Failure{std::move(written).error()};
  out.file_.reset(std::fopen(path.c_str(), "ab"));
  if (!out.file_) return Fail(CannotWrite(path));
  return out;
}

Result<Unit> SweepLog::Add(const FinishedRun& run) {
  const std::string text = LineOf(run) + "\n";
  const bool ok =
      std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0;
  if (!ok) return Fail(CannotWrite(path_));
  return Unit{};
}

std::string SweepTable(const std::vector<std::string>& axes,
                       const std::vector<std::vector<std::string>>& values_of_runs,
                       const std::vector<FinishedRun>& runs) {
  // Structural parameters may add variables, so the runs may have different ones.
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> places;
  for (const FinishedRun& run : runs) {
    for (const auto& [name, value] : run.final_values) {
      if (places.emplace(name, names.size()).second) names.push_back(name);
    }
  }
  std::string out = "run";
  for (const std::string& axis : axes) out += "," + Quoted(axis);
  out += ",status,final_time,steps,message";
  for (const std::string& name : names) out += "," + Quoted(name);
  out += "\n";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const FinishedRun& run = runs[i];
    out += fmt::format("{}", run.run + 1);
    for (const std::string& value : values_of_runs[i]) out += "," + Quoted(value);
    out +=
        fmt::format(",{},{},{},{}", run.status, NumberText(run.final_time), run.steps, Quoted(run.message));
    std::vector<std::string> cells(names.size());
    for (const auto& [name, value] : run.final_values) cells[places.at(name)] = NumberText(value);
    for (const std::string& cell : cells) out += "," + cell;
    out += "\n";
  }
  return out;
}

}  // namespace daedalus::driver
