#include "daedalus/language/semantics/instances/type_table.h"

#include <algorithm>

namespace daedalus::semantics {

int RecordType::Find(std::string_view field) const {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == field) return static_cast<int>(i);
  }
  return -1;
}

TypeTable::TypeTable() {
  AddEnumeration({"StateSelect", {"never", "avoid", "default", "prefer", "always"}});
  AddEnumeration({"AssertionLevel", {"warning", "error"}});
}

Type TypeTable::AddEnumeration(EnumerationType type) {
  const std::size_t index = enumerations_.size();
  first_equal_.push_back(by_literals_.try_emplace(type.literals, index).first->second);
  enumerations_.push_back(std::move(type));
  return Type(BaseType::kEnumeration, TypeId(index));
}

Type TypeTable::AddRecord(RecordType type) {
  records_.push_back(std::move(type));
  return Type(BaseType::kRecord, TypeId(records_.size() - 1));
}

Type TypeTable::AddExternalObject(ClassType type) {
  external_objects_.push_back(std::move(type));
  return Type(BaseType::kExternalObject, TypeId(external_objects_.size() - 1));
}

Type TypeTable::AddFunction(ClassType type) {
  functions_.push_back(std::move(type));
  return Type(BaseType::kFunction, TypeId(functions_.size() - 1));
}

const EnumerationType& TypeTable::Enumeration(Type type) const {
  DAEDALUS_CHECK(type == BaseType::kEnumeration && type.id.index() < enumerations_.size(),
                 "an enumeration of this table");
  return enumerations_[type.id.index()];
}

const RecordType& TypeTable::Record(Type type) const {
  DAEDALUS_CHECK(type == BaseType::kRecord && type.id.index() < records_.size(), "a record of this table");
  return records_[type.id.index()];
}

const ClassType& TypeTable::Class(Type type) const {
  const auto& classes = type == BaseType::kFunction ? functions_ : external_objects_;
  DAEDALUS_CHECK(
      (type == BaseType::kFunction || type == BaseType::kExternalObject) && type.id.index() < classes.size(),
      "an external object or function of this table");
  return classes[type.id.index()];
}

std::string_view TypeTable::Name(Type type) const {
  switch (type.base) {
    case BaseType::kError:
      return "<error>";
    case BaseType::kReal:
      return "Real";
    case BaseType::kInteger:
      return "Integer";
    case BaseType::kBoolean:
      return "Boolean";
    case BaseType::kString:
      return "String";
    case BaseType::kEnumeration:
      return Enumeration(type).name;
    case BaseType::kRecord:
      return Record(type).name;
    case BaseType::kExternalObject:
    case BaseType::kFunction:
      return Class(type).name;
    case BaseType::kClock:
      return "Clock";
  }
  return "";
}

std::span<const std::string> TypeTable::Literals(Type type) const {
  if (type != BaseType::kEnumeration) return {};
  return Enumeration(type).literals;
}

std::int64_t TypeTable::NumValues(Type type) const {
  return type == BaseType::kBoolean ? 2 : static_cast<std::int64_t>(Literals(type).size());
}

bool TypeTable::HaveSameLiterals(Type a, Type b) const {
  return first_equal_[a.id.index()] == first_equal_[b.id.index()];
}

bool TypeTable::HasFieldsOf(const RecordType& to, const RecordType& from) const {
  return std::all_of(to.fields.begin(), to.fields.end(), [&](const RecordField& wanted) {
    const int at = from.Find(wanted.name);
    if (at < 0) return false;
    const RecordField& found = from.fields[static_cast<std::size_t>(at)];
    return found.rank == wanted.rank && IsAssignable(wanted.type, found.type);
  });
}

bool TypeTable::IsAssignable(Type to, Type from) const {
  if (to == from) return true;
  if (to.base != from.base) return to == BaseType::kReal && from == BaseType::kInteger;
  if (to == BaseType::kEnumeration) return HaveSameLiterals(to, from);
  return to == BaseType::kRecord && HasFieldsOf(Record(to), Record(from));
}

Type TypeTable::Unify(Type a, Type b) const {
  if (a == BaseType::kRecord && b == BaseType::kRecord &&
      Record(a).fields.size() != Record(b).fields.size()) {
    return BaseType::kError;
  }
  if (IsAssignable(a, b)) return a;
  return IsAssignable(b, a) ? b : BaseType::kError;
}

}  // namespace daedalus::semantics
