#include "daedalus/products/fmi/names.h"

#include <cctype>
#include <cstddef>

namespace daedalus::fmi {
namespace {

bool IsLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Without the quotes around an identifier and the backslashes in it.
std::string Unquoted(std::string_view name) {
  if (name.size() < 3 || name.front() != '\'' || name.back() != '\'') return std::string(name);
  std::string out;
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '\\' && (name[i + 1] == '\'' || name[i + 1] == '\\')) ++i;
    out += name[i];
  }
  // A name that is not a path was in quotes in the model, too.
  const bool is_path = IsStructured(out);
  return is_path ? out : std::string(name);
}

// Reads an identifier of the naming convention and returns its end; npos if there is none at `at`.
std::size_t EndOfIdentifier(std::string_view name, std::size_t at) {
  if (at >= name.size()) return std::string_view::npos;
  if (name[at] == '\'') {
    for (++at; at < name.size() && name[at] != '\''; ++at) {
      if (name[at] == '\\') ++at;
    }
    return at < name.size() ? at + 1 : std::string_view::npos;
  }
  if (!IsLetter(name[at])) return std::string_view::npos;
  while (at < name.size() && (IsLetter(name[at]) || IsDigit(name[at]))) ++at;
  return at;
}

// `[1,2]`
std::size_t EndOfSubscripts(std::string_view name, std::size_t at) {
  if (at >= name.size() || name[at] != '[') return at;
  do {
    const std::size_t first = ++at;
    while (at < name.size() && IsDigit(name[at])) ++at;
    if (at == first) return std::string_view::npos;
  } while (at < name.size() && name[at] == ',');
  return at < name.size() && name[at] == ']' ? at + 1 : std::string_view::npos;
}

std::size_t EndOfPath(std::string_view name, std::size_t at) {
  for (;;) {
    at = EndOfIdentifier(name, at);
    if (at != std::string_view::npos) at = EndOfSubscripts(name, at);
    if (at == std::string_view::npos || at >= name.size() || name[at] != '.') return at;
    ++at;
  }
}

}  // namespace

std::string FmiName(std::string_view flat) {
  int order = 0;
  while (flat.starts_with("der(") && flat.ends_with(")")) {
    flat = flat.substr(4, flat.size() - 5);
    ++order;
  }
  std::string name = Unquoted(flat);
  if (order == 0) return name;
  return order == 1 ? "der(" + name + ")" : "der(" + name + "," + std::to_string(order) + ")";
}

bool IsStructured(std::string_view name) {
  if (!name.starts_with("der(")) return EndOfPath(name, 0) == name.size();
  std::size_t at = EndOfPath(name, 4);
  if (at < name.size() && name[at] == ',') {
    for (++at; at < name.size() && IsDigit(name[at]);) ++at;
  }
  return at + 1 == name.size() && name[at] == ')';
}

std::string Identifier(std::string_view model) {
  std::string out;
  for (const char c : model) {
    if (IsLetter(c) || IsDigit(c)) {
      out += c;
    } else if (c != '\'') {
      out += '_';
    }
  }
  if (out.empty() || IsDigit(out.front())) out.insert(0, "m");
  return out;
}

}  // namespace daedalus::fmi
