#include "daedalus/products/fmi/terminals.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "daedalus/products/fmi/xml_writer.h"

namespace daedalus::fmi {
namespace {

struct Member {
  std::string variable, name;
  bool is_flow = false;
};

std::string_view WithoutSubscripts(std::string_view name) {
  return name.substr(0, name.find('['));
}

// The terminal of a variable, "pins[2]", and the name of the variable within it.
struct Place {
  std::string terminal;
  Member member;
};
std::optional<Place> PlaceIn(const Connector& connector, const std::string& variable) {
  const std::string_view name = variable;
  if (!name.starts_with(connector.name)) return std::nullopt;
  std::size_t end = connector.name.size();
  if (end < name.size() && name[end] == '[') end = name.find(']', end) + 1;
  if (end == name.size())
    return connector.is_flow.empty() ? std::optional(Place{variable, {variable, "signal"}}) : std::nullopt;
  if (name[end] != '.' || connector.is_flow.empty()) return std::nullopt;
  const std::string_view inside = name.substr(end + 1);
  const auto known =
      connector.is_flow.find(std::string(WithoutSubscripts(inside.substr(0, inside.find('.')))));
  if (known == connector.is_flow.end()) return std::nullopt;
  return Place{std::string(name.substr(0, end)), {variable, std::string(inside), known->second}};
}

}  // namespace

std::string TerminalsXml(const Interface& shown, const std::vector<Connector>& connectors) {
  XmlWriter xml;
  xml.Open("fmiTerminalsAndIcons").Attribute("fmiVersion", "3.0").Open("Terminals");
  bool is_empty = true;
  for (const Connector& connector : connectors) {
    std::map<std::string, std::vector<Member>> terminals;
    for (const ExposedVariable& variable : shown.variables) {
      if (!variable.variable) continue;
      if (auto place = PlaceIn(connector, variable.name))
        terminals[place->terminal].push_back(std::move(place->member));
    }
    for (const auto& [name, members] : terminals) {
      is_empty = false;
      xml.Open("Terminal").Attribute("name", name).Attribute("matchingRule", "plug");
      xml.Attribute("terminalKind", connector.type);
      if (!connector.description.empty()) xml.Attribute("description", connector.description);
      for (const Member& member : members) {
        xml.Open("TerminalMemberVariable")
            .Attribute("variableName", member.variable)
            .Attribute("memberName", member.name)
            .Attribute("variableKind", member.is_flow ? "inflow" : "signal")
            .Close();
      }
      xml.Close();
    }
  }
  xml.Close().Close();
  return is_empty ? std::string() : xml.text();
}

}  // namespace daedalus::fmi
