// ModelicaUtilities.h: what foreign functions may call. Their libraries find these names in the program that
// loads them, so that it has to export them (src/daedalus/system/native/CMakeLists.txt).
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "daedalus/system/native/foreign_state.h"

namespace {

using daedalus::native::CurrentForeignState;
using daedalus::native::ForeignState;

std::string Formatted(const char* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

// Texts bring the end of their line with them.
void Say(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  const ForeignState* const state = CurrentForeignState();
  if (state != nullptr && state->outside != nullptr && state->outside->print) {
    state->outside->print(text);
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
}

[[noreturn]] void Escape() {
  ForeignState* const state = CurrentForeignState();
  if (state == nullptr) std::abort();  // outside of a call there is nowhere to go
  std::longjmp(state->escape, 1);
}

void Note(std::string text) {
  if (ForeignState* const state = CurrentForeignState()) state->error = std::move(text);
}

char* Allocate(std::size_t length) {
  ForeignState* const state = CurrentForeignState();
  if (state == nullptr) return nullptr;
  char* const text = new (std::nothrow) char[length + 1]();
  if (text != nullptr) state->texts.emplace_back(text);
  return text;
}

}  // namespace

#define DAEDALUS_EXPORT extern "C" __attribute__((visibility("default"), used))

DAEDALUS_EXPORT void ModelicaMessage(const char* text) {
  Say(text);
}
DAEDALUS_EXPORT void ModelicaVFormatMessage(const char* format, std::va_list arguments) {
  Say(Formatted(format, arguments));
}
DAEDALUS_EXPORT void ModelicaFormatMessage(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  Say(Formatted(format, arguments));
  va_end(arguments);
}
DAEDALUS_EXPORT void ModelicaWarning(const char* text) {
  Say(std::string("warning: ") + text);
}
DAEDALUS_EXPORT void ModelicaVFormatWarning(const char* format, std::va_list arguments) {
  Say("warning: " + Formatted(format, arguments));
}
DAEDALUS_EXPORT void ModelicaFormatWarning(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  Say("warning: " + Formatted(format, arguments));
  va_end(arguments);
}
// Nothing with a destructor may stand where these leave.
DAEDALUS_EXPORT void ModelicaError(const char* text) {
  Note(text);
  Escape();
}
DAEDALUS_EXPORT void ModelicaVFormatError(const char* format, std::va_list arguments) {
  Note(Formatted(format, arguments));
  Escape();
}
DAEDALUS_EXPORT void ModelicaFormatError(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  Note(Formatted(format, arguments));
  va_end(arguments);
  Escape();
}
DAEDALUS_EXPORT char* ModelicaAllocateStringWithErrorReturn(std::size_t length) {
  return Allocate(length);
}
DAEDALUS_EXPORT char* ModelicaAllocateString(std::size_t length) {
  char* const text = Allocate(length);
  if (text == nullptr) ModelicaError("there is no memory for a String");
  return text;
}
DAEDALUS_EXPORT char* ModelicaDuplicateStringWithErrorReturn(const char* text) {
  char* const copy = Allocate(std::strlen(text));
  if (copy != nullptr) std::strcpy(copy, text);
  return copy;
}
DAEDALUS_EXPORT char* ModelicaDuplicateString(const char* text) {
  char* const copy = ModelicaDuplicateStringWithErrorReturn(text);
  if (copy == nullptr) ModelicaError("there is no memory for a String");
  return copy;
}

namespace daedalus::native {

ForeignState*& CurrentForeignState() {
  thread_local ForeignState* state = nullptr;
  return state;
}

}  // namespace daedalus::native
