// How long the flat text of a System is. The graph holds once what occurs many times, the text writes it out
// each time: a few thousand expressions can be more text than any disk holds (random numbers that are drawn
// from each other, properties of water). Those are written as calls of functions (shared_text.h), whose local
// variables hold once what occurs many times.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus {

class TextSizes {
 public:
  // What has no more terms than this is written where it stands, however often something occurs in it.
  static constexpr double kMostInPlace = 2000;

  explicit TextSizes(const System& system);

  // Written out in full, but for functions inside of relations and the like; infinite where a double cannot
  // count them.
  double OutInFull(ExprId e) const { return terms_[e.index()]; }
  // It is long, and most of it is repetition.
  bool IsFunction(ExprId e) { return CallSize(e) > 0; }
  // As it is written.
  double Written(ExprId e);

 private:
  double CallSize(ExprId e);

  const System& system_;
  std::vector<double> terms_;
  std::unordered_map<std::uint32_t, double> call_sizes_;  // of those that are long; 0: it is no call
  expr::Traversal traversal_;
};

// The error for the first equation with more than this many terms as it is written; nothing where there is
// none.
std::optional<Diagnostic> FindTooLongText(const System& system, double max_terms);

}  // namespace daedalus
