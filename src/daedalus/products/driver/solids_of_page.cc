#include "daedalus/products/driver/solids_of_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "daedalus/base/read_file.h"
#include "daedalus/language/library/resource_uri.h"
#include "daedalus/products/cad/read_solid.h"

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = std::uintmax_t(64) << 20;
// Of all files together, so that a page stays below 10 MB.
constexpr std::size_t kMostTrianglesOfPage = 2 * cad::kMostTriangles;

std::set<std::string> AddressesIn(const page::PageData& page) {
  std::set<std::string> addresses;
  for (const page::PageVariable& variable : page.variables) {
    if (variable.about.name.ends_with(".shapeType") && cad::FormatOf(variable.about.text))
      addresses.insert(variable.about.text);
  }
  return addresses;
}

Result<std::string> PathOf(library::ClassStore& store, const std::vector<std::string>& folders,
                           const std::string& address) {
  const bool is_relative = address.find(":/") == std::string::npos && fs::path(address).is_relative();
  std::error_code ignored;
  for (const std::string& folder : folders) {
    if (!is_relative) break;
    const fs::path path = fs::path(folder) / address;
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  return library::ResolveResource(store, address);
}

cad::ReadSolid Read(library::ClassStore& store, const std::vector<std::string>& folders,
                    const std::string& address) {
  const auto path = PathOf(store, folders, address);
  if (!path) return Failure{path.error()[0].message};
  std::error_code error;
  if (!fs::is_regular_file(*path, error)) return Failure{fmt::format("there is no file `{}`", *path)};
  if (const auto size = fs::file_size(*path, error); !error && size > kLargestFile)
    return Failure{fmt::format("it has {} bytes", size)};
  const auto bytes = ReadFile(*path);
  if (!bytes) return Failure{bytes.error()};
  return cad::SolidFrom(*bytes, *cad::FormatOf(address));
}

}  // namespace

std::vector<Diagnostic> AddSolids(library::ClassStore& store, const std::vector<std::string>& folders,
                                  page::PageData& page) {
  std::vector<Diagnostic> warnings;
  std::size_t num_triangles = 0;
  for (const std::string& address : AddressesIn(page)) {
    cad::ReadSolid solid = Read(store, folders, address);
    if (solid && num_triangles + solid->NumTriangles() > kMostTrianglesOfPage)
      solid = Failure{fmt::format("all files together have more than {} triangles", kMostTrianglesOfPage)};
    if (solid) {
      num_triangles += solid->NumTriangles();
      page.solids.emplace(address, *std::move(solid));
      continue;
    }
    std::string sentence = fmt::format("the page draws a box instead of `{}`: {}", address, solid.error());
    page.limits.push_back(sentence);
    warnings.push_back(Warning(Code::kBadResource, {}, "{}", sentence));
  }
  return warnings;
}

}  // namespace daedalus::driver
