// Ctrl-C and `kill` end a command that has results to keep, with the results so far.
#pragma once

#include <atomic>

namespace daedalus::cli {

// Until this call a signal simply ends the program. Afterwards the first SIGINT or SIGTERM sets the flag. A
// second one ends the program at once.
void CatchInterrupts();
const std::atomic<bool>& InterruptFlag();
// SIGINT or SIGTERM; 0: none has come.
int ReceivedSignal();

}  // namespace daedalus::cli
