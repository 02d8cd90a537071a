// Text with indentation, and lines that are broken where the text allows it.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::syntax {

class TextWriter {
 public:
  enum class LongLines { kBreak, kKeep };

  explicit TextWriter(LongLines long_lines) : long_lines_(long_lines) {}

  void Write(std::string_view text) {
    if (out_.size() == line_begin_) out_.append(2 * static_cast<std::size_t>(level_), ' ');
    out_ += text;
  }
  // Text of the user, which may have line ends in it.
  void WriteVerbatim(std::string_view text) {
    Write(text);
    const std::size_t last = text.rfind('\n');
    if (last != std::string_view::npos) line_begin_ = out_.size() - (text.size() - last - 1);
  }
  void EndLine() {
    out_ += '\n';
    line_begin_ = out_.size();
  }
  // A line may be broken here: it is, when it is long already.
  void AllowBreak() {
    if (long_lines_ == LongLines::kKeep || out_.size() - line_begin_ < kLongLine) return;
    while (out_.ends_with(' ')) out_.pop_back();
    EndLine();
    out_.append(2 * static_cast<std::size_t>(level_) + 4, ' ');
  }
  bool AtLineBegin() const { return out_.size() == line_begin_; }

  void Indent() { ++level_; }
  void Outdent() { --level_; }
  std::string Take() { return std::move(out_); }

 private:
  static constexpr std::size_t kLongLine = 90;

  LongLines long_lines_;
  std::string out_;
  std::size_t line_begin_ = 0;
  int level_ = 0;
};

}  // namespace daedalus::syntax
