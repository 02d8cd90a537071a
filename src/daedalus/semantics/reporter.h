// Collects the messages of one flattening. A mistake inside a loop is met in every iteration and a
// declaration is looked at more than once, so the same kind of message at the same place is kept once.
//
// An error value flows on in silence because its mistake was reported where it was made. Should that ever not
// be so, a part of the model would vanish and a wrong one be simulated. Therefore whoever gives something up
// says so by GiveUp, which is an error of its own kind when there is no other.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::semantics {

class Reporter {
 public:
  void Report(Diagnostic d) {
    const Span& span = d.primary.span;
    // Without a place, the text tells messages apart.
    const std::string text = span.IsValid() ? std::string() : d.message;
    if (!reported_.insert({d.code, span.file.value, span.begin, span.end, text}).second) return;
    diagnostics_.Report(std::move(d));
  }
  // What stands at this place goes no further.
  void GiveUp(Span span) {
    if (HasErrors()) return;
    Report(Error(Code::kUnexplained, span, "this was not understood, and no reason is known")
               .Note("this is a mistake of Daedalus; the model may be right"));
  }
  bool HasErrors() const { return diagnostics_.HasErrors(); }
  std::vector<Diagnostic> Take() { return diagnostics_.Take(); }

 private:
  Diagnostics diagnostics_;
  std::set<std::tuple<Code, std::uint32_t, std::uint32_t, std::uint32_t, std::string>> reported_;
};

}  // namespace daedalus::semantics
