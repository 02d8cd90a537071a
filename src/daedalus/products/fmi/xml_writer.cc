#include "daedalus/products/fmi/xml_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "daedalus/base/escape_markup.h"

namespace daedalus::fmi {

XmlWriter::XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

XmlWriter& XmlWriter::Open(std::string_view element) {
  if (is_empty_) text_ += ">\n";
  text_ += std::string(2 * open_.size(), ' ');
  text_ += '<';
  text_ += element;
  open_.emplace_back(element);
  is_empty_ = true;
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, std::string_view value) {
  text_ += fmt::format(" {}=\"{}\"", name, EscapeMarkup(value));
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, double value) {
  text_ += fmt::format(" {}=\"{}\"", name, value);
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, std::uint64_t value) {
  text_ += fmt::format(" {}=\"{}\"", name, value);
  return *this;
}

XmlWriter& XmlWriter::Attribute(std::string_view name, const std::vector<std::uint32_t>& values) {
  text_ += fmt::format(" {}=\"{}\"", name, fmt::join(values, " "));
  return *this;
}

XmlWriter& XmlWriter::Close() {
  const std::string element = open_.back();
  open_.pop_back();
  text_ += is_empty_ ? "/>\n" : fmt::format("{}</{}>\n", std::string(2 * open_.size(), ' '), element);
  is_empty_ = false;
  return *this;
}

}  // namespace daedalus::fmi
