// What lies around a run, as far as functions of the model touch it. Each run has its own, so that runs in
// several threads do not meet, and the same run twice gives the same numbers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace daedalus::native {

struct Outside {
  // Takes a line without its end; empty if nobody listens.
  std::function<void(std::string_view line)> print;
  // Of the generator that keeps its state to itself (Modelica.Math.Random.Utilities.impureRandom).
  std::optional<std::array<std::int32_t, 33>> random;
};

}  // namespace daedalus::native
