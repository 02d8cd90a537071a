// Draws a class from a text, as tests need it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daedalus/language/syntax/parse.h"
#include "daedalus/products/drawing/draw_class.h"
#include "daedalus/products/drawing/svg/write_svg.h"

namespace daedalus::drawing {

struct DrawnText {
  explicit DrawnText(const std::string& text, std::vector<std::string> path = {})
      : parsed(syntax::Parse(sources, sources.Add("test.mo", text), names)),
        store(sources, names, std::move(path), diagnostics) {
    store.AddTree(parsed.tree);
  }

  Drawing Draw(const std::string& name, const DrawOptions& options = {}) {
    Painter painter(store, diagnostics);
    auto drawing = painter.Draw(store.Find(name), options);
    EXPECT_TRUE(drawing) << drawing.error()[0].message;
    return drawing ? *drawing : Drawing();
  }
  std::string Svg(const std::string& name, const DrawOptions& options = {}) {
    return WriteSvg(Draw(name, options));
  }
  std::vector<std::string> Messages() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics.items()) out.push_back(d.message);
    return out;
  }

  Sources sources;
  syntax::NameTable names;
  Diagnostics diagnostics;
  syntax::ParseResult parsed;
  library::ClassStore store;
};

// An icon with one list of shapes.
inline std::string IconOf(const std::string& shapes, const std::string& members = "") {
  return "model M " + members + " annotation(Icon(graphics = {" + shapes + "})); end M;";
}

}  // namespace daedalus::drawing
