#include "daedalus/products/page/render_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/base/escape_markup.h"
#include "daedalus/products/page/embedded_view.h"
#include "daedalus/products/page/encode_values.h"
#include "daedalus/products/page/pack.h"
#include "daedalus/products/page/page_json.h"
#include "daedalus/results/embedded_pages.h"
#include "daedalus/results/fill_page.h"
#include "daedalus/results/output_file.h"

namespace daedalus::page {
namespace {

// Removes the last columns; their variables then have no values.
void KeepColumns(PageData& page, std::size_t count) {
  page.limits.push_back(
      fmt::format("The page has the curves of {} of {} computed quantities, states first, so that it stays "
                  "small; the result file has all.",
                  count, page.columns.size()));
  page.columns.resize(count);
  for (PageVariable& variable : page.variables) {
    if (variable.column != kNothing && variable.column >= count) variable.column = kNothing;
  }
}

// Columns of states come first, then those of the model itself, then those of its parts.
void OrderColumns(PageData& page) {
  std::vector<std::size_t> rank(page.columns.size(), 1000);
  for (const PageVariable& variable : page.variables) {
    if (variable.column == kNothing) continue;
    const std::size_t depth = 1 + static_cast<std::size_t>(std::ranges::count(variable.about.name, '.'));
    rank[variable.column] = std::min(rank[variable.column], depth);
  }
  for (const PageVariable& variable : page.variables) {
    if (!variable.about.derivative_of) continue;
    const std::uint32_t state = page.variables[*variable.about.derivative_of].column;
    if (state != kNothing) rank[state] = 0;
  }
  std::vector<std::uint32_t> order(page.columns.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return rank[i]; });
  std::vector<PageColumn> columns;
  std::vector<std::uint32_t> now(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    now[order[i]] = i;
    columns.push_back(std::move(page.columns[order[i]]));
  }
  page.columns = std::move(columns);
  for (PageVariable& variable : page.variables) {
    if (variable.column != kNothing) variable.column = now[variable.column];
  }
}

struct PackedValues {
  EncodedValues encoded;
  std::string bytes;
};

PackedValues PackValues(PageData& page, const PageLimits& limits) {
  while (true) {
    PackedValues out{EncodeValues(page), {}};
    out.bytes = Compressed(out.encoded.bytes);
    const std::size_t count = page.columns.size();
    if (out.bytes.size() <= limits.most_bytes || count <= limits.least_columns) return out;
    const double share =
        0.95 * static_cast<double>(limits.most_bytes) / static_cast<double>(out.bytes.size());
    KeepColumns(page,
                std::max(limits.least_columns, static_cast<std::size_t>(share * static_cast<double>(count))));
  }
}

// The variables of visualizers describe a mechanism (scene.js). Pages without them do not need three.js.
bool HasShapes(const PageData& page) {
  return std::ranges::any_of(page.variables, [](const PageVariable& variable) {
    return variable.about.name.ends_with(".shapeType");
  });
}

}  // namespace

std::string RenderPage(PageData page, const PageLimits& limits) {
  OrderColumns(page);
  PackedValues values = PackValues(page, limits);
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  const std::string facts = Packed(PageJson(page, values.encoded).dump(-1, ' ', false, kReplace));
  values.encoded = {};
  const std::string title = EscapeMarkup(page.title), numbers = EncodeBase64(values.bytes);
  return results::FillPage(kViewPage, {{"title", title},
                                       {"facts", facts},
                                       {"values", numbers},
                                       {"dygraphs-style", results::kDygraphsStyle},
                                       {"style", kViewStyle},
                                       {"dygraphs", results::kDygraphsScript},
                                       {"three", HasShapes(page) ? kViewThree : std::string_view()},
                                       {"script", kViewScript}});
}

Result<Unit> WritePage(const std::string& path, PageData page, const PageLimits& limits) {
  return results::WriteWholeFile(path, RenderPage(std::move(page), limits));
}

}  // namespace daedalus::page
