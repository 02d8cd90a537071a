#include "daedalus/system/native/foreign_record.h"

#include <algorithm>
#include <cstring>

namespace daedalus::native {
namespace {

std::size_t Aligned(std::size_t offset, std::size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

template <class T>
T Load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void Store(T value, std::byte* at) {
  std::memcpy(at, &value, sizeof value);
}

}  // namespace

std::size_t SizeOf(ForeignKind kind) {
  switch (kind) {
    case ForeignKind::kReal:
      return sizeof(double);
    case ForeignKind::kInteger:
      return sizeof(int);
    case ForeignKind::kSize:
      return sizeof(std::size_t);
    case ForeignKind::kText:
    case ForeignKind::kObject:
      return sizeof(void*);
    case ForeignKind::kNone:
    case ForeignKind::kRecord:
      break;
  }
  return 0;
}

std::size_t RecordLayout::Field::NumElements() const {
  std::size_t count = num_elements;
  for (const Repeat& repeat : repeats) count *= repeat.num_records;
  return count;
}

std::size_t RecordLayout::Field::OffsetOf(std::size_t element) const {
  std::size_t at = offset + element % num_elements * SizeOf(kind);
  std::size_t record = element / num_elements;
  for (const Repeat& repeat : repeats) {
    at += record % repeat.num_records * repeat.size;
    record /= repeat.num_records;
  }
  return at;
}

RecordLayout LayoutOf(std::span<const ForeignParameter> fields) {
  RecordLayout layout;
  for (const ForeignParameter& field : fields) {
    const RecordLayout inside = field.kind == ForeignKind::kRecord ? LayoutOf(field.fields) : RecordLayout();
    const std::size_t size =
        (field.kind == ForeignKind::kRecord ? inside.size : SizeOf(field.kind)) * field.num_elements;
    const std::size_t alignment = field.kind == ForeignKind::kRecord ? inside.alignment : SizeOf(field.kind);
    const std::size_t offset = Aligned(layout.size, alignment);
    if (field.kind != ForeignKind::kRecord) layout.fields.push_back({field.kind, offset, field.num_elements});
    for (RecordLayout::Field inner : inside.fields) {
      inner.offset += offset;
      if (field.is_array) inner.repeats.push_back({field.num_elements, inside.size});
      layout.fields.push_back(inner);
    }
    layout.size = offset + size;
    layout.alignment = std::max(layout.alignment, alignment);
  }
  layout.size = Aligned(layout.size, layout.alignment);
  return layout;
}

void WriteRecord(const RecordLayout& layout, std::span<const Datum> data, std::byte* record) {
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    const RecordLayout::Field& field = layout.fields[i];
    for (std::size_t k = 0; k < field.NumElements(); ++k) {
      std::byte* const at = record + field.OffsetOf(k);
      if (field.kind == ForeignKind::kReal) Store(data[i].numbers[k], at);
      if (field.kind == ForeignKind::kInteger) Store(static_cast<int>(data[i].numbers[k]), at);
      if (field.kind == ForeignKind::kText) Store(data[i].texts[k].c_str(), at);
    }
  }
}

void ReadRecord(const RecordLayout& layout, const std::byte* record, std::span<Datum> data) {
  for (std::size_t i = 0; i < layout.fields.size(); ++i) {
    const RecordLayout::Field& field = layout.fields[i];
    for (std::size_t k = 0; k < field.NumElements(); ++k) {
      const std::byte* const at = record + field.OffsetOf(k);
      if (field.kind == ForeignKind::kReal) data[i].numbers[k] = Load<double>(at);
      if (field.kind == ForeignKind::kInteger) data[i].numbers[k] = Load<int>(at);
      if (field.kind != ForeignKind::kText) continue;
      const char* const text = Load<const char*>(at);
      data[i].texts[k] = text != nullptr ? text : "";
    }
  }
}

}  // namespace daedalus::native
