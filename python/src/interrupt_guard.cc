#include "interrupt_guard.h"

#include <nanobind/nanobind.h>

namespace daedalus::python {
namespace {

// A handler of signals has no arguments of ours. There is one guard at a time.
std::atomic<std::atomic<bool>*> flag_of_run = nullptr;
struct sigaction handler_before = {};

void Interrupt(int signal) {
  if (std::atomic<bool>* const flag = flag_of_run) flag->store(true);
  if (handler_before.sa_handler != SIG_DFL && handler_before.sa_handler != SIG_IGN)
    handler_before.sa_handler(signal);
}

// Who ignores the signal, or wants more than its number, keeps it.
bool IsOrdinary(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL;
}

}  // namespace

InterruptGuard::InterruptGuard(std::atomic<bool>* flag) {
  if (flag == nullptr || flag_of_run != nullptr) return;
  if (sigaction(SIGINT, nullptr, &handler_before) != 0 || !IsOrdinary(handler_before)) return;
  flag_of_run = flag;
  struct sigaction ours = handler_before;
  ours.sa_handler = Interrupt;
  is_installed_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

InterruptGuard::~InterruptGuard() {
  if (!is_installed_) return;
  sigaction(SIGINT, &handler_before, nullptr);
  flag_of_run = nullptr;
}

bool TakeKeyboardInterrupt() {
  if (PyErr_CheckSignals() == 0) return false;
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw nanobind::python_error();
  PyErr_Clear();
  return true;
}

}  // namespace daedalus::python
