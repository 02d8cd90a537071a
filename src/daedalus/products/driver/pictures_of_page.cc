#include "daedalus/products/driver/pictures_of_page.h"

#include <deque>
#include <filesystem>
#include <utility>

#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/products/driver/reread_model.h"
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
  const auto reread = Reread(options);
  if (reread->model) {
    drawing::Painter painter(*reread->store, reread->dropped);
    DrawLevels(painter, *reread->model, page);
  }
  return AddSolids(*reread->store, FoldersOf(options), page);
}

}  // namespace daedalus::driver
