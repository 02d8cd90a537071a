#include "daedalus/products/drawing/read/bitmap.h"

#include <array>
#include <cctype>
#include <filesystem>

#include "daedalus/base/base64.h"
#include "daedalus/base/read_file.h"
#include "daedalus/language/library/resource_uri.h"

namespace daedalus::drawing {
namespace {

// A larger picture would make the page slow, and is probably there by mistake.
constexpr std::uintmax_t kLargestPicture = std::uintmax_t(16) << 20;

void WarnPicture(ReadContext& read, Span span, std::string message) {
  Diagnostic warning = Warning(Code::kBadResource, span, "{}", message);
  if (!IsAmong(warning, read.diagnostics.items())) read.diagnostics.Report(std::move(warning));
}

// A path that is relative to the file that contains the annotation.
std::string BesideText(ReadContext& read, std::string_view address, Span span) {
  namespace fs = std::filesystem;
  const fs::path path(address);
  const std::string& file = read.semantics.envs.store().sources().Name(span.file);
  if (path.is_absolute() || address.find(":/") != std::string_view::npos) return std::string(address);
  return (fs::path(file).parent_path() / path).string();
}

}  // namespace

std::string_view MediaTypeOf(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return "image/gif";
  if (bytes.starts_with("BM")) return "image/bmp";
  if (bytes.starts_with("RIFF") && bytes.substr(0, 16).find("WEBP") == 8) return "image/webp";
  // A viewer shows an SVG in an <image> without running its scripts and without loading other files.
  if (bytes.substr(0, 1024).find("<svg") != std::string_view::npos) return "image/svg+xml";
  return {};
}

void EmbedFile(ReadContext& read, std::string_view address, Span span, BitmapForm& bitmap) {
  bitmap.name = std::string(address);
  const auto file =
      library::ResolveResource(read.semantics.envs.store(), BesideText(read, address, span), span);
  if (!file) {
    return WarnPicture(read, span, fmt::format("the picture is left out: {}", file.error()[0].message));
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(*file, error))
    return WarnPicture(read, span, fmt::format("the picture is left out: there is no file `{}`", *file));
  if (const auto size = std::filesystem::file_size(*file, error); !error && size > kLargestPicture)
    return WarnPicture(read, span, fmt::format("the picture is left out: `{}` has {} bytes", *file, size));
  const auto bytes = ReadFile(*file);
  if (!bytes)
    return WarnPicture(read, span, fmt::format("the picture is left out: `{}`: {}", *file, bytes.error()));
  bitmap.media_type = std::string(MediaTypeOf(*bytes));
  if (bitmap.media_type.empty()) {
    return WarnPicture(
        read, span,
        fmt::format("the picture is left out: `{}` is not a PNG, JPEG, GIF, BMP, WebP or SVG file", *file));
  }
  bitmap.base64 = EncodeBase64(*bytes);
}

void EmbedSource(ReadContext& read, std::string_view base64, Span span, BitmapForm& bitmap) {
  const auto bytes = DecodeBase64(base64);
  if (!bytes) return WarnPicture(read, span, "the picture is left out: `imageSource` is not base64");
  bitmap.media_type = std::string(MediaTypeOf(*bytes));
  if (bitmap.media_type.empty())
    return WarnPicture(read, span, "the picture is left out: `imageSource` is not a known kind of picture");
  bitmap.base64 = EncodeBase64(*bytes);
}

}  // namespace daedalus::drawing
