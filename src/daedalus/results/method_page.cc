#include "daedalus/results/method_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/escape_markup.h"
#include "daedalus/results/embedded_pages.h"
#include "daedalus/results/fill_page.h"
#include "daedalus/results/output_file.h"

namespace daedalus::results {
namespace {

std::string RenderFacts(const std::vector<PageFact>& facts) {
  std::string out;
  for (const PageFact& fact : facts) {
    out += fmt::format("<div><dt>{}</dt><dd class=\"value\">{}</dd><dd class=\"note\">{}</dd></div>\n",
                       EscapeMarkup(fact.name), EscapeMarkup(fact.value), EscapeMarkup(fact.note));
  }
  return out;
}

std::string RenderRow(const std::vector<std::string>& cells, std::string_view tag, std::string_view mark) {
  std::string out = fmt::format("<tr{}>", mark);
  for (const std::string& cell : cells) out += fmt::format("<{0}>{1}</{0}>", tag, EscapeMarkup(cell));
  return out + "</tr>\n";
}

std::string RenderTable(const PageTable& table) {
  std::string out = fmt::format(
      "<article class=\"card\"><h2>{}</h2><p class=\"about\">{}</p><div class=\"frame\"><table>\n",
      EscapeMarkup(table.title), EscapeMarkup(table.about));
  if (!table.head.empty()) out += "<thead>" + RenderRow(table.head, "th", "") + "</thead>";
  out += "<tbody>";
  const std::size_t last = table.rows.size() - static_cast<std::size_t>(table.num_last_rows);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    out += RenderRow(table.rows[i], "td", table.num_last_rows > 0 && i == last ? " class=\"below\"" : "");
  return out + "</tbody></table></div></article>\n";
}

std::string RenderList(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += "<li>" + EscapeMarkup(item) + "</li>\n";
  return out;
}

std::string RenderChoice(const std::string& name, std::size_t number, int hue, bool dashed) {
  return fmt::format(
      "<label style=\"--hue:{}\"><input type=\"radio\" name=\"view\" "
      "value=\"{}\"{}><span>{}{}</span></label>\n",
      hue, number, number == 0 ? " checked" : "",
      number == 0 ? "" : fmt::format("<i class=\"{}\"></i>", dashed ? "key dashed" : "key"),
      EscapeMarkup(name));
}

// One view needs no choice.
std::string RenderChoices(const std::vector<PageView>& views) {
  if (views.size() < 2) return "";
  std::string out = RenderChoice("All", 0, 0, false);
  for (std::size_t i = 0; i < views.size(); ++i)
    out += RenderChoice(views[i].name, i + 1, views[i].hue, views[i].dashed);
  return out;
}

std::string RenderDomains(const MethodPage& page) {
  std::string out = "<div class=\"view\" data-view=\"0\">" + RenderSvg(page.all_domains) + "</div>\n";
  if (page.views.size() < 2) return out;
  for (std::size_t i = 0; i < page.views.size(); ++i)
    out += fmt::format("<div class=\"view\" data-view=\"{}\" hidden>{}</div>\n", i + 1,
                       RenderSvg(page.views[i].domain));
  return out;
}

std::string RenderFigures(const std::vector<PageFigure>& figures) {
  std::string out;
  for (const PageFigure& figure : figures) {
    out += fmt::format("<article class=\"card\"><h2>{}</h2><p class=\"about\">{}</p>{}</article>\n",
                       EscapeMarkup(figure.title), EscapeMarkup(figure.about), RenderSvg(figure.chart));
  }
  return out;
}

// Columns as wide as their widest cell, two blanks apart.
std::string RenderColumns(const PageTable& table) {
  std::vector<std::size_t> widths;
  const auto widen = [&](const std::vector<std::string>& row) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  };
  const auto print = [&](const std::vector<std::string>& row) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i == 0 ? fmt::format(" {:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  widen(table.head);
  for (const std::vector<std::string>& row : table.rows) widen(row);
  std::size_t width = 0;
  for (const std::size_t column : widths) width += column + 2;
  std::string out = table.head.empty() ? "" : print(table.head);
  const std::size_t last = table.rows.size() - static_cast<std::size_t>(table.num_last_rows);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.num_last_rows > 0 && i == last) out += "  " + std::string(width - 2, '-') + "\n";
    out += print(table.rows[i]);
  }
  return out;
}

}  // namespace

std::string RenderMethodText(const MethodPage& page) {
  std::string out = fmt::format("{}: {}\n", page.title, page.subtitle);
  for (const PageTable& table : page.tables)
    out += fmt::format("\n{}\n{}", table.title, RenderColumns(table));
  if (!page.notes.empty()) out += '\n';
  for (const std::string& note : page.notes) out += note + "\n";
  if (!page.references.empty()) out += '\n';
  for (const std::string& reference : page.references) out += reference + "\n";
  return out;
}

std::string RenderMethodPage(const MethodPage& page) {
  std::string tables;
  for (const PageTable& table : page.tables) tables += RenderTable(table);
  const std::string title = EscapeMarkup(page.title), subtitle = EscapeMarkup(page.subtitle);
  const std::string about = EscapeMarkup(page.domain_about), facts = RenderFacts(page.facts);
  const std::string choices = RenderChoices(page.views), domains = RenderDomains(page);
  const std::string figures = RenderFigures(page.figures), notes = RenderList(page.notes);
  const std::string references = RenderList(page.references);
  return FillPage(kMethodPage, {{"title", title},
                                {"subtitle", subtitle},
                                {"style", kMethodStyle},
                                {"script", kMethodScript},
                                {"facts", facts},
                                {"about", about},
                                {"choices", choices},
                                {"domains", domains},
                                {"figures", figures},
                                {"tables", tables},
                                {"notes", notes},
                                {"references", references}});
}

Result<Unit> WriteMethodPage(const std::string& path, const MethodPage& page) {
  return WriteWholeFile(path, RenderMethodPage(page));
}

}  // namespace daedalus::results
