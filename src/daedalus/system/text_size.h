// How long is the flat text of a System? The graph contains a repeated expression once, the text writes it
// out each time. A few thousand expressions can be more text than any disk holds (random numbers drawn from
// each other, properties of water). Such expressions are written as calls of functions (shared_text.h), whose
// local variables hold the repeated parts once.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus {

class TextSizes {
 public:
  // An expression with at most this many terms is written out, whatever repetitions it contains.
  static constexpr double kMostInPlace = 2000;

  explicit TextSizes(const System& system);

  // The number of terms when written out in full, except for functions inside relations and the like;
  // infinite if a double cannot count them.
  double OutInFull(ExprId e) const { return terms_[e.index()]; }
  // True if the expression is long, and most of it is repetition.
  bool IsFunction(ExprId e) { return CallSize(e) > 0; }
  // The number of terms as it is written.
  double Written(ExprId e);

 private:
  double CallSize(ExprId e);

  const System& system_;
  std::vector<double> terms_;
  std::unordered_map<std::uint32_t, double> call_sizes_;  // of the long ones; 0: it is not a call
  expr::Traversal traversal_;
};

// The error for the first equation with more than this many terms as written; nullopt if there is none.
std::optional<Diagnostic> FindTooLongText(const System& system, double max_terms);

}  // namespace daedalus
