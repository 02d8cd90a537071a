// While an object of this class lives, Ctrl-C also sets a flag.
//
// Python's own handler of SIGINT only makes a note, which the interpreter reads once it runs again. A run in
// C++ would not end before its stop time. Python's handler is still called, so that it raises
// KeyboardInterrupt afterwards. Only the main thread of Python may make such an object, one at a time.
#pragma once

#include <atomic>
#include <csignal>

namespace daedalus::python {

class InterruptGuard {
 public:
  // null: nothing happens.
  explicit InterruptGuard(std::atomic<bool>* flag);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  bool is_installed_ = false;
};

// With the GIL, after a guard has ended: runs Python's handlers of signals. True if they have raised
// KeyboardInterrupt, which is then no longer pending. Throws what else they have raised.
bool TakeKeyboardInterrupt();

}  // namespace daedalus::python
