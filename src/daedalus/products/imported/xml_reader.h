// Reads an XML text with expat and reports its elements with their attributes, one after the other.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"

namespace daedalus::imported {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;

  // Empty if there is no such attribute.
  const std::string& Text(const std::string& attribute) const;
  bool Has(const std::string& attribute) const { return attributes.contains(attribute); }
  std::optional<double> Number(const std::string& attribute) const;
};

// Receives the names of the enclosing elements, outermost first, and the new element.
using XmlListener = std::function<void(const std::vector<std::string>& around, const XmlElement& element)>;

// The error is a sentence fragment that names the line.
Expected<bool, std::string> ReadXml(const std::string& text, const XmlListener& listener);

}  // namespace daedalus::imported
