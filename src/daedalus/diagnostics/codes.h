// Every kind of diagnostic, with its stable number. Numbers are never reused; the hundreds name the stage.
//   00 command line and files   01 syntax   02 semantics   03 structure   04 initial values   05 simulation   06 results
#pragma once

#include <string_view>

// X(enumerator, number, what it is about). Keep sorted by number.
#define DAEDALUS_DIAGNOSTIC_CODES(X)                                                        \
  X(kNone, 0, "no particular kind")                                                         \
  X(kCannotReadFile, 1, "a file cannot be opened or read")                                  \
  X(kNotUtf8, 2, "a source text is not valid UTF-8")                                        \
  X(kNotAPackageDirectory, 3, "a directory without package.mo")                             \
  X(kNoModel, 4, "the files contain no model to simulate")                                  \
  X(kUnknownClass, 5, "no class has the name asked for")                                    \
  X(kBadOption, 6, "an option or its value does not fit the model")                         \
  X(kUnexpectedToken, 101, "the text does not follow the grammar here")                     \
  X(kUnterminated, 102, "a comment, string or quoted identifier does not end")              \
  X(kBadCharacter, 103, "a character that no token contains")                               \
  X(kBadNumber, 104, "a malformed or unrepresentable number")                               \
  X(kBadEscape, 105, "an unknown escape sequence in a string")                              \
  X(kTooDeep, 106, "nesting deeper than the parser follows")                                \
  X(kMismatchedEnd, 107, "the name after `end` is not the name of the class")               \
  X(kUnknownResultFormat, 601, "a result file is neither .csv nor .mat")                    \
  X(kCannotWriteFile, 602, "a file cannot be created or written")                           \
  X(kBadResultFile, 603, "a result file does not have the layout it should have")           \
  X(kIncompleteResultFile, 604, "the end of a result file is missing")

namespace daedalus {

enum class Code : unsigned short {
#define DAEDALUS_X(name, number, about) name = number,
  DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
};

constexpr std::string_view About(Code code) {
  switch (code) {
#define DAEDALUS_X(name, number, about) \
  case Code::name:                      \
    return about;
    DAEDALUS_DIAGNOSTIC_CODES(DAEDALUS_X)
#undef DAEDALUS_X
  }
  return {};
}

}  // namespace daedalus
