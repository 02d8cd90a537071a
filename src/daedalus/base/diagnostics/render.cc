#include "daedalus/base/diagnostics/render.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace daedalus {
namespace {

struct Palette {
  const char* severity = "";
  const char* frame = "";
  const char* bold = "";
  const char* reset = "";
};

Palette PaletteFor(Severity severity, bool color) {
  if (!color) return {};
  const char* tint = severity == Severity::kError     ? "\033[1;31m"
                     : severity == Severity::kWarning ? "\033[1;33m"
                                                      : "\033[1;36m";
  return {tint, "\033[34m", "\033[1m", "\033[0m"};
}

std::string_view NameOf(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return {};
}

// Replaces tabs by one blank each, so that marks stand below the marked text. Replaces control characters,
// which would disturb a terminal, by question marks.
std::string Printable(std::string_view line) {
  std::string out;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    out += c == '\t' ? ' ' : (byte < 0x20 || byte == 0x7F) ? '?' : c;
  }
  return out;
}

bool StartsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

// The most characters of a line that are shown: generated models have lines of hundreds of kilobytes.
constexpr std::uint32_t kMostColumns = 120;
// The most characters that are shown before the marks.
constexpr std::uint32_t kColumnsBefore = 40;
constexpr std::string_view kCut = "...";

// The part of a line that is shown, and the position of the line's columns in it.
struct Excerpt {
  std::string text;
  std::uint32_t begin = 1, end = 1;  // columns of the line: [begin, end) are shown
  std::uint32_t shift = 0;           // what stands before them

  std::uint32_t Place(std::uint32_t column) const { return std::clamp(column, begin, end) - begin + shift; }
};

// The whole line; of a long line, the part around `column`.
Excerpt ExcerptOf(std::string_view line, std::uint32_t column) {
  const auto width = static_cast<std::uint32_t>(std::count_if(line.begin(), line.end(), StartsCharacter));
  Excerpt out;
  out.end = width + 1;
  if (width <= kMostColumns) {
    out.text = Printable(line);
    return out;
  }
  out.begin = std::min(column > kColumnsBefore ? column - kColumnsBefore : 1, width + 1 - kMostColumns);
  out.end = out.begin + kMostColumns;
  std::uint32_t at = 0;
  const auto byte_of = [&](std::uint32_t wanted, std::size_t from) {
    for (; from < line.size(); ++from) {
      if (StartsCharacter(line[from]) && ++at == wanted) break;
    }
    return from;
  };
  const std::size_t begin = byte_of(out.begin, 0), end = byte_of(out.end, begin + 1);
  if (out.begin > 1) out.text = kCut;
  out.shift = static_cast<std::uint32_t>(out.text.size());
  out.text += Printable(line.substr(begin, end - begin));
  if (out.end <= width) out.text += kCut;
  return out;
}

// The line of a label and the marks under it. A span over several lines is marked to the end of its first
// line.
void AppendMarkedLine(std::string& out, const Label& label, char mark, const Sources& sources,
                      std::size_t gutter, const Palette& palette) {
  const LineColumn from = sources.Locate(label.span.file, label.span.begin);
  const LineColumn to = sources.Locate(label.span.file, label.span.end);
  const Excerpt excerpt = ExcerptOf(sources.Line(label.span.file, from.line), from.column);
  const std::uint32_t first = excerpt.Place(from.column);
  const std::uint32_t last = excerpt.Place(to.line == from.line ? to.column : excerpt.end);
  const std::uint32_t length = std::max<std::uint32_t>(last > first ? last - first : 0, 1);
  out += fmt::format("{}{:>{}} |{} {}\n", palette.frame, from.line, gutter, palette.reset, excerpt.text);
  out += fmt::format("{}{:>{}} |{} {:{}}{}{}{}{}{}\n", palette.frame, "", gutter, palette.reset, "", first,
                     palette.severity, std::string(length, mark), label.text.empty() ? "" : " ", label.text,
                     palette.reset);
}

std::size_t GutterWidth(const Diagnostic& d, const Sources& sources) {
  std::uint32_t largest = 1;
  const auto consider = [&](const Label& label) {
    if (label.span.IsValid())
      largest = std::max(largest, sources.Locate(label.span.file, label.span.begin).line);
  };
  consider(d.primary);
  for (const Label& label : d.secondary) consider(label);
  return fmt::format("{}", largest).size();
}

void AppendPlace(std::string& out, Span span, const Sources& sources, std::string_view arrow,
                 std::size_t gutter, const Palette& palette) {
  const LineColumn at = sources.Locate(span.file, span.begin);
  out += fmt::format("{}{:>{}}{}{} {}:{}:{}\n", palette.frame, "", gutter, arrow, palette.reset,
                     sources.Name(span.file), at.line, at.column);
}

nlohmann::json PlaceJson(Span span, const Sources& sources) {
  if (!span.IsValid()) return nlohmann::json::object();
  const LineColumn from = sources.Locate(span.file, span.begin);
  const LineColumn to = sources.Locate(span.file, span.end);
  return {{"file", sources.Name(span.file)},
          {"line", from.line},
          {"column", from.column},
          {"end_line", to.line},
          {"end_column", to.column}};
}

std::string CodeText(Code code) {
  return fmt::format("D{:04}", static_cast<unsigned>(code));
}

}  // namespace

std::string RenderText(const Diagnostic& d, const Sources& sources, const RenderOptions& options) {
  const Palette palette = PaletteFor(d.severity, options.color);
  const std::size_t gutter = GutterWidth(d, sources);
  std::string out = fmt::format("{}{}", palette.severity, NameOf(d.severity));
  if (d.code != Code::kNone) out += fmt::format("[{}]", CodeText(d.code));
  out += fmt::format("{}{}: {}{}\n", palette.reset, palette.bold, d.message, palette.reset);
  if (d.primary.span.IsValid()) {
    AppendPlace(out, d.primary.span, sources, " -->", gutter, palette);
    out += fmt::format("{}{:>{}} |{}\n", palette.frame, "", gutter, palette.reset);
    AppendMarkedLine(out, d.primary, '^', sources, gutter, palette);
  }
  for (const Label& label : d.secondary) {
    if (!label.span.IsValid()) continue;
    AppendPlace(out, label.span, sources, " |  ", gutter, palette);
    AppendMarkedLine(out, label, '-', sources, gutter, palette);
  }
  for (const std::string& note : d.notes) {
    out += fmt::format("{}{:>{}} ={} {}\n", palette.frame, "", gutter, palette.reset, note);
  }
  if (!d.hint.empty()) {
    out += fmt::format("{}{:>{}} ={} hint: {}\n", palette.frame, "", gutter, palette.reset, d.hint);
  }
  return out;
}

nlohmann::json RenderJson(const Diagnostic& d, const Sources& sources) {
  nlohmann::json out = PlaceJson(d.primary.span, sources);
  out["severity"] = NameOf(d.severity);
  out["code"] = CodeText(d.code);
  out["message"] = d.message;
  if (!d.primary.text.empty()) out["label"] = d.primary.text;
  for (const Label& label : d.secondary) {
    nlohmann::json place = PlaceJson(label.span, sources);
    place["label"] = label.text;
    out["secondary"].push_back(std::move(place));
  }
  if (!d.notes.empty()) out["notes"] = d.notes;
  if (!d.hint.empty()) out["hint"] = d.hint;
  return out;
}

}  // namespace daedalus
