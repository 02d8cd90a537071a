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
#include <iterator>
#include <utility>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::semantics {

class Reporter {
 public:
  void Report(Diagnostic d) {
    if (!reported_.insert(KeyOf(d)).second) return;
    num_errors_ += d.severity == Severity::kError;
    diagnostics_.push_back(std::move(d));
  }
  // What stands at this place goes no further.
  void GiveUp(Span span) {
    if (HasErrors()) return;
    Report(Error(Code::kUnexplained, span, "this was not understood, and no reason is known")
               .Note("this is a mistake of Daedalus; the model may be right"));
  }
  bool HasErrors() const { return num_errors_ > 0; }
  std::vector<Diagnostic> Take() { return TakeSince(0); }

  // For an attempt that may fail: what was reported since can be taken back, and reported again.
  std::size_t Mark() const { return diagnostics_.size(); }
  std::vector<Diagnostic> TakeSince(std::size_t mark) {
    std::vector<Diagnostic> taken(std::make_move_iterator(diagnostics_.begin() + static_cast<std::ptrdiff_t>(mark)),
                                  std::make_move_iterator(diagnostics_.end()));
    diagnostics_.resize(mark);
    for (const Diagnostic& d : taken) {
      reported_.erase(KeyOf(d));
      num_errors_ -= d.severity == Severity::kError;
    }
    return taken;
  }
  void ReportAll(std::vector<Diagnostic> diagnostics) {
    for (Diagnostic& d : diagnostics) Report(std::move(d));
  }

 private:
  using Key = std::tuple<Code, std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  // Without a place, the text tells messages apart.
  static Key KeyOf(const Diagnostic& d) {
    const Span& span = d.primary.span;
    return {d.code, span.file.value, span.begin, span.end, span.IsValid() ? std::string() : d.message};
  }

  std::vector<Diagnostic> diagnostics_;
  std::size_t num_errors_ = 0;
  std::set<Key> reported_;
};

}  // namespace daedalus::semantics
