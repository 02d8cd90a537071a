#include "daedalus/base/source.h"

#include <algorithm>

namespace daedalus {

Span Cover(Span a, Span b) {
  if (!a.IsValid()) return b;
  if (!b.IsValid() || a.file != b.file) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

SourceFileId Sources::Add(std::string name, std::string text) {
  DAEDALUS_CHECK(text.size() < Id<SourceFileTag>::kNoneValue,
                 "offsets fit 32 bits; the reader refuses larger files");
  files_.push_back(File{std::move(name), std::move(text), {}});
  return SourceFileId(files_.size() - 1);
}

std::string_view Sources::Text(Span span) const {
  if (!span.IsValid()) return {};
  return Text(span.file).substr(span.begin, span.end - span.begin);
}

const std::vector<std::uint32_t>& Sources::LineStarts(const File& file) const {
  if (file.line_starts.empty()) {
    file.line_starts.push_back(0);
    for (std::size_t i = 0; i < file.text.size(); ++i) {
      if (file.text[i] == '\n') file.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  return file.line_starts;
}

LineColumn Sources::Locate(SourceFileId id, std::uint32_t offset) const {
  const File& file = files_[id.index()];
  const auto& starts = LineStarts(file);
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(file.text.size()));
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - starts.begin());
  std::uint32_t column = 1;
  for (std::uint32_t i = starts[line - 1]; i < offset; ++i) {
    const bool continues_a_code_point = (static_cast<unsigned char>(file.text[i]) & 0xC0) == 0x80;
    if (!continues_a_code_point) ++column;
  }
  return {line, column};
}

std::string_view Sources::Line(SourceFileId id, std::uint32_t line) const {
  const File& file = files_[id.index()];
  const auto& starts = LineStarts(file);
  if (line == 0 || line > starts.size()) return {};
  const std::size_t begin = starts[line - 1];
  const std::size_t end = line < starts.size() ? starts[line] : file.text.size();
  std::string_view text = std::string_view(file.text).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

Span Sources::WholeFile(SourceFileId file) const {
  return {file, 0, static_cast<std::uint32_t>(Text(file).size())};
}

}  // namespace daedalus
