// The state that running evaluations of routines in a thread share: how far they may still go, how deep they
// are, and the frames that lie one upon the other. Interpreted routines and those in machine code call each
// other, and count in the same way:
//
//   - A call costs as many steps as the routine has instructions, a jump backwards as many as it goes over.
//     So the count is never less than the instructions that were carried out, and a loop looks at it once a
//     turn. Since every instruction is carried out fewer than kMaxSteps times, a register that counts by c
//     stays below c kMaxSteps, which whole_numbers.h builds upon.
//   - Each routine within another is one level.
//
// Arrays whose size is known during the run only lie in an arena, one upon the other; a routine gives back
// what it took, unless it is a result.
#pragma once

#include <cstddef>
#include <cstdint>

namespace daedalus::routine {

// A function that takes longer is taken for one that never ends.
constexpr std::int64_t kMaxSteps = 50'000'000;
// Each level takes some of the stack of the processor, of which a thread has 8 MiB.
constexpr std::int64_t kMaxDepth = 1'000;
// Elements of all arrays in the arena of a thread: 8 MiB of address space, used on demand.
constexpr std::int64_t kArenaSize = std::int64_t{1} << 20;

// Machine code knows where its members lie.
struct RunState {
  std::int64_t steps_left = 0;  // filled by the outermost call
  std::int64_t depth = 0;
  double* arena = nullptr;  // nullptr if nobody has needed it yet
  std::int64_t arena_top = 0;
};

RunState& ThreadRun();

// The arena, which does not move.
double* ArenaOf(RunState& run);
// The place of a new array, whose elements are NaN; negative: there is no room for so many. Costs as many
// steps as there are elements.
double TakeArray(RunState& run, double count);

// A text that a function called by a routine gives: as many steps as it has characters, so that the texts of
// a loop that does not end take as little room as its arrays. False: it is too long.
constexpr std::size_t kMaxText = 1'000'000;
bool ChargeText(std::size_t length);

// A piece of memory that does not move, given back in the reverse order.
double* TakeFrame(std::size_t size);
void GiveFrame();

class Frame {
 public:
  explicit Frame(std::size_t size) : registers_(TakeFrame(size)) {}
  ~Frame() { GiveFrame(); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  double* registers() { return registers_; }

 private:
  double* registers_;
};

}  // namespace daedalus::routine
