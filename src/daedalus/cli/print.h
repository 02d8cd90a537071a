// Printing to the standard streams. A stream that cannot be written (a full disk behind it) does not stop a
// command half-way: its results are worth more than its report. It is told at the end, by FinishOutput.
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

// To be called last. Returns the exit code of the program: `exit_code`, or kModelWrong where everything went
// well and standard output could not be written.
int FinishOutput(int exit_code);

}  // namespace daedalus::cli
