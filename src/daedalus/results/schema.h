// The contents of a result file, known before the first row: the names, and which of them change in time.
//
// A row holds one value for each *stored* signal: those that change in time and are no alias, in the order of
// the schema. Everything else is known from the schema alone: a constant has its value here, an alias repeats
// another signal with a sign. Writers may therefore forget the schema once the head of the file is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/text_table.h"
#include "daedalus/results/signal_type.h"

namespace daedalus::results {

struct Signal {
  enum class Kind : std::uint8_t {
    kVariable,   // changes in time
    kConstant,   // does not, and has a column in every row all the same
    kParameter,  // does not, and only formats with a place of their own for it have it (MAT)
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
  double constant_value = 0;    // of a constant or parameter that is no alias
  std::optional<Alias> alias;
  SignalType type = {};  // of an alias too
};

struct Schema {
  std::string model;
  // What the numbers of enumerations stand for, by the name of the type; the first is that of 1.
  std::map<std::string, std::vector<std::string>> literals = {};
  std::shared_ptr<const TextTable> texts =
      nullptr;  // likewise for Strings, also those that are written during the run
  // Of text files: literals and `true` instead of numbers. Strings are always written as texts.
  bool writes_names = false;
  std::vector<Signal> signals;  // without `time`, which every result has
};

// Where the values of one signal are found.
struct SignalSource {
  Signal::Kind kind = Signal::Kind::kVariable;
  // Into a row; of a constant or parameter, into both of these together in the order of the schema.
  std::uint32_t index = 0;
  std::int8_t sign = 1;
};

// Resolves kinds and aliases: one source a signal.
std::vector<SignalSource> ResolveSources(const Schema& schema);

// The value of a constant or parameter, through its alias if it is one.
double ConstantValue(const Schema& schema, std::size_t signal);

// The number of values in a row, which is the number of stored signals.
std::size_t RowSize(const Schema& schema);

}  // namespace daedalus::results
