// The parts of events in C that are the same for every model, except for names and numbers, which are words
// between dollars.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::exported {

// The rules of hybrid/event_rules.h, word for word: the build copies them.
extern const char* const kEventRules;
// A function that sets a held value, and everything that follows from its change.
extern const char* const kSetText;
// The same for models with discrete equations, where the value may come from an iteration.
extern const char* const kSetAgainText;
// The event iteration of hybrid/event_iteration.cc. Its order is written a second time here, with bounded
// work; the decisions are those of the rules.
extern const char* const kEventText;

std::string Fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace daedalus::exported
