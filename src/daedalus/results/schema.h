// What a result file contains, said once before the first row: the names, and which of them change in time.
//
// A row holds one value for each *stored* signal: those that change in time and are no alias, in the order of
// the schema. Everything else is known from the schema alone: a constant has its value here, an alias repeats
// another signal with a sign. Writers may therefore forget the schema once the head of the file is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace daedalus::results {

struct Signal {
  enum class Kind : std::uint8_t {
    kVariable,  // changes in time
    kConstant,  // parameter or constant
  };
  // `sign` times the signal with index `target`, which is no alias itself.
  struct Alias {
    std::uint32_t target = 0;
    std::int8_t sign = 1;
  };

  std::string name;             // full dotted name: `a[2].b`, `der(x)`
  std::string unit;             // may be empty
  std::string description;      // may be empty
  Kind kind = Kind::kVariable;  // of an alias: ignored, its target's counts
  double constant_value = 0;    // of a constant that is no alias
  std::optional<Alias> alias;
};

struct Schema {
  std::string model;
  std::vector<Signal> signals;  // without `time`, which every result has
};

// Where the values of one signal are found.
struct SignalSource {
  Signal::Kind kind = Signal::Kind::kVariable;
  std::uint32_t index = 0;  // into a row, or, of a constant, into the constants in the order of the schema
  std::int8_t sign = 1;
};

// Resolves kinds and aliases: one source a signal.
std::vector<SignalSource> ResolveSources(const Schema& schema);

// The number of values in a row, which is the number of stored signals.
std::size_t RowSize(const Schema& schema);

}  // namespace daedalus::results
