// Draws classes: their icons and diagrams, also those of components within a model.
//
//   Painter painter(store, diagnostics);
//   auto drawing = painter.Draw(store.Find("Modelica.Blocks.Examples.PID_Controller"));
//   std::string svg = WriteSvg(*drawing);
//   auto inside = painter.Draw(model, {.component = "plant.motor"});   // one goes down
//
// Nothing is flattened: a drawing needs only classes in their environments and the values of parameters. So
// partial classes, packages and models with errors can be drawn. Errors in annotations become warnings, and
// the rest is drawn.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

struct DrawOptions {
  std::optional<View> view = {};  // not set: the diagram, or the icon if the diagram is empty
  std::string component = {};  // "plant.motor", "cells[2]": draws it instead of the class; empty: the class
};

class Painter {
 public:
  // Both must outlive the painter. Warnings go to `diagnostics`.
  Painter(library::ClassStore& store, Diagnostics& diagnostics);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  // Fails if the class or component cannot be found. A class without annotations is drawn as a labelled box,
  // and its diagram is laid out automatically.
  Result<Drawing> Draw(library::ClassId cls, const DrawOptions& options = {});
  // True if the class or one of its base classes has graphics of this kind.
  bool HasGraphics(library::ClassId cls, View view);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The SVG of a class or of a component in it, as a string.
Result<std::string> SvgOf(library::ClassStore& store, library::ClassId cls, const DrawOptions& options,
                          Diagnostics& diagnostics);

}  // namespace daedalus::drawing
