// What a function of another language takes and gives, in its own types (Modelica 3.6, section 12.9.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daedalus::native {

enum class ForeignKind : std::uint8_t { kNone, kReal, kInteger, kSize, kText, kObject, kRecord };

struct ForeignParameter {
  ForeignKind kind = ForeignKind::kReal;
  bool is_array = false;
  bool is_output = false;
  std::size_t num_elements = 1;               // as a field of a record; of an array of records its records
  std::vector<ForeignParameter> fields = {};  // of a record
};

struct ForeignSignature {
  std::vector<ForeignParameter> arguments;
  ForeignKind result = ForeignKind::kNone;
  std::vector<ForeignParameter> result_fields = {};  // of a record
  // All arguments are passed by reference, and matrices are stored column by column.
  bool is_fortran = false;
};

}  // namespace daedalus::native
