#include "daedalus/products/server/folders.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "daedalus/base/read_file.h"

namespace daedalus::server {
namespace {

namespace fs = std::filesystem;

// The path with links and dots resolved, as far as it exists. Empty if that fails.
std::string RealPath(const std::string& path) {
  std::error_code failed;
  if (path.empty() || !path.starts_with('/')) return {};
  const fs::path real = fs::weakly_canonical(path, failed);
  return failed ? std::string() : real.string();
}

bool IsInside(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder == "/" ? folder : folder + "/");
}

bool IsInAny(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& f) { return IsInside(path, f); });
}

std::vector<std::string> RealFolders(const std::vector<std::string>& folders) {
  std::vector<std::string> out;
  for (const std::string& folder : folders) {
    std::error_code failed;
    const std::string real = RealPath(fs::absolute(folder, failed).string());
    if (!real.empty() && fs::is_directory(real, failed)) out.push_back(real);
  }
  return out;
}

Response Outside(const std::string& path) {
  return ErrorResponse(403, fmt::format("`{}` is not in an opened folder", path));
}

Response CannotWrite(const std::string& path, int reason) {
  return ErrorResponse(reason == ENOENT ? 404 : 500, fmt::format("`{}` cannot be saved: {}", path,
                                                                 std::generic_category().message(reason)));
}

// Only texts of models may be written: no other file in the folders is overwritten.
bool IsText(const fs::path& path) {
  return path.extension() == ".mo" || path.filename() == "package.order";
}

bool IsUtf8(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

int WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

// Writes a temporary file and renames it. So a reader, or a machine that stops, sees either the old or the
// new text.
int Replace(const std::string& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.saving{}", path, ::getpid());
  struct stat old{};
  const mode_t mode = ::stat(path.c_str(), &old) == 0 ? old.st_mode & 07777u : 0666;
  const int descriptor =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  if (descriptor < 0) return errno;
  int reason = WriteAll(descriptor, text);
  if (::close(descriptor) != 0 && reason == 0) reason = errno;
  if (reason == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) ::unlink(temporary.c_str());
  return reason;
}

Json EntryOf(const fs::directory_entry& entry) {
  std::error_code ignored;
  const bool is_folder = entry.is_directory(ignored);
  const bool is_package = is_folder && fs::exists(entry.path() / "package.mo", ignored);
  return {{"name", entry.path().filename().string()},
          {"path", entry.path().string()},
          {"kind", is_package  ? "package"
                   : is_folder ? "folder"
                               : "file"}};
}

}  // namespace

Folders::Folders(const std::vector<std::string>& writable, const std::vector<std::string>& readable)
    : writable_(RealFolders(writable)), readable_(RealFolders(readable)) {}

std::optional<std::string> Folders::Writable(const std::string& path) const {
  std::string real = RealPath(path);
  if (real.empty() || !IsInAny(real, writable_)) return std::nullopt;
  return real;
}

std::optional<std::string> Folders::Readable(const std::string& path) const {
  std::string real = RealPath(path);
  if (real.empty() || (!IsInAny(real, writable_) && !IsInAny(real, readable_))) return std::nullopt;
  return real;
}

FileResult Folders::List(const std::string& path) const {
  const auto real = Writable(path);
  if (!real) return Failure{Outside(path)};
  std::vector<fs::directory_entry> entries;
  std::error_code failed;
  for (fs::directory_iterator at(*real, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    const bool is_shown = at->is_directory(ignored) || at->path().extension() == ".mo";
    // A link may lead out of the folder.
    if (is_shown && !name.starts_with('.') && Writable(at->path().string())) entries.push_back(*at);
  }
  if (failed)
    return Failure{ErrorResponse(404, fmt::format("`{}` cannot be read: {}", path, failed.message()))};
  std::sort(entries.begin(), entries.end());
  Json list = Json::array();
  for (const fs::directory_entry& entry : entries) list.push_back(EntryOf(entry));
  return list;
}

FileResult Folders::Read(const std::string& path) const {
  const auto real = Readable(path);
  if (!real) return Failure{Outside(path)};
  std::error_code failed;
  if (!fs::is_regular_file(*real, failed) || !IsText(*real))
    return Failure{ErrorResponse(404, fmt::format("`{}` is not the text of a model", path))};
  if (fs::file_size(*real, failed) > kMostBytesOfText)
    return Failure{ErrorResponse(413, fmt::format("`{}` has more than 16 MB", path))};
  auto text = ReadFile(*real);
  if (!text) return Failure{ErrorResponse(404, fmt::format("`{}` cannot be read: {}", path, text.error()))};
  // The editor cannot show these bytes, so saving would change them.
  const bool is_utf8 = IsUtf8(*text);
  Json out{{"path", *real}, {"version", VersionOf(*text)}};
  out["writable"] = is_utf8 && Writable(*real).has_value() && ::access(real->c_str(), W_OK) == 0;
  out["text"] = *std::move(text);
  return out;
}

FileResult Folders::Save(const std::string& path, const std::string& text, const std::string& version) const {
  const auto real = Writable(path);
  if (!real) return Failure{Outside(path)};
  if (!IsText(*real))
    return Failure{ErrorResponse(403, fmt::format("`{}` is not the text of a model (*.mo)", path))};
  std::error_code failed;
  const bool exists = fs::exists(*real, failed);
  if (exists && !fs::is_regular_file(*real, failed))
    return Failure{ErrorResponse(403, fmt::format("`{}` is not a file", path))};
  if (exists && ::access(real->c_str(), W_OK) != 0) return Failure{CannotWrite(path, errno)};
  const auto old = exists ? ReadFile(*real) : std::string();
  if (!old) return Failure{CannotWrite(path, EIO)};
  const std::string found = exists ? VersionOf(*old) : std::string();
  if (found != version) {
    const char* what = exists ? "the file has changed on the disk" : "the file is gone from the disk";
    return Failure{JsonResponse({{"error", what}, {"version", found}, {"text", *old}}, 409)};
  }
  if (const int reason = Replace(*real, text)) return Failure{CannotWrite(path, reason)};
  return Json{{"path", *real}, {"version", VersionOf(text)}};
}

// FNV-1a over the bytes (Fowler, Noll, Vo 1991), followed by their number.
std::string VersionOf(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211u;
  }
  return fmt::format("{:016x}-{}", hash, text.size());
}

}  // namespace daedalus::server
