#include "daedalus/products/driver/pictures_of_page.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <optional>
#include <utility>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/products/driver/add_fmu.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/solids_of_page.h"

namespace daedalus::driver {
namespace {

// A page must open fast, and libraries nest deeply. So the upper levels come first.
constexpr std::size_t kMostDrawings = 200;
constexpr std::size_t kMostBytes = 4'000'000;

// Breadth first, so that a limit removes the lowest levels.
void DrawLevels(drawing::Painter& painter, library::ClassId model, page::PageData& page) {
  std::size_t bytes = 0;
  std::deque<std::string> pending{""};
  while (!pending.empty()) {
    const std::string instance = std::move(pending.front());
    pending.pop_front();
    const auto drawn = painter.Draw(model, {.view = drawing::View::kDiagram, .component = instance});
    // If a text has no placements, the page arranges boxes itself, one for each element of an array.
    if (!drawn || drawn->components.empty() || drawn->is_arranged) continue;
    std::string svg = drawing::WriteSvg(*drawn);
    if (page.diagrams.size() == kMostDrawings || bytes + svg.size() > kMostBytes) {
      page.limits.emplace_back(
          "The lower levels of the model have no diagrams here; they would make the page too large.");
      break;
    }
    bytes += svg.size();
    page.diagrams.emplace(instance, std::move(svg));
    for (const drawing::PlacedComponent& component : drawn->components) {
      if (component.has_diagram) pending.push_back(component.name);
    }
  }
}

// Where a file may be that is named without its folder: beside the texts of the model, then where we are.
std::vector<std::string> FoldersOf(const ModelOptions& options) {
  std::vector<std::string> folders;
  for (const std::string& file : options.files)
    folders.push_back(std::filesystem::path(file).parent_path().string());
  folders.emplace_back();
  return folders;
}

}  // namespace

std::vector<Diagnostic> AddPictures(const ModelOptions& options, page::PageData& page) {
  const bool is_from_files =
      std::ranges::none_of(options.files, [](const std::string& file) { return file == "-" || IsFmu(file); });
  SourceFiles loaded;
  Diagnostics dropped;
  library::ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries), dropped);
  if (is_from_files) {
    for (const std::string& file : options.files) store.AddFile(file);
    for (const auto& [name, text] : options.texts) {
      LoadText(name, text, loaded, dropped);
      store.AddTree(loaded.trees.back());
    }
    const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
    if (const auto model = semantics::FindModel(store, name)) {
      drawing::Painter painter(store, dropped);
      DrawLevels(painter, *model, page);
    }
  }
  return AddSolids(store, FoldersOf(options), page);
}

}  // namespace daedalus::driver
