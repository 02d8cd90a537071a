// ModelicaStrings_*: what Modelica.Utilities.Strings calls.
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/strings.h"

namespace daedalus::native {
namespace {

using Failed = std::optional<std::string>;

std::int64_t Whole(const NativeCall& call, std::size_t i) {
  return static_cast<std::int64_t>(call.Number(i));
}

Failed CallSubstring(NativeCall& call) {
  call.Return(Substring(call.Text(0), Whole(call, 1), Whole(call, 2)));
  return std::nullopt;
}

Failed CallLength(NativeCall& call) {
  call.Return(static_cast<double>(call.Text(0).size()));
  return std::nullopt;
}

Failed CallCompare(NativeCall& call) {
  call.Return(static_cast<double>(Compare(call.Text(0), call.Text(1), call.Number(2) != 0.0)));
  return std::nullopt;
}

Failed CallSkipWhiteSpace(NativeCall& call) {
  call.Return(static_cast<double>(SkipWhiteSpace(call.Text(0), Whole(call, 1))));
  return std::nullopt;
}

// (string, start, [unsigned,] next, number)
Failed CallScanReal(NativeCall& call) {
  const auto scanned = ScanReal(call.Text(0), Whole(call, 1), call.Number(2) != 0.0);
  call.arguments[3].numbers = {static_cast<double>(scanned.next)};
  call.arguments[4].numbers = {scanned.value};
  return std::nullopt;
}

Failed CallScanInteger(NativeCall& call) {
  const auto scanned = ScanInteger(call.Text(0), Whole(call, 1), call.Number(2) != 0.0);
  call.arguments[3].numbers = {static_cast<double>(scanned.next)};
  call.arguments[4].numbers = {static_cast<double>(scanned.value)};
  return std::nullopt;
}

template <Scanned<std::string> (*kScan)(std::string_view, std::int64_t)>
Failed CallScanText(NativeCall& call) {
  const auto scanned = kScan(call.Text(0), Whole(call, 1));
  call.arguments[2].numbers = {static_cast<double>(scanned.next)};
  call.arguments[3].texts = {scanned.value};
  return std::nullopt;
}

Failed CallHashString(NativeCall& call) {
  call.Return(static_cast<double>(HashString(call.Text(0))));
  return std::nullopt;
}

constexpr Native kStringNatives[] = {
    {"ModelicaStrings_substring", 3, CallSubstring},
    {"ModelicaStrings_length", 1, CallLength},
    {"ModelicaStrings_compare", 3, CallCompare},
    {"ModelicaStrings_skipWhiteSpace", 2, CallSkipWhiteSpace},
    {"ModelicaStrings_scanReal", 5, CallScanReal},
    {"ModelicaStrings_scanInteger", 5, CallScanInteger},
    {"ModelicaStrings_scanString", 4, CallScanText<ScanString>},
    {"ModelicaStrings_scanIdentifier", 4, CallScanText<ScanIdentifier>},
    {"ModelicaStrings_hashString", 1, CallHashString},
};

}  // namespace

std::span<const Native> StringNatives() {
  return kStringNatives;
}

}  // namespace daedalus::native
