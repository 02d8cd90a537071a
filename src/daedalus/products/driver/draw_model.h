// draw: the icon or the diagram of a class, or of all classes of a package, as SVG files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/driver/load.h"

namespace daedalus::driver {

struct DrawModelOptions {
  std::vector<std::string> subjects;  // .mo files, directories with package.mo, "-", and one name of a class
  std::string model;                  // full name; empty: the class among the subjects, else the last model
  std::vector<std::string> libraries;
  std::string component;  // "plant.motor": the inside of a component of the model
  std::optional<drawing::View> view;
  std::string svg;   // file, or "-"; with `all` a folder
  bool all = false;  // every class of the package
};

// The SVG text of one class. nullopt after an error; all messages are in `diagnostics`.
struct DrawnModel {
  std::string class_name;
  std::string svg;
};
std::optional<DrawnModel> DrawModel(const DrawModelOptions& options, SourceFiles& loaded,
                                    Diagnostics& diagnostics);

struct DrawnPackage {
  std::size_t num_classes = 0, num_icons = 0, num_diagrams = 0;
};
// Writes FOLDER/A.B.icon.svg and FOLDER/A.B.diagram.svg for each class that has graphics or components.
std::optional<DrawnPackage> DrawPackage(const DrawModelOptions& options, SourceFiles& loaded,
                                        Diagnostics& diagnostics);

}  // namespace daedalus::driver
