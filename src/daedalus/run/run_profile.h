// Where the integration of a run has spent its time, as plain values (take_profile.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/base/source.h"

namespace daedalus::run {

struct RunProfile {
  struct Part {
    std::string name;
    std::int64_t count = 0;
    double seconds = 0;
  };
  std::vector<Part> parts;  // of the integration; they do not overlap

  // An algebraic loop, or assignments that are computed together.
  struct Block {
    std::string kind;
    std::vector<std::string> unknowns;
    std::size_t iterated = 0;  // unknowns of the iteration; 0 without one
    std::int64_t solved = 0;
    std::int64_t iterations = 0;
    std::int64_t factorizations = 0;
    double seconds = 0;  // with the functions that it calls
    std::vector<Span> equations;
  };
  std::vector<Block> blocks;  // most time first, as in the lists below

  struct CalledFunction {
    std::string name;
    Span span;
    std::int64_t calls = 0;
    double own = 0, total = 0;  // seconds, without and with the functions that it calls
  };
  std::vector<CalledFunction> functions;

  struct EventCause {
    std::string text;  // the relation or sample
    Span span;
    std::int64_t count = 0;
    double seconds = 0;
  };
  std::vector<EventCause> events;

  // Equations and causes of events of a line. The time of a block is divided among its equations by an
  // estimate of their operations.
  struct Line {
    Span span;
    double seconds = 0;
  };
  std::vector<Line> lines;
};

}  // namespace daedalus::run
