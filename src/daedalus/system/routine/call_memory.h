// What a thread remembers of calls: the results of the last ones, by function and arguments.
//
// Media call a few expensive functions of (p, h) over and over with the same arguments: once for each result
// that an equation wants, once in each kernel, once for each direction of a derivative. Nine of ten calls of
// steam tables are repeated ones. Functions depend on their arguments alone, so what was computed once is
// copied afterwards (Michie 1968, "Memo" functions and machine learning). Arguments are equal if their bits
// are, so results are the same bits, too.
//
// It is a table of fixed size, two places for each value of a hash: the later call displaces the earlier one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::routine {

class CallMemory {
 public:
  // A call that was made.
  struct Call {
    bool ok = false;                       // false: it failed
    std::int64_t steps = 0;                // what it cost (run_state.h): the same call costs the same again
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

  // nullptr: it is not remembered. Valid until the next call of Keep.
  const Call* Find(const Key& key);
  // For tests and benches, which compare executions of one function.
  void Forget() {
    for (Call& call : calls_) call.function = 0;
  }
  void Keep(const Key& key, bool ok, std::int64_t steps, std::span<const double> out);

  // For tests: calls that were computed, because they were not found.
  std::int64_t num_kept() const { return num_kept_; }

 private:
  std::vector<Call> calls_;  // empty until something is kept; two in a row have the same place
  std::int64_t num_kept_ = 0;
};

CallMemory& ThreadCalls();

}  // namespace daedalus::routine
