#include "daedalus/products/page/place_table.h"

#include <filesystem>

namespace daedalus::page {
namespace {

constexpr std::size_t kMostText = 1000;

// Does not split a UTF-8 sequence.
std::string Shortened(std::string_view text) {
  if (text.size() <= kMostText) return std::string(text);
  std::size_t end = kMostText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + " ...";
}

}  // namespace

std::uint32_t PlaceTable::Add(Span span) {
  if (!span.IsValid()) return kNothing;
  const auto [found, is_new] =
      known_.try_emplace({span.file.value, span.begin, span.end}, static_cast<std::uint32_t>(places_.size()));
  if (is_new) {
    const LineColumn at = sources_.Locate(span.file, span.begin);
    places_.push_back({std::filesystem::path(sources_.Name(span.file)).filename().string(), at.line,
                       at.column, Shortened(sources_.Text(span))});
  }
  return found->second;
}

}  // namespace daedalus::page
