// What a function measures, in a process of its own: its peak memory is its own then.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>

namespace daedalus::bench {

// Of this process.
inline double PeakBytes() {
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

// The result of `measure`, plain data. A bench of which a part fails ends.
template <typename Measure>
auto Apart(const Measure& measure) {
  using Result = decltype(measure());
  static_assert(std::is_trivially_copyable_v<Result>);
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) std::exit(1);
  const pid_t child = ::fork();
  if (child == 0) {
    const Result result = measure();
    const bool written = ::write(pipe_ends[1], &result, sizeof result) == sizeof result;
    ::_exit(written ? 0 : 1);
  }
  Result result{};
  ::close(pipe_ends[1]);
  const bool read = ::read(pipe_ends[0], &result, sizeof result) == sizeof result;
  ::close(pipe_ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!read || status != 0) std::exit(1);
  return result;
}

}  // namespace daedalus::bench
