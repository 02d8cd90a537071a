// A message when the binary of an FMU crashes. Foreign code runs in this process, so the process ends. The
// message names the function of FMI that was called, from the stack of the crash.
#pragma once

#include <cstddef>
#include <string>

namespace daedalus::guest {

// From now on a crash in this library is reported. `file` is the path under which it was loaded.
void ReportCrashesOf(const std::string& file);

// In a process for an FMU alone: the name of the function goes here instead, and its parent reports it.
inline constexpr std::size_t kCrashNameSize = 256;
void NameCrashesIn(char* name);

}  // namespace daedalus::guest
