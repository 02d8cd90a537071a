// State that is shared by all routines running in a thread: the steps that are left, the depth of calls, and
// the stack of frames. Interpreted routines and machine code call each other, and count in the same way:
//
// - A call costs as many steps as the routine has instructions. A backward jump costs as many steps as the
// instructions it jumps over. So the count is never less than the number of executed instructions, and a loop
// checks it once a turn. Every instruction is executed fewer than kMaxSteps times. So a register that counts
// by c stays below c kMaxSteps, and whole_numbers.h relies on that.
// - Each routine called by another routine adds one level.
//
// Arrays whose size is known only during the run lie in an arena, one after the other. A routine frees the
// arrays that it took, except for results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace daedalus::routine {

// A function that takes longer is assumed not to end.
constexpr std::int64_t kMaxSteps = 50'000'000;
// Each level uses some of the processor's stack, of which a thread has 8 MiB.
constexpr std::int64_t kMaxDepth = 1'000;
// The number of elements that all arrays of a thread may have together: 8 MiB of address space, used on
// demand.
constexpr std::int64_t kArenaSize = std::int64_t{1} << 20;

// Machine code relies on the offsets of these members.
struct RunState {
  std::int64_t steps_left = 0;  // set by the outermost call
  std::int64_t depth = 0;
  double* arena = nullptr;  // nullptr until it is needed
  std::int64_t arena_top = 0;
};

RunState& ThreadRun();

// The arena. It does not move.
double* ArenaOf(RunState& run);
// The place of a new array whose elements are NaN; negative if there is no room. Costs as many steps as there
// are elements.
double TakeArray(RunState& run, double count);

// Charges one step for each character of a text that a called function returns. So the texts of an endless
// loop cannot take more memory than its arrays. False if the text is too long.
constexpr std::size_t kMaxText = 1'000'000;
bool ChargeText(std::size_t length);

// A piece of memory that does not move. Pieces are freed in reverse order.
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
