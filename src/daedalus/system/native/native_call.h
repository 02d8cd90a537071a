// A call of a native function as the language makes it: by the name of a C function of the standard library,
// with the arguments that its external clause lists (Modelica 3.6, section 12.9).
//
// A listed output enters with its size and leaves with its values, like a pointer in C. All numbers are
// doubles, also Integers, Booleans (0 and 1) and literals of enumerations (from 1).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/native/object.h"

namespace daedalus::native {

struct Outside;

struct Datum {
  std::vector<double> numbers;     // of a scalar one; of a matrix row by row
  std::vector<std::string> texts;  // of Strings
  std::shared_ptr<const Object> object;
  std::vector<std::size_t> dims;  // none for a scalar

  double number() const { return numbers[0]; }
  const std::string& text() const { return texts[0]; }
};

struct NativeCall {
  std::vector<Datum> arguments;
  Datum result;  // of the function itself
  std::shared_ptr<const Object>
      callee;                  // of a function of another language: what is called (foreign_function.h)
  Outside* outside = nullptr;  // for those that act

  double Number(std::size_t i) const { return arguments[i].number(); }
  const std::string& Text(std::size_t i) const { return arguments[i].text(); }
  void Return(double number) { result.numbers = {number}; }
  void Return(std::string text) { result.texts = {std::move(text)}; }
  // The object of this type that the argument is.
  template <class T>
  const T& Get(std::size_t i) const {
    return static_cast<const T&>(*arguments[i].object);
  }
};

// The relation of a function to the world outside.
enum class Reach : std::uint8_t {
  kNone,   // its results depend on its arguments alone
  kReads,  // they may also depend on files or the time of day
  kActs,   // it changes something: executed at events, exactly as often as the text says
           // (NativeCall::outside)
};

struct Native {
  std::string_view name;
  std::size_t num_arguments;
  // The reason why there is no result, as a sentence fragment; nullopt if all went well.
  std::optional<std::string> (*function)(NativeCall& call);
  Reach reach = Reach::kNone;
};

// The function of that name; nullptr if it is not one of ours.
const Native* FindNative(std::string_view name);

// The lists that FindNative searches.
std::span<const Native> TableNatives();
std::span<const Native> StringNatives();
std::span<const Native> RandomNatives();
std::span<const Native> FileNatives();
std::span<const Native> LapackNatives();
std::span<const Native> FourierNatives();
std::span<const Native> WritingNatives();

}  // namespace daedalus::native
