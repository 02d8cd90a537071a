#include "daedalus/products/imported/fmu_archive.h"

#include <fmt/format.h>
#include <minizip/unzip.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace daedalus::imported {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 50'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kLargestText = std::uint64_t{1} << 30;

using Zip = std::unique_ptr<void, int (*)(unzFile)>;

Zip OpenZip(const std::string& file) {
  return {unzOpen64(file.c_str()), unzClose};
}

// True if the path is relative and no part of it leads upward.
bool StaysInside(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos)
    return false;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (name.substr(begin, end - begin) == "..") return false;
    begin = end + 1;
  }
  return true;
}

struct Entry {
  std::string name;
  std::uint64_t size = 0;
};

// The current entry; nullopt if the archive is damaged there.
std::optional<Entry> EntryOf(unzFile zip) {
  unz_file_info64 info{};
  if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) return std::nullopt;
  std::string name(info.size_filename, '\0');
  if (unzGetCurrentFileInfo64(zip, &info, name.data(), name.size(), nullptr, 0, nullptr, 0) != UNZ_OK)
    return std::nullopt;
  return Entry{std::move(name), info.uncompressed_size};
}

// Reads the contents of the current entry in pieces. `size` is the length that the directory of the archive
// states; no more than that is read.
bool ReadEntry(unzFile zip, std::uint64_t size, const std::function<bool(const char*, std::size_t)>& take) {
  if (unzOpenCurrentFile(zip) != UNZ_OK) return false;
  std::vector<char> piece(std::size_t{1} << 16);
  std::uint64_t total = 0;
  int count = 0;
  bool ok = true;
  while (ok && (count = unzReadCurrentFile(zip, piece.data(), static_cast<unsigned>(piece.size()))) > 0) {
    total += static_cast<std::uint64_t>(count);
    ok = total <= size && take(piece.data(), static_cast<std::size_t>(count));
  }
  // Closing the entry checks the sum over its contents.
  return unzCloseCurrentFile(zip) == UNZ_OK && ok && count == 0 && total == size;
}

}  // namespace

std::string PrintableName(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  std::string out(name.substr(0, kLongest));
  std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '?');
  return out;
}

std::vector<Diagnostic> FmuArchive::Wrong(std::string_view why) const {
  return {Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", file_, why)};
}

Result<FmuArchive> FmuArchive::Open(const std::string& file) {
  FmuArchive out(file);
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) {
    std::ifstream probe(file);
    return Failure{out.Wrong(probe ? "it is no file" : std::strerror(errno))};
  }
  const Zip zip = OpenZip(file);
  if (!zip) return Failure{out.Wrong("an FMU is a zip archive, and this is not one")};
  std::uint64_t bytes = 0;
  int next = unzGoToFirstFile(zip.get());
  for (; next == UNZ_OK; next = unzGoToNextFile(zip.get())) {
    auto entry = EntryOf(zip.get());
    if (!entry) return Failure{out.Wrong("its list of files is broken")};
    if (!StaysInside(entry->name)) {
      return Failure{out.Wrong(fmt::format("its file `{}` would be written outside of its own folder",
                                           PrintableName(entry->name)))};
    }
    bytes += entry->size;
    out.names_.push_back(std::move(entry->name));
    if (out.names_.size() > kMostFiles || bytes > kMostBytes)
      return Failure{out.Wrong("its contents are too large")};
  }
  if (next != UNZ_END_OF_LIST_OF_FILE) return Failure{out.Wrong("its list of files is broken")};
  if (!out.Has("modelDescription.xml"))
    return Failure{out.Wrong("it is not an FMU: it has no modelDescription.xml")};
  return out;
}

bool FmuArchive::Has(std::string_view name) const {
  return std::ranges::find(names_, name) != names_.end();
}

Result<std::string> FmuArchive::ReadText(const std::string& name) const {
  const Zip zip = OpenZip(file_);
  std::string out;
  const bool found = zip && unzLocateFile(zip.get(), name.c_str(), 1) == UNZ_OK;
  const auto entry = found ? EntryOf(zip.get()) : std::nullopt;
  const bool ok = entry && entry->size <= kLargestText &&
                  ReadEntry(zip.get(), entry->size, [&](const char* piece, std::size_t size) {
                    out.append(piece, size);
                    return true;
                  });
  if (!ok) return Failure{Wrong(fmt::format("its file `{}` is broken", name))};
  return out;
}

Result<Unit> FmuArchive::Unpack(const std::string& folder,
                                const std::function<bool(std::string_view)>& is_wanted) const {
  const Zip zip = OpenZip(file_);
  if (!zip) return Failure{Wrong("an FMU is a zip archive, and this is not one")};
  for (int next = unzGoToFirstFile(zip.get()); next == UNZ_OK; next = unzGoToNextFile(zip.get())) {
    const auto entry = EntryOf(zip.get());
    if (!entry || !StaysInside(entry->name)) return Failure{Wrong("its list of files is broken")};
    if (entry->name.ends_with('/') || !is_wanted(entry->name)) continue;
    const fs::path target = fs::path(folder) / entry->name;
    std::error_code failed;
    fs::create_directories(target.parent_path(), failed);
    std::ofstream file(target, std::ios::binary);
    const bool ok = ReadEntry(zip.get(), entry->size, [&](const char* piece, std::size_t size) {
      return static_cast<bool>(file.write(piece, static_cast<std::streamsize>(size)));
    });
    file.close();
    if (!file)
      return Fail(Error(Code::kCannotWriteFile, {}, "cannot write `{}`: {}", PrintableName(target.string()),
                        std::strerror(errno)));
    if (!ok) return Failure{Wrong(fmt::format("its file `{}` is broken", PrintableName(entry->name)))};
  }
  return Unit{};
}

}  // namespace daedalus::imported
