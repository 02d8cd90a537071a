// Records as structs of C (Modelica 3.6, section 12.9.1.3): the fields in their order, records and arrays of
// known size in place. A record is as many values (Datum) of a call as it has fields that are no records. An
// array of records is an array of structs, row by row; its values are those of the fields, each an array over
// all records.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/system/native/foreign_types.h"
#include "daedalus/system/native/native_call.h"

namespace daedalus::native {

std::size_t SizeOf(ForeignKind kind);

// Where C has the fields, by the rule of all compilers for the machines we know: each behind the one before,
// at the next multiple of its alignment.
struct RecordLayout {
  // Records of which there is an array, around a field.
  struct Repeat {
    std::size_t num_records = 1, size = 0;  // from one to the next
  };
  struct Field {
    ForeignKind kind = ForeignKind::kReal;
    std::size_t offset = 0, num_elements = 1;  // of the first record
    std::vector<Repeat> repeats = {};          // the innermost first

    std::size_t NumElements() const;  // over all records
    std::size_t OffsetOf(std::size_t element) const;
  };
  std::vector<Field> fields;  // those of records in it in their place
  std::size_t size = 0;
  std::size_t alignment = 1;
};

RecordLayout LayoutOf(std::span<const ForeignParameter> fields);
// Of a record, or an array of records.
inline RecordLayout LayoutOf(const ForeignParameter& records) {
  return LayoutOf({&records, 1});
}

// By field. Texts are pointers to those of the data.
void WriteRecord(const RecordLayout& layout, std::span<const Datum> data, std::byte* record);
void ReadRecord(const RecordLayout& layout, const std::byte* record, std::span<Datum> data);

}  // namespace daedalus::native
