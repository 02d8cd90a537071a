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
    if (num_silent_ > 0 || (num_unused_ > 0 && ComesFromValues(d.code))) return;
    const Span& span = d.primary.span;
    // Without a place, the text tells messages apart.
    const std::string text = span.IsValid() ? std::string() : d.message;
    if (!reported_.insert({d.code, span.file.value, span.begin, span.end, text}).second) return;
    diagnostics_.Report(std::move(d));
  }
  // While one of these is there, what is read is not used with the values that parameters have: mistakes that
  // come from values and sizes are none.
  class Unused {
   public:
    explicit Unused(Reporter& reporter) : reporter_(reporter) { ++reporter_.num_unused_; }
    ~Unused() { --reporter_.num_unused_; }
    Unused(const Unused&) = delete;
    Unused& operator=(const Unused&) = delete;

   private:
    Reporter& reporter_;
  };

  // While one of these is there, something is tried that may fail: whoever tries has another way, and the
  // same text was read before with its mistakes told.
  class Silent {
   public:
    explicit Silent(Reporter& reporter) : reporter_(reporter) { ++reporter_.num_silent_; }
    ~Silent() { --reporter_.num_silent_; }
    Silent(const Silent&) = delete;
    Silent& operator=(const Silent&) = delete;

   private:
    Reporter& reporter_;
  };

  // What stands at this place goes no further.
  void GiveUp(Span span) {
    if (HasErrors() || num_unused_ > 0) return;
    Report(Error(Code::kUnexplained, span, "this was not understood, and no reason is known")
               .Note("this is a mistake of Daedalus; the model may be right"));
  }
  bool HasErrors() const { return diagnostics_.HasErrors(); }
  std::vector<Diagnostic> Take() { return diagnostics_.Take(); }

 private:
  static bool ComesFromValues(Code code) {
    switch (code) {
      case Code::kSubscriptOutOfBounds:
      case Code::kDimensionMismatch:
      case Code::kBadDimension:
      case Code::kBadRange:
      case Code::kDivisionByZero:
      case Code::kIntegerOverflow:
      case Code::kWrongArgumentType:
      case Code::kNotEvaluable:
        return true;
      default:
        return false;
    }
  }

  int num_unused_ = 0;
  int num_silent_ = 0;
  Diagnostics diagnostics_;
  std::set<std::tuple<Code, std::uint32_t, std::uint32_t, std::uint32_t, std::string>> reported_;
};

}  // namespace daedalus::semantics
