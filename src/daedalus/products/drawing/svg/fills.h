// Hatches and gradients of one SVG: each is defined once, and shapes refer to it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

// "#ff8000"
std::string ColorText(Color color);

class Fills {
 public:
  // `prefix` begins the ids, so that several drawings can stand in one page.
  explicit Fills(std::string prefix) : prefix_(std::move(prefix)) {}

  // The value of the attribute `fill`: a colour, "none" or "url(#id)". `map` leads to the drawing.
  std::string ValueFor(const Shape& shape, const Affine& map);
  // All definitions, as elements.
  std::string Definitions() const;

 private:
  std::string Refer(std::string_view element, std::string attributes, std::string content);

  std::string prefix_;
  std::map<std::string, std::size_t> numbers_;  // by definition without its id
  std::string definitions_;
};

}  // namespace daedalus::drawing
