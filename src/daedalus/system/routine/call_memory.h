// The results of the last calls that a thread has made, found by function and arguments.
//
// Models of media call a few expensive functions of (p, h) with the same arguments again and again: for each
// result that an equation needs, in each kernel, and for each direction of a derivative. Nine of ten calls of
// steam tables repeat an earlier call. Functions depend on nothing but their arguments, so a stored result
// can replace a repeated call (Michie 1968, "Memo" functions and machine learning). Arguments count as equal
// only if all their bits are equal, so the results have equal bits too.
//
// The table has a fixed size, with two places for each hash value. A new call replaces the older one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::routine {

class CallMemory {
 public:
  // A call and its results.
  struct Call {
    bool ok = false;                       // false: it failed
    std::int64_t steps = 0;                // the steps it took (run_state.h); a repeated call counts the same
    std::uint64_t function = 0, hash = 0;  // no function has the number 0
    std::vector<double> numbers;           // arguments, then results

    std::span<const double> Results(std::size_t num_inputs) const {
      return std::span(numbers).subspan(num_inputs);
    }
  };
  struct Key {
    Key(std::uint64_t function, std::span<const double> in);
    std::uint64_t function;
    std::span<const double> in;
    std::uint64_t hash;
  };

  // nullptr if the call is not stored. The pointer is valid until the next call of Keep.
  const Call* Find(const Key& key);
  // For tests and benches that compare several executions of one function.
  void Forget() {
    for (Call& call : calls_) call.function = 0;
  }
  void Keep(const Key& key, bool ok, std::int64_t steps, std::span<const double> out);

  // For tests: how many calls were computed because they were not found.
  std::int64_t num_kept() const { return num_kept_; }

 private:
  std::vector<Call> calls_;  // empty until a call is stored; two neighbours share a hash value
  std::int64_t num_kept_ = 0;
};

CallMemory& ThreadCalls();

}  // namespace daedalus::routine
