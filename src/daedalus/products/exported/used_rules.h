// The rules of events without those that a program does not use. Compilers warn of constants and functions
// that nothing uses.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::exported {

// `rules`: declarations with empty lines between them (hybrid/event_rules.h). Types are always kept.
std::string UsedRules(std::string_view rules, std::string_view code);

}  // namespace daedalus::exported
