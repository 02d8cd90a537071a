// Source texts, and spans of bytes in them. Everything that a message can point at is a Span.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/id.h"

namespace daedalus {

struct SourceFileTag;
using SourceFileId = Id<SourceFileTag>;

// The bytes [begin, end) of one source file. A default Span points nowhere.
struct Span {
  SourceFileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool IsValid() const { return file.IsValid(); }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both (of the same file; an invalid one is ignored).
Span Cover(Span a, Span b);

// 1-based; columns count Unicode code points, as editors do.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Owns all source texts of a run. Texts never move once added, so views into them stay valid.
class Sources {
 public:
  SourceFileId Add(std::string name, std::string text);

  const std::string& Name(SourceFileId file) const { return files_[file.index()].name; }
  std::string_view Text(SourceFileId file) const { return files_[file.index()].text; }
  std::string_view Text(Span span) const;
  std::size_t size() const { return files_.size(); }

  LineColumn Locate(SourceFileId file, std::uint32_t offset) const;
  // The text of a 1-based line, without its line end.
  std::string_view Line(SourceFileId file, std::uint32_t line) const;
  Span WholeFile(SourceFileId file) const;

 private:
  struct File {
    std::string name;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;  // computed on first use
  };
  const std::vector<std::uint32_t>& LineStarts(const File& file) const;

  std::deque<File> files_;
};

}  // namespace daedalus
