#include "daedalus/language/library/resource_uri.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "daedalus/language/library/explain_missing.h"

namespace daedalus::library {
namespace {

namespace fs = std::filesystem;
using syntax::NameId;

// "modelica" of "modelica://A/x.txt", in lower case; empty if it is a path.
std::string SchemeOf(std::string_view uri) {
  const std::size_t colon = uri.find(":/");
  if (colon == std::string_view::npos) return {};
  std::string scheme(uri.substr(0, colon));
  for (char& c : scheme) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool is_letter =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (!is_letter) return {};
  }
  return scheme;
}

// Decodes %20 and the like. nullopt if two hexadecimal digits do not follow a percent sign.
std::optional<std::string> Decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ptr != digits.data() + 2) return std::nullopt;
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

std::string Absolute(const fs::path& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

// The folder of a class's resources: the nearest directory around it, then down along the names.
fs::path ResourceDirectory(const ClassStore& store, ClassId id) {
  std::vector<std::string_view> below;
  while (store.directory(id).empty() && store.parent(id).IsValid()) {
    below.push_back(store.Name(id));
    id = store.parent(id);
  }
  fs::path directory = store.directory(id);
  if (directory.empty()) directory = fs::path(store.sources().Name(store.tree(id).file())).parent_path();
  std::error_code ignored;
  if (directory.empty()) directory = fs::current_path(ignored);
  for (auto name = below.rbegin(); name != below.rend(); ++name) directory /= *name;
  return directory;
}

Failure<std::vector<Diagnostic>> Bad(std::string_view uri, Span place, std::string why) {
  return Fail(Error(Code::kBadResource, place, "`{}` {}", uri, why));
}

// `rest` is what follows the scheme and its slashes: A.B/Resources/x.txt
Result<std::string> ResolveInLibrary(ClassStore& store, std::string_view uri, std::string_view rest,
                                     Span place) {
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return Bad(uri, place, "names a class, and no file of it");
  const auto class_name = Decode(rest.substr(0, slash));
  const auto path = Decode(rest.substr(slash + 1));
  if (!class_name || !path) return Bad(uri, place, "has a % without two hexadecimal digits after it");
  const ClassId id = store.Find(*class_name);
  if (!id.IsValid()) {
    Diagnostic missing = ExplainMissing(store, *class_name);
    missing.primary.span = place;
    return Fail(std::move(missing).Note(fmt::format("the address is `{}`", uri)));
  }
  const std::string first = path->substr(0, path->find('/'));
  const std::vector<NameId> classes = store.ChildNames(id);
  const bool is_class = std::any_of(classes.begin(), classes.end(),
                                    [&](NameId name) { return store.names().Text(name) == first; });
  // An entry of the directory may be a class or something else, so only the named one is read.
  if (is_class && store.FindChild(id, store.names().Intern(first)).IsValid()) {
    return Fail(Error(Code::kBadResource, place, "`{}` is a class of `{}`, and no directory of resources",
                      first, *class_name)
                    .Hint(fmt::format("write `modelica://{}.{}/...`", *class_name, first)));
  }
  std::string file = Absolute(ResourceDirectory(store, id) / *path);
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Bad(uri, place, fmt::format("does not exist: no file `{}`", file));
  return file;
}

}  // namespace

Result<std::string> ResolveResource(ClassStore& store, std::string_view uri, Span place) {
  const std::string scheme = SchemeOf(uri);
  if (scheme.empty()) return uri.empty() ? std::string() : Absolute(fs::path(uri));
  std::string_view rest = uri.substr(scheme.size() + 1);  // "//A/x.txt" or "/A/x.txt"
  const bool has_host = rest.starts_with("//");
  rest.remove_prefix(has_host ? 2 : 1);
  if (scheme == "modelica") return ResolveInLibrary(store, uri, rest, place);
  if (scheme != "file")
    return Bad(uri, place, "is of a kind that cannot be read: `modelica://` and `file://` can");
  if (has_host) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (slash != 0 && rest.substr(0, slash) != "localhost")
      return Bad(uri, place, fmt::format("is on another machine, `{}`", rest.substr(0, slash)));
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  const auto path = Decode(rest);
  if (!path) return Bad(uri, place, "has a % without two hexadecimal digits after it");
  return Absolute(fs::path("/" + *path));
}

}  // namespace daedalus::library
