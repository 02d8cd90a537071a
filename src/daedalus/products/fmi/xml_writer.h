// XML as text, element by element.
//
//   XmlWriter xml;
//   xml.Open("Unit").Attribute("name", "m/s");
//   xml.Open("BaseUnit").Attribute("m", 1).Close();
//   xml.Close();
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::fmi {

class XmlWriter {
 public:
  XmlWriter();

  XmlWriter& Open(std::string_view element);
  // Adds to the element that was opened last, before it gets content.
  XmlWriter& Attribute(std::string_view name, std::string_view value);
  XmlWriter& Attribute(std::string_view name, const char* value) {
    return Attribute(name, std::string_view(value));
  }
  // Numbers are written so that reading them gives the same bits.
  XmlWriter& Attribute(std::string_view name, double value);
  XmlWriter& Attribute(std::string_view name, std::uint64_t value);
  XmlWriter& Attribute(std::string_view name, const std::vector<std::uint32_t>& values);
  XmlWriter& Close();

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string> open_;
  bool is_empty_ = false;  // nothing is inside the last element yet
};

}  // namespace daedalus::fmi
