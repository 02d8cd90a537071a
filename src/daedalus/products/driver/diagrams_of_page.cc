#include "daedalus/products/driver/diagrams_of_page.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/products/driver/add_fmu.h"
#include "daedalus/products/driver/load.h"

namespace daedalus::driver {
namespace {

// A page must open fast, and libraries nest deeply. So the upper levels come first.
constexpr std::size_t kMostDrawings = 200;
constexpr std::size_t kMostBytes = 4'000'000;

// Breadth first, so that a limit removes the lowest levels.
DiagramsOfPage DrawLevels(drawing::Painter& painter, library::ClassId model) {
  DiagramsOfPage out;
  std::size_t bytes = 0;
  std::deque<std::string> pending{""};
  while (!pending.empty()) {
    const std::string instance = std::move(pending.front());
    pending.pop_front();
    const auto drawn = painter.Draw(model, {.view = drawing::View::kDiagram, .component = instance});
    // If a text has no placements, the page arranges boxes itself, one for each element of an array.
    if (!drawn || drawn->components.empty() || drawn->is_arranged) continue;
    std::string svg = drawing::WriteSvg(*drawn);
    if (out.svgs.size() == kMostDrawings || bytes + svg.size() > kMostBytes) {
      out.is_complete = false;
      break;
    }
    bytes += svg.size();
    out.svgs.emplace(instance, std::move(svg));
    for (const drawing::PlacedComponent& component : drawn->components) {
      if (component.has_diagram) pending.push_back(component.name);
    }
  }
  return out;
}

}  // namespace

DiagramsOfPage DrawDiagrams(const ModelOptions& options) {
  const bool is_from_files =
      std::ranges::none_of(options.files, [](const std::string& file) { return file == "-" || IsFmu(file); });
  if (!is_from_files) return {};
  SourceFiles loaded;
  Diagnostics dropped;
  library::ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries), dropped);
  for (const std::string& file : options.files) store.AddFile(file);
  for (const auto& [name, text] : options.texts) {
    LoadText(name, text, loaded, dropped);
    store.AddTree(loaded.trees.back());
  }
  const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
  const auto model = semantics::FindModel(store, name);
  if (!model) return {};
  drawing::Painter painter(store, dropped);
  return DrawLevels(painter, *model);
}

}  // namespace daedalus::driver
