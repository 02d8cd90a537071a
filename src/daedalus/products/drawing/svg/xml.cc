#include "daedalus/products/drawing/svg/xml.h"

#include <fmt/format.h>

#include "daedalus/base/escape_markup.h"

namespace daedalus::drawing {
std::string Number(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string PointText(Point p) {
  return fmt::format("{},{}", Number(p.x), Number(-p.y));
}

XmlWriter& XmlWriter::Open(std::string_view name) {
  out_ += '<';
  out_ += name;
  open_ = std::string(name);
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, std::string_view value) {
  out_ += fmt::format(" {}=\"{}\"", name, EscapeMarkup(value));
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, double value) {
  return Attribute(name, std::string_view(Number(value)));
}

void XmlWriter::Empty() {
  out_ += "/>\n";
}

void XmlWriter::Text(std::string_view text) {
  out_ += fmt::format(">{}</{}>\n", EscapeMarkup(text), open_);
}

void XmlWriter::Begin() {
  out_ += ">\n";
}

void XmlWriter::End(std::string_view name) {
  out_ += fmt::format("</{}>\n", name);
}

}  // namespace daedalus::drawing
