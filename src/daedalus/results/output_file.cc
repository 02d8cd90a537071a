#include "daedalus/results/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace daedalus::results {
namespace {

Diagnostic CannotWrite(const std::string& path, int reason) {
  std::string text = std::generic_category().message(reason);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return Error(Code::kCannotWriteFile, {}, "cannot write `{}`: {}", path, text);
}

struct Written {
  std::size_t size = 0;
  int reason = 0;  // why that is not everything
};

Written WriteAll(int descriptor, std::string_view bytes) {
  Written out;
  while (out.size < bytes.size()) {
    const ssize_t n = ::write(descriptor, bytes.data() + out.size, bytes.size() - out.size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      out.reason = errno;
      return out;
    }
    out.size += static_cast<std::size_t>(n);
  }
  return out;
}

int OverwriteAll(int descriptor, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return 0;
}

// Moving a new file onto `path` is right only where a plain file is, or nothing.
bool MayReplace(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  return S_ISREG(status.st_mode) && ::access(path.c_str(), W_OK) == 0;
}

int Open(const std::string& path, int flags) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | flags, 0666);
}

}  // namespace

Result<std::unique_ptr<OutputFile>> OutputFile::Create(const std::string& path, std::string_view head) {
  const std::string temporary = path + ".part" + std::to_string(::getpid());
  int descriptor = MayReplace(path) ? Open(temporary, O_EXCL) : -1;
  const bool moved = descriptor >= 0;
  if (!moved) descriptor = Open(path, 0);
  if (descriptor < 0) return Fail(CannotWrite(path, errno));

  std::unique_ptr<OutputFile> file(new OutputFile(path, descriptor));
  int reason = WriteAll(descriptor, head).reason;
  if (reason == 0 && moved && std::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) {
    if (moved) ::unlink(temporary.c_str());
    return Fail(CannotWrite(path, reason));
  }
  file->size_ = head.size();
  return file;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Unit> OutputFile::Append(std::string_view bytes, const WholeRows& whole_rows) {
  const Written written = WriteAll(descriptor_, bytes);
  if (written.reason == 0) {
    size_ += bytes.size();
    return Unit{};
  }
  size_ += whole_rows(bytes.substr(0, written.size));
  // Half a row is worse than none. (Devices cannot be cut; nothing is lost there either.)
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0) {
    (void)::lseek(descriptor_, static_cast<off_t>(size_), SEEK_SET);
  }
  return Fail(CannotWrite(path_, written.reason));
}

Result<Unit> OutputFile::Overwrite(std::uint64_t offset, std::string_view bytes) {
  DAEDALUS_CHECK(offset + bytes.size() <= size_, "only bytes that were written are replaced");
  if (const int reason = OverwriteAll(descriptor_, offset, bytes)) return Fail(CannotWrite(path_, reason));
  return Unit{};
}

Result<Unit> OutputFile::Close() {
  // Some file systems tell of a full disk only here.
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && ::close(descriptor) != 0) return Fail(CannotWrite(path_, errno));
  return Unit{};
}

Result<Unit> CheckCanWrite(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Fail(CannotWrite(path, EISDIR));
    if (::access(path.c_str(), W_OK) != 0) return Fail(CannotWrite(path, errno));
    return Unit{};
  }
  if (errno != ENOENT) return Fail(CannotWrite(path, errno));
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return Fail(CannotWrite(path, errno));
  return Unit{};
}

Result<Unit> WriteWholeFile(const std::string& path, std::string_view content) {
  Result<std::unique_ptr<OutputFile>> file = OutputFile::Create(path, content);
  if (!file) return Failure{std::move(file).error()};
  return (*file)->Close();
}

}  // namespace daedalus::results
