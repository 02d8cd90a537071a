#include "daedalus/products/driver/profile_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/results/statistics.h"
#include "daedalus/system/print_system.h"

namespace daedalus::driver {
namespace {

using run::RunProfile;

constexpr std::size_t kMostNames = 3;  // of a block, in a table

// Leaves out what follows the first few.
std::string Few(std::span<const std::string> names) {
  std::string out = fmt::format("{}", fmt::join(names.first(std::min(names.size(), kMostNames)), ", "));
  if (names.size() > kMostNames) out += fmt::format(", ... ({})", names.size());
  return out;
}

std::vector<std::string> PlaceTexts(std::span<const Span> spans, const Sources& sources) {
  std::vector<std::string> out;
  for (const Span& span : spans) {
    std::string place = PlaceText(sources, span);
    if (!place.empty() && std::ranges::find(out, place) == out.end()) out.push_back(std::move(place));
  }
  return out;
}

// The first line of a text, without space around it.
std::string FirstLine(const Sources& sources, Span span) {
  constexpr std::size_t kLongest = 60;
  if (!span.IsValid()) return {};
  std::string_view text = sources.Text(span);
  text = text.substr(0, text.find('\n'));
  return text.size() <= kLongest ? std::string(text) : fmt::format("{}...", text.substr(0, kLongest));
}

// Lines of text: equations that stand in one line of the text are one row.
struct LineRow {
  std::string place, text;
  double seconds = 0;
};

std::vector<LineRow> RowsOfLines(const RunProfile& profile, const Sources& sources) {
  std::vector<LineRow> out;
  for (const RunProfile::Line& line : profile.lines) {
    const std::string place = PlaceText(sources, line.span);
    if (place.empty()) continue;
    const auto known = std::ranges::find(out, place, &LineRow::place);
    if (known != out.end()) {
      known->seconds += line.seconds;
    } else {
      out.push_back({place, FirstLine(sources, line.span), line.seconds});
    }
  }
  std::ranges::stable_sort(out, std::greater{}, &LineRow::seconds);
  return out;
}

class Table {
 public:
  Table(std::string& out, double whole, std::size_t most) : out_(out), whole_(whole), most_(most) {}

  void Begin(std::string_view title, std::string_view columns) {
    out_ += fmt::format("\n{:9} {:>7}  {}{}\n", "seconds", "share", title,
                        columns.empty() ? "" : fmt::format(" ({})", columns));
    rows_ = 0;
  }
  void Row(double seconds, const std::string& text) {
    if (rows_++ < most_)
      out_ += fmt::format("{:9.4f} {:6.1f}%  {}\n", seconds, whole_ > 0 ? 100 * seconds / whole_ : 0.0, text);
  }
  void End() {
    if (rows_ > most_) out_ += fmt::format("{:18} and {} more\n", "", rows_ - most_);
  }

