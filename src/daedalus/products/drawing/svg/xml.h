// Writes XML elements. Texts and values of attributes may be anything that a model contains: they are
// escaped, and what XML does not allow is replaced, so that no text of a model becomes markup.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/products/drawing/picture/geometry.h"

namespace daedalus::drawing {

// At most three digits after the point, without trailing zeros; never "-0".
std::string Number(double value);
// "x,y" with the y axis pointing downwards, as SVG has it.
std::string PointText(Point p);

class XmlWriter {
 public:
  // <name ...; attributes follow until Close, Text or another Open.
  XmlWriter& Open(std::string_view name);
  XmlWriter& Attribute(std::string_view name, std::string_view value);
  XmlWriter& Attribute(std::string_view name, double value);
  // Ends an element without content.
  void Empty();
  // An element with nothing but text, after its attributes.
  void Text(std::string_view text);
  // Begins the content, and ends it.
  void Begin();
  void End(std::string_view name);

  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
  std::string open_;
};

}  // namespace daedalus::drawing
