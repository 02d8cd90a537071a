// Prints to the standard streams. If a stream cannot be written (a full disk), the command continues, since
// its results are worth more than its report. FinishOutput reports the failure at the end.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace daedalus::cli {

inline void Write(std::FILE* stream, std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stream);  // the stream remembers a failure
}

template <class... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  Write(stdout, fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
void PrintError(fmt::format_string<Args...> format, Args&&... args) {
  Write(stderr, fmt::format(format, std::forward<Args>(args)...));
}

// Call this last. Returns the exit code of the program: `exit_code`, or kModelWrong if everything went well
// but standard output could not be written.
int FinishOutput(int exit_code);

}  // namespace daedalus::cli
