#include "daedalus/results/structure_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/base/check.h"
#include "daedalus/base/escape_markup.h"
#include "daedalus/results/embedded_pages.h"
#include "daedalus/results/fill_page.h"
#include "daedalus/results/matrix_density.h"
#include "daedalus/results/output_file.h"

namespace daedalus::results {
namespace {

using Json = nlohmann::ordered_json;

Json LineJson(const QuotedLine& line) {
  if (line.line == 0) return nullptr;
  return {{"file", line.file}, {"line", line.line}, {"text", line.text}};
}

Json ListJson(const PageList& list) {
  Json items = Json::array();
  for (const PageItem& item : list.items)
    items.push_back({{"text", item.text}, {"meaning", item.meaning}, {"source", LineJson(item.source)}});
  return {{"title", list.title}, {"about", list.about}, {"items", std::move(items)}, {"all", list.num_all}};
}

Json EquationsJson(const std::vector<PageEquation>& equations) {
  Json out = Json::array();
  for (const PageEquation& equation : equations) {
    out.push_back({{"text", equation.text},
                   {"source", LineJson(equation.source)},
                   {"origin", equation.origin},
                   {"unknown", equation.unknown},
                   {"block", equation.block},
                   {"history", equation.history},
                   {"names", equation.names}});
  }
  return out;
}

template <class Mark>
Json MarksJson(const std::vector<Mark>& marks) {
  Json out = Json::array();
  for (const Mark mark : marks) out.push_back(static_cast<int>(mark));
  return out;
}

Json DensityJson(const PageMatrix& matrix, std::size_t max_bins) {
  const MatrixDensity density =
      DensityOf(matrix.row_starts, matrix.columns, matrix.column_names.size(), max_bins);
  Json cells = Json::array();
  for (const MatrixDensity::Cell& cell : density.cells) {
    for (const std::uint32_t number : {cell.row, cell.column, cell.count}) cells.push_back(number);
  }
  return {{"row_bins", density.row_bins}, {"column_bins", density.column_bins}, {"cells", std::move(cells)}};
}

Json MatrixJson(const PageMatrix& matrix, const StructurePageOptions& options) {
  DAEDALUS_CHECK(matrix.row_marks.size() == matrix.num_rows() &&
                     matrix.column_marks.size() == matrix.column_names.size() &&
                     matrix.entry_marks.size() == matrix.columns.size(),
                 "a matrix has one mark for each row, column and entry");
  Json out = {{"rows", matrix.num_rows()}, {"columns", matrix.column_names.size()}};
  out["entries"] = matrix.columns.size();
  if (std::max(matrix.num_rows(), matrix.column_names.size()) > options.max_exact_rows) {
    out["density"] = DensityJson(matrix, options.max_density_bins);
    return out;
  }
  out["names"] = matrix.column_names;
  out["row_starts"] = matrix.row_starts;
  out["entry_columns"] = matrix.columns;
  out["row_marks"] = MarksJson(matrix.row_marks);
  out["column_marks"] = MarksJson(matrix.column_marks);
  out["entry_marks"] = MarksJson(matrix.entry_marks);
  return out;
}

// Of large systems only what is large enough to be seen.
Json BlocksJson(const StructurePage& page, const StructurePageOptions& options) {
  const bool all = page.after.num_rows() <= options.max_exact_rows;
  Json out = Json::array();
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    const PageBlock& block = page.blocks[i];
    if (!all && (block.end - block.begin) * options.max_density_bins < page.after.num_rows()) continue;
    out.push_back({{"number", i + 1},
                   {"begin", block.begin},
                   {"end", block.end},
                   {"kind", block.kind},
                   {"method", block.method},
                   {"tearing", block.num_tearing}});
  }
  return out;
}

Json DataOf(const StructurePage& page, const StructurePageOptions& options) {
  Json facts = Json::array();
  for (const PageFact& fact : page.facts)
    facts.push_back({{"name", fact.name}, {"value", fact.value}, {"note", fact.note}});
  Json lists = Json::array();
  for (const PageList& list : page.lists) lists.push_back(ListJson(list));
  Json out;
  out["facts"] = std::move(facts);
  out["lists"] = std::move(lists);
  out["names"] = page.names;
  out["before"] = MatrixJson(page.before, options);
  out["before"]["equations"] = EquationsJson(page.before_equations);
  out["after"] = MatrixJson(page.after, options);
  out["after"]["equations"] = EquationsJson(page.after_equations);
  out["blocks"] = BlocksJson(page, options);
  return out;
}

}  // namespace

std::string RenderStructurePage(const StructurePage& page, const StructurePageOptions& options) {
  constexpr auto kReplace = Json::error_handler_t::replace;
  const std::string title = EscapeMarkup(page.title), subtitle = EscapeMarkup(page.subtitle);
  const std::string data = EscapeForScript(DataOf(page, options).dump(-1, ' ', false, kReplace));
  return FillPage(kStructurePage, {{"title", title},
                                   {"subtitle", subtitle},
                                   {"data", data},
                                   {"style", kStructureStyle},
                                   {"matrix-script", kStructureMatrixScript},
                                   {"graph-script", kStructureGraphScript},
                                   {"script", kStructureScript}});
}

Result<Unit> WriteStructurePage(const std::string& path, const StructurePage& page,
                                const StructurePageOptions& options) {
  return WriteWholeFile(path, RenderStructurePage(page, options));
}

}  // namespace daedalus::results
