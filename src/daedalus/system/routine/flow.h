// How control goes through the code of a routine, and what its instructions read and write.
#pragma once

#include <algorithm>
#include <vector>

#include "daedalus/system/routine/routine.h"

namespace daedalus::routine {

inline bool IsJump(Code code) {
  return code == Code::kJump || code == Code::kJumpIfFalse;
}

// The instructions at which basic blocks begin, in order. The last entry is the end of the code, an empty
// block.
std::vector<std::uint32_t> BlockStarts(const RoutineBody& body);

// Registers by number. The consecutive registers [b, b + count) of loads and stores are not included.
template <class F>
void ForEachRead(const Routine& routine, const Instruction& i, F f) {
  const RoutineBody& body = routine.body();
  switch (i.code) {
    case Code::kMove:
      f(i.b);
      return;
    case Code::kOperation:
      for (std::uint32_t k = 0; k < i.count; ++k) f(body.operands[i.b + k]);
      return;
    case Code::kLoad:
      f(i.c);
      return;
    case Code::kStore:
      f(i.a);
      f(i.c);
      return;
    case Code::kCheckIndex:
    case Code::kJumpIfFalse:
    case Code::kCheckSize:
    case Code::kRelease:
      f(i.a);
      return;
    case Code::kTake:
      f(i.b);
      return;
    case Code::kLoadAt:
      f(i.b);
      f(i.c);
      return;
    case Code::kStoreAt:
      f(i.a);
      f(i.b);
      f(i.c);
      return;
    case Code::kCheckWithin:
    case Code::kCheckSame:
      f(i.a);
      f(i.b);
      return;
    case Code::kCall: {
      const expr::Function& callee = body.calls[i.a] ? *body.calls[i.a] : routine;
      for (std::size_t k = 0; k < callee.num_inputs(); ++k) f(body.operands[i.b + k]);
      return;
    }
    case Code::kJump:
    case Code::kFail:
    case Code::kMark:
      return;
  }
}

template <class F>
void ForEachWritten(const Routine& routine, const Instruction& i, F f) {
  const RoutineBody& body = routine.body();
  const bool writes = i.code == Code::kMove || i.code == Code::kOperation || i.code == Code::kLoad ||
                      i.code == Code::kTake || i.code == Code::kLoadAt || i.code == Code::kMark;
  if (writes) f(i.a);
  if (i.code != Code::kCall) return;
  const expr::Function& callee = body.calls[i.a] ? *body.calls[i.a] : routine;
  for (std::size_t k = 0; k < callee.num_outputs(); ++k) f(body.operands[i.b + callee.num_inputs() + k]);
}

// Per register: true if some path reads it, or ends with it as a result, before any instruction writes it.
std::vector<char> ReadUnassigned(const Routine& routine);

}  // namespace daedalus::routine
