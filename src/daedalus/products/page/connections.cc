#include "daedalus/products/page/connections.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::page {
namespace {

std::string Trimmed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c))) out += c;
  }
  return out;
}

// The end of the first component of a dotted name, with its subscripts: 4 of "r[2].p.v".
std::size_t EndOfComponent(std::string_view name) {
  int depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_quoted && name[i] == '\\') {
      ++i;
      continue;
    }
    if (name[i] == '\'') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (name[i] == '[') ++depth;
    if (name[i] == ']') --depth;
    if (name[i] == '.' && depth == 0) return i;
  }
  return name.size();
}

std::string_view WithoutSubscripts(std::string_view component) {
  return component.substr(0, component.find('['));
}

std::string InInstance(const std::string& instance, const std::string& name) {
  return instance.empty() ? name : instance + "." + name;
}

// Finds the connectors of the two arguments among two variables, in any order.
bool Match(const std::vector<std::string>& variables, const std::string& instance,
           const std::vector<std::string>& arguments, PageConnection& out) {
  if (variables.size() != 2) return false;
  for (const std::size_t first : {0U, 1U}) {
    out.from = ConnectorOf(variables[first], instance, arguments[0]);
    out.to = ConnectorOf(variables[1 - first], instance, arguments[1]);
    if (!out.from.empty() && !out.to.empty()) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> ArgumentsOfConnect(std::string_view text) {
  constexpr std::string_view kConnect = "connect";
  if (!text.starts_with(kConnect)) return {};
  const std::size_t open = text.find('(');
  const std::size_t close = text.find_last_of(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  if (!Trimmed(text.substr(kConnect.size(), open - kConnect.size())).empty()) return {};
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  int depth = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '[' || inside[i] == '(') ++depth;
    if (inside[i] == ']' || inside[i] == ')') --depth;
    if (inside[i] == ',' && depth == 0) return {Trimmed(inside.substr(0, i)), Trimmed(inside.substr(i + 1))};
  }
  return {};
}

std::string ConnectorOf(std::string_view variable, std::string_view instance, std::string_view argument) {
  std::size_t at = 0;
  if (!instance.empty()) {
    if (!variable.starts_with(instance) || variable.size() <= instance.size() ||
        variable[instance.size()] != '.')
      return {};
    at = instance.size() + 1;
  }
  while (!argument.empty() && at < variable.size()) {
    const std::string_view part = argument.substr(0, EndOfComponent(argument));
    const std::string_view rest = variable.substr(at);
    const std::string_view component = rest.substr(0, EndOfComponent(rest));
    if (WithoutSubscripts(part) != WithoutSubscripts(component)) return {};
    at += component.size() + 1;
    argument.remove_prefix(std::min(argument.size(), part.size() + 1));
  }
  return argument.empty() ? std::string(variable.substr(0, at - 1)) : std::string();
}

std::vector<PageConnection> ConnectionsOf(const System& given, const Sources& sources, PlaceTable& places) {
  std::vector<PageConnection> out;
  std::set<std::pair<std::string, std::string>> known;
  expr::LeafCollector leaves;
  for (const Equation& equation : given.equations) {
    const Span span = SpanOf(given, equation);
    if (!span.IsValid()) continue;
    const std::vector<std::string> arguments = ArgumentsOfConnect(sources.Text(span));
    if (arguments.empty()) continue;
    const std::string instance = InstanceOf(given, equation);
    std::vector<std::string> variables;
    for (const expr::VariableLeaf& leaf : leaves.Collect(given.graph, equation.residual).variables)
      variables.push_back(NameOf(given, leaf.variable));
    PageConnection connection;
    if (!Match(variables, instance, arguments, connection)) {
      if ((arguments[0] + arguments[1]).find('[') != std::string::npos) continue;
      connection = {InInstance(instance, arguments[0]), InInstance(instance, arguments[1]), kNothing};
    }
    if (!known.emplace(connection.from, connection.to).second) continue;
    connection.place = places.Add(span);
    out.push_back(std::move(connection));
  }
  return out;
}

}  // namespace daedalus::page
