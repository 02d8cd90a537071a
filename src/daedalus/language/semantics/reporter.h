// Collects the messages of one flattening. Every iteration of a loop meets the same mistake, and a
// declaration is read more than once. So each kind of message is kept once for each place.
//
// An error value is passed on silently because its mistake was reported where it was made. If that were not
// so, a part of the model would vanish and a wrong model would be simulated. Therefore code that gives up
// calls GiveUp, which is an error of its own kind if there is no other.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::semantics {

class Reporter {
 public:
  void Report(Diagnostic d) {
    if (num_silent_ > 0 || (num_unused_ > 0 && ComesFromValues(d.code))) return;
    const Span& span = d.primary.span;
    // If there is no place, the text distinguishes messages.
    const std::string text = span.IsValid() ? std::string() : d.message;
    if (!reported_.insert({d.code, span.file.value, span.begin, span.end, text}).second) return;
    diagnostics_.Report(std::move(d));
  }
  // While one of these exists, the text is not used with the present parameter values. Mistakes that come
  // from values and sizes are then ignored.
  class Unused {
   public:
    explicit Unused(Reporter& reporter) : reporter_(reporter) { ++reporter_.num_unused_; }
    ~Unused() { --reporter_.num_unused_; }
    Unused(const Unused&) = delete;
    Unused& operator=(const Unused&) = delete;

   private:
    Reporter& reporter_;
  };

  // While one of these exists, something is tried that may fail. The caller has another way, and mistakes in
  // this text were already reported when it was first read.
  class Silent {
   public:
    explicit Silent(Reporter& reporter) : reporter_(reporter) { ++reporter_.num_silent_; }
    ~Silent() { --reporter_.num_silent_; }
    Silent(const Silent&) = delete;
    Silent& operator=(const Silent&) = delete;

   private:
    Reporter& reporter_;
  };

  // Gives up the text at this place.
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
