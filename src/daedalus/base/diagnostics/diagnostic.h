// A Diagnostic is a message about the user's text. All stages make the same kind of object; render.h prints
// it to a terminal or as JSON.
//
// Wording: lower case, no full stop, code in `backticks`; say what was seen, then the rule if it is not
// obvious, then perhaps a hint. The primary span marks the narrowest text that is wrong.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/codes.h"
#include "daedalus/base/expected.h"
#include "daedalus/base/source.h"

namespace daedalus {

enum class Severity { kNote, kWarning, kError };

struct Label {
  Span span;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  Code code = Code::kNone;
  std::string message;
  Label primary;                 // no span if the message concerns no place in a text
  std::vector<Label> secondary;  // where the other half of the sentence comes from
  std::vector<std::string> notes;
  std::string hint;

  // Chained building: Error(Code::kX, span, "...").With(other, "declared here").Note("...").Hint("...")
  Diagnostic& Here(std::string text) & {
    primary.text = std::move(text);
    return *this;
  }
  Diagnostic& With(Span span, std::string text) & {
    secondary.push_back({span, std::move(text)});
    return *this;
  }
  Diagnostic& Note(std::string text) & {
    notes.push_back(std::move(text));
    return *this;
  }
  Diagnostic& Hint(std::string text) & {
    hint = std::move(text);
    return *this;
  }
  Diagnostic&& Here(std::string text) && { return std::move(Here(std::move(text))); }
  Diagnostic&& With(Span span, std::string text) && { return std::move(With(span, std::move(text))); }
  Diagnostic&& Note(std::string text) && { return std::move(Note(std::move(text))); }
  Diagnostic&& Hint(std::string text) && { return std::move(Hint(std::move(text))); }
};

template <class... Args>
Diagnostic Error(Code code, Span span, fmt::format_string<Args...> format, Args&&... args) {
  Diagnostic d;
  d.code = code;
  d.primary.span = span;
  d.message = fmt::format(format, std::forward<Args>(args)...);
  return d;
}

template <class... Args>
Diagnostic Warning(Code code, Span span, fmt::format_string<Args...> format, Args&&... args) {
  Diagnostic d = Error(code, span, format, std::forward<Args>(args)...);
  d.severity = Severity::kWarning;
  return d;
}

// True if the list already has this message at this place.
inline bool IsAmong(const Diagnostic& d, const std::vector<Diagnostic>& list) {
  return std::ranges::any_of(list, [&](const Diagnostic& other) {
    return other.code == d.code && other.primary.span == d.primary.span && other.message == d.message;
  });
}

// Collects what the stages report, in the order of reporting.
class Diagnostics {
 public:
  // The reference is valid until the next report: for chaining only.
  Diagnostic& Report(Diagnostic d) {
    if (d.severity == Severity::kError) ++num_errors_;
    items_.push_back(std::move(d));
    return items_.back();
  }
  void Append(std::vector<Diagnostic> more) {
    for (Diagnostic& d : more) Report(std::move(d));
  }
  // Skips messages that are already in the list.
  void AppendNew(std::vector<Diagnostic> more) {
    for (Diagnostic& d : more) {
      if (!IsAmong(d, items_)) Report(std::move(d));
    }
  }
  bool HasErrors() const { return num_errors_ > 0; }
  std::size_t num_errors() const { return num_errors_; }
  const std::vector<Diagnostic>& items() const { return items_; }
  std::vector<Diagnostic> Take() {
    num_errors_ = 0;
    return std::exchange(items_, {});
  }

 private:
  std::vector<Diagnostic> items_;
  std::size_t num_errors_ = 0;
};

// The value, or the diagnostics (at least one of them an error) that say why there is none.
template <class T>
using Result = Expected<T, std::vector<Diagnostic>>;

inline Failure<std::vector<Diagnostic>> Fail(Diagnostic d) {
  std::vector<Diagnostic> list;
  list.push_back(std::move(d));
  return {std::move(list)};
}

}  // namespace daedalus
