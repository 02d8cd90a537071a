// The texts that Strings of a model have, as numbers: equal texts have one number, from 1 on; the first is
// the empty text, with which Strings start.
//
// During a run events write further texts (`"speed " + String(w)`), possibly of several instances in several
// threads at once: a table grows, forgets nothing, and may be asked and extended by any number of threads.
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
  // Nothing: no text has this number. Valid as long as the table.
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
