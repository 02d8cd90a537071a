// Collects the messages of one flattening. A mistake inside a loop is met in every iteration and a declaration is
// looked at more than once, so the same kind of message at the same place is kept once.
#pragma once

#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::semantics {

class Reporter {
 public:
  void Report(Diagnostic d) {
    const auto key = std::tuple(d.code, d.primary.span.file.value, d.primary.span.begin, d.primary.span.end);
    if (d.primary.span.IsValid() && !reported_.insert(key).second) return;
    diagnostics_.Report(std::move(d));
  }
  bool HasErrors() const { return diagnostics_.HasErrors(); }
  std::vector<Diagnostic> Take() { return diagnostics_.Take(); }

 private:
  Diagnostics diagnostics_;
  std::set<std::tuple<Code, std::uint32_t, std::uint32_t, std::uint32_t>> reported_;
};

}  // namespace daedalus::semantics
