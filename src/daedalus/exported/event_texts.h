// The parts of events in C that are the same for every model, but for names and numbers: words between
// dollars.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::exported {

// A value of what is held, and what follows from a new one.
extern const char* const kSetText;
// Where there are discrete equations: a value that may come from an iteration.
extern const char* const kSetAgainText;
// The event iteration.
extern const char* const kEventText;

std::string Fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace daedalus::exported
