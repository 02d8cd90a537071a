#include "daedalus/products/driver/diagrams_of_page.h"

#include <deque>
#include <utility>

#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"
#include "daedalus/products/driver/reread_model.h"

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
  const auto reread = Reread(options);
  if (reread == nullptr) return {};
  drawing::Painter painter(*reread->store, reread->dropped);
  return DrawLevels(painter, reread->model);
}

}  // namespace daedalus::driver
