#include "daedalus/products/imported/xml_reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <charconv>
#include <memory>

namespace daedalus::imported {
namespace {

struct Reading {
  const XmlListener& listener;
  std::vector<std::string> around;
};

void OnStart(void* data, const XML_Char* name, const XML_Char** attributes) {
  auto& reading = *static_cast<Reading*>(data);
  XmlElement element{name, {}};
  for (; *attributes != nullptr; attributes += 2) element.attributes.emplace(attributes[0], attributes[1]);
  reading.listener(reading.around, element);
  reading.around.push_back(std::move(element.name));
}

void OnEnd(void* data, const XML_Char*) {
  static_cast<Reading*>(data)->around.pop_back();
}

}  // namespace

const std::string& XmlElement::Text(const std::string& attribute) const {
  static const std::string kNone;
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? kNone : found->second;
}

std::optional<double> XmlElement::Number(const std::string& attribute) const {
  const std::string& text = Text(attribute);
  const std::size_t skipped = text.starts_with('+') ? 1 : 0;
  double out = 0;
  const auto [end, error] = std::from_chars(text.data() + skipped, text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

Expected<bool, std::string> ReadXml(const std::string& text, const XmlListener& listener) {
  const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate(nullptr),
                                                                       XML_ParserFree);
  Reading reading{listener, {}};
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(parser.get(), OnStart, OnEnd);
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_OK)
    return true;
  return Failure{fmt::format("line {}: {}", XML_GetCurrentLineNumber(parser.get()),
                             XML_ErrorString(XML_GetErrorCode(parser.get())))};
}

}  // namespace daedalus::imported
