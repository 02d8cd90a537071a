// The parts of events in C that are the same for every model, but for names and numbers: words between
// dollars.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::exported {

// The rules of hybrid/event_rules.h, word for word: the build copies them.
extern const char* const kEventRules;
// A value of what is held, and what follows from a new one.
extern const char* const kSetText;
// Where there are discrete equations: a value that may come from an iteration.
extern const char* const kSetAgainText;
// The event iteration, as hybrid/event_iteration.cc has it: the order of things is written a second time
// here, with bounded work, and what is decided is decided by the rules.
extern const char* const kEventText;

std::string Fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace daedalus::exported