 private:
  std::string& out_;
  double whole_;
  std::size_t most_, rows_ = 0;
};

std::array<std::pair<const char*, double>, 6> StageRows(const results::StageSeconds& s) {
  return {{{"parse", s.parse},
           {"flatten", s.flatten},
           {"structure", s.structure},
           {"codegen", s.codegen},
           {"initialize", s.initialize},
           {"integrate", s.integrate}}};
}

std::string InParentheses(const std::string& text) {
  return text.empty() ? text : fmt::format(" ({})", text);
}

void AddBlocks(const RunProfile& profile, const Sources& sources, Table& table) {
  table.Begin("blocks", "kind, unknowns, work, lines");
  for (const RunProfile::Block& b : profile.blocks) {
    const std::string work =
        b.iterated == 0 ? fmt::format("computed {} times", b.solved)
                        : fmt::format("solved {} times with {} iterations in {} unknowns, factored {} times",
                                      b.solved, b.iterations, b.iterated, b.factorizations);
    table.Row(b.seconds, fmt::format("{} of {}: {}{}", b.kind, Few(b.unknowns), work,
                                     InParentheses(Few(PlaceTexts(b.equations, sources)))));
  }
  table.End();
}

void AddFunctions(const RunProfile& profile, const Sources& sources, Table& table) {
  table.Begin("functions", "without the functions that they call");
  for (const RunProfile::CalledFunction& f : profile.functions) {
    table.Row(f.own, fmt::format("{}: called {} times, {:.4f} s with what it calls{}", f.name, f.calls,
                                 f.total, InParentheses(PlaceText(sources, f.span))));
  }
  table.End();
}

void AddEvents(const RunProfile& profile, const Sources& sources, Table& table) {
  table.Begin("events", "relation or sample");
  for (const RunProfile::EventCause& e : profile.events) {
    table.Row(e.seconds,
              fmt::format("{}: {} times{}", e.text, e.count, InParentheses(PlaceText(sources, e.span))));
  }
  table.End();
}

}  // namespace

std::string ProfileText(const run::RunReport& report, const Sources& sources, std::size_t most) {
  const results::RunStatistics& s = report.statistics;
  std::string out = fmt::format(
      "{}: {} equations, {} states, method {}, form {}, to time = {:g}, {:.3g} s\n"
      "{} steps ({} rejected), {} evaluations, {} Jacobians, {} factorizations, {} Newton iterations, {} "
      "events\n",
      s.model, s.equations, s.states, s.method, s.form, s.final_time, s.seconds.total, s.steps,
      s.rejected_steps, s.residual_evaluations, s.jacobian_evaluations, s.factorizations, s.newton_iterations,
      s.events);
  Table stages(out, s.seconds.total, most);
  stages.Begin("stages", "");
  for (const auto& [name, seconds] : StageRows(s.seconds)) stages.Row(seconds, name);
  if (!report.profile) return out;
  const RunProfile& profile = *report.profile;
  Table table(out, s.seconds.integrate, most);
  table.Begin("integration", "share of it, here and below");
  for (const RunProfile::Part& part : profile.parts)
    table.Row(part.seconds, fmt::format("{}: {} times", part.name, part.count));
  const std::vector<LineRow> lines = RowsOfLines(profile, sources);
  if (!lines.empty()) table.Begin("lines", "estimated: the time of a block is divided by operations");
  for (const LineRow& line : lines)
    table.Row(line.seconds, line.text.empty() ? line.place : fmt::format("{}  {}", line.place, line.text));
  table.End();
  if (!profile.blocks.empty()) AddBlocks(profile, sources, table);
  if (!profile.functions.empty()) AddFunctions(profile, sources, table);
  if (!profile.events.empty()) AddEvents(profile, sources, table);
  return out;
}

nlohmann::ordered_json ProfileJson(const run::RunReport& report, const Sources& sources) {
  using nlohmann::ordered_json;
  ordered_json out = {{"statistics", results::ToJson(report.statistics)}};
  if (!report.profile) return out;
  const RunProfile& profile = *report.profile;
  for (const char* table : {"integration", "lines", "blocks", "functions", "events"})
    out[table] = ordered_json::array();
  for (const RunProfile::Part& part : profile.parts)
    out["integration"].push_back({{"part", part.name}, {"count", part.count}, {"seconds", part.seconds}});
  for (const LineRow& line : RowsOfLines(profile, sources))
    out["lines"].push_back({{"place", line.place}, {"text", line.text}, {"seconds", line.seconds}});
  for (const RunProfile::Block& b : profile.blocks) {
    out["blocks"].push_back({{"kind", b.kind},
                             {"unknowns", b.unknowns},
                             {"iterated", b.iterated},
                             {"solved", b.solved},
                             {"iterations", b.iterations},
                             {"factorizations", b.factorizations},
                             {"seconds", b.seconds},
                             {"places", PlaceTexts(b.equations, sources)}});
  }
  for (const RunProfile::CalledFunction& f : profile.functions) {
    out["functions"].push_back({{"function", f.name},
                                {"place", PlaceText(sources, f.span)},
                                {"calls", f.calls},
                                {"own_seconds", f.own},
                                {"total_seconds", f.total}});
  }
  for (const RunProfile::EventCause& e : profile.events) {
    out["events"].push_back({{"cause", e.text},
                             {"place", PlaceText(sources, e.span)},
                             {"count", e.count},
                             {"seconds", e.seconds}});
  }
  return out;
}

}  // namespace daedalus::driver
