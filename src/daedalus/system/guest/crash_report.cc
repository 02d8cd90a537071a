#include "daedalus/system/guest/crash_report.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace daedalus::guest {
namespace {

constexpr std::size_t kMostLibraries = 64;
constexpr int kMostFrames = 100;
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Written before the handler can run, and never freed: a handler may not use locks or memory of the heap.
std::array<std::atomic<const char*>, kMostLibraries> libraries;
std::atomic<std::size_t> num_libraries = 0;
std::atomic<char*> crash_name = nullptr;

bool IsOfFmu(const char* file) {
  const std::size_t count = num_libraries.load();
  for (std::size_t i = 0; i < count && i < kMostLibraries; ++i) {
    const char* const library = libraries[i].load();
    if (library != nullptr && std::strcmp(library, file) == 0) return true;
  }
  return false;
}

void Write(const char* text) {
  static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text)));
}

void Report(const char* function, const char* library, int number) {
  if (char* const name = crash_name.load()) {
    std::strncpy(name, function, kCrashNameSize - 1);
    return;
  }
  Write("error[D0631]: the binary of an FMU crashes in `");
  Write(function);
  Write("` (signal ");
  Write(::strsignal(number));
  Write(")\n  = note: ");
  Write(library);
  Write("\n");
}

// The outermost frame in the library is that of the function of FMI.
void HandleCrash(int number) {
  std::array<void*, kMostFrames> frames{};
  const int count = ::backtrace(frames.data(), kMostFrames);
  for (int i = count; i-- > 0;) {
    Dl_info place{};
    if (::dladdr(frames[static_cast<std::size_t>(i)], &place) == 0 || place.dli_fname == nullptr) continue;
    if (!IsOfFmu(place.dli_fname)) continue;
    Report(place.dli_sname != nullptr ? place.dli_sname : "an unknown function", place.dli_fname, number);
    break;
  }
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void InstallHandlers() {
  std::array<void*, 1> first{};
  ::backtrace(first.data(), 1);  // loads what it needs while memory can still be had
  static std::array<char, std::size_t{1} << 16> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  ::sigaltstack(&other, nullptr);
  for (const int number : kSignals) {
    struct sigaction present{};
    ::sigaction(number, nullptr, &present);
    // Whoever has a handler of its own keeps it: a sanitizer, or a program around this library.
    if (present.sa_handler != SIG_DFL) continue;
    struct sigaction action{};
    action.sa_handler = HandleCrash;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace

void ReportCrashesOf(const std::string& file) {
  const std::size_t place = num_libraries.fetch_add(1);
  if (place < kMostLibraries) libraries[place].store(::strdup(file.c_str()));
  if (place == 0) InstallHandlers();
}

void NameCrashesIn(char* name) {
  crash_name.store(name);
}

}  // namespace daedalus::guest
