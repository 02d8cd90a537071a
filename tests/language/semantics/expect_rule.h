// A rule of the language: a text that breaks it, with the message, and its neighbour that keeps it.
#pragma once

#include "language/semantics/support.h"

namespace daedalus::semantics {

// The first message: its code and text, without the place.
inline std::string FirstMessage(std::string text) {
  const Flattened flattened = FlattenText(std::move(text));
  if (flattened.system || flattened.diagnostics.empty()) return "";
  const Diagnostic& d = flattened.diagnostics[0];
  return fmt::format("D{:04} {}", static_cast<int>(d.code), d.message);
}

inline void ExpectRule(std::string_view broken, std::string_view message, std::string_view kept) {
  EXPECT_EQ(FirstMessage(Wrap(broken)), message) << broken;
  EXPECT_EQ(FirstMessage(Wrap(kept)), "") << kept;
}

}  // namespace daedalus::semantics
