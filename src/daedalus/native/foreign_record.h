// Records as structs of C (Modelica 3.6, section 12.9.1.3): the fields in their order, records and arrays of known size in place. A record is as
// many values (Datum) of a call as it has fields that are no records.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/native/foreign_types.h"
#include "daedalus/native/native_call.h"

namespace daedalus::native {

std::size_t SizeOf(ForeignKind kind);

// Where C has the fields, by the rule of all compilers for the machines we know: each behind the one before, at the next multiple of its alignment.
struct RecordLayout {
  struct Field {
    ForeignKind kind = ForeignKind::kReal;
    std::size_t offset = 0, num_elements = 1;
  };
  std::vector<Field> fields;  // those of records in it in their place
  std::size_t size = 0;
  std::size_t alignment = 1;
};

RecordLayout LayoutOf(std::span<const ForeignParameter> fields);

// By field. Texts are pointers to those of the data.
void WriteRecord(const RecordLayout& layout, std::span<const Datum> data, std::byte* record);
void ReadRecord(const RecordLayout& layout, const std::byte* record, std::span<Datum> data);

}  // namespace daedalus::native
