// Numbers the texts of a model's Strings: equal texts have the same number. Number 1 is the empty text, the
// start value of every String.
//
// During a run, events of several instances add texts (`"speed " + String(w)`) from several threads. The
// table only grows. Any number of threads may read and extend it.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string_view>

#include "daedalus/base/id.h"
#include "daedalus/base/interner.h"

namespace daedalus {

class TextTable {
 public:
  TextTable() { texts_.Intern(""); }

  double NumberOf(std::string_view text) {
    const std::scoped_lock lock(mutex_);
    return static_cast<double>(texts_.Intern(text).value) + 1;
  }
  // nullopt if no text has this number. The view is valid as long as the table.
  std::optional<std::string_view> TextOf(double number) const {
    const std::scoped_lock lock(mutex_);
    if (!(number >= 1) || number > static_cast<double>(texts_.size())) return std::nullopt;
    return texts_.Text(TextId(static_cast<std::size_t>(number) - 1));
  }

 private:
  struct TextTag;
  using TextId = Id<TextTag>;

  mutable std::mutex mutex_;
  StringInterner<TextId> texts_;
};

}  // namespace daedalus
