// The world outside a run, as far as functions of the model access it. Each run has its own: runs in several
// threads do not interfere, and the same run twice gives the same numbers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace daedalus::native {

struct Outside {
  // Receives a line without its end; empty if there is no listener.
  std::function<void(std::string_view line)> print;
  // The state of the generator with a hidden state (Modelica.Math.Random.Utilities.impureRandom).
  std::optional<std::array<std::int32_t, 33>> random;
};

}  // namespace daedalus::native
