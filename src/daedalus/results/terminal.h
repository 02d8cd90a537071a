// The abilities of the terminal.
#pragma once

namespace daedalus::results {

// Empties the line where the cursor is.
inline constexpr const char* kEraseLine = "\r\x1b[K";

// By LC_ALL, LC_CTYPE and LANG, in this order.
bool LocaleIsUtf8();
// A terminal that understands escape sequences.
bool IsCapableTerminal(int descriptor);
// The width of the terminal, or `fallback` where there is none.
int TerminalColumns(int descriptor, int fallback);

}  // namespace daedalus::results
