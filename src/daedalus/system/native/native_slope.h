// Native functions that know their derivative.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daedalus/system/native/native_call.h"

namespace daedalus::native {

struct NativeSlope {
  std::string_view name;
  // The derivative of the result along a direction: `along` has a number for each number among the arguments.
  std::optional<std::string> (*tangent)(NativeCall& call, const NativeCall& along);
  // False if there is no derivative for these known arguments.
  bool (*is_known)(const NativeCall& known);
};

// nullptr if the function of that name has none.
const NativeSlope* FindSlope(std::string_view name);

}  // namespace daedalus::native
