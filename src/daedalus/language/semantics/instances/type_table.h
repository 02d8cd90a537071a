// The types of a model besides the scalar ones: enumerations, records, external objects and functions.
//
// A class with such a type is added once, by code that knows classes; all other code uses its Type. Types of
// different declarations can be equal: enumerations by their literals (Modelica 3.6, section 6.7), records by
// the names and types of their fields (section 6.4).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/language/semantics/instances/types.h"

namespace daedalus::semantics {

// Identifies the class of a type for name lookup; here only a number.
using EnvironmentNumber = std::uint32_t;
inline constexpr EnvironmentNumber kNoEnvironment = TypeId::kNoneValue;

struct EnumerationType {
  std::string name;  // the full name: "Modelica.Blocks.Types.Init"
  std::vector<std::string> literals;
  Span span = {};
};

struct RecordField {
  std::string name;
  Type type;
  std::uint32_t rank = 0;  // the number of dimensions; each value has its own sizes
};

struct RecordType {
  std::string name;
  std::vector<RecordField> fields;
  EnvironmentNumber environment = kNoEnvironment;
  bool is_operator_record = false;

  // The position of a field, or -1.
  int Find(std::string_view field) const;
};

// An external object or a function.
struct ClassType {
  std::string name;
  EnvironmentNumber environment = kNoEnvironment;
};

class TypeTable {
 public:
  TypeTable();  // with the enumerations of the language

  Type AddEnumeration(EnumerationType type);
  Type AddRecord(RecordType type);
  Type AddExternalObject(ClassType type);
  Type AddFunction(ClassType type);

  // References stay valid when types are added.
  const EnumerationType& Enumeration(Type type) const;
  const RecordType& Record(Type type) const;
  const ClassType& Class(Type type) const;  // of an external object or a function
  std::string_view Name(Type type) const;
  // The literals of an enumeration, in order; nothing for other types.
  std::span<const std::string> Literals(Type type) const;
  // The number of values of an enumeration or of Boolean.
  std::int64_t NumValues(Type type) const;

  // True if a value of type `from` can replace one of type `to`: also an Integer for a Real, and a record
  // with more fields than needed.
  bool IsAssignable(Type to, Type from) const;
  // The common type of both, kError if there is none (section 6.7).
  Type Unify(Type a, Type b) const;

 private:
  bool HaveSameLiterals(Type a, Type b) const;
  bool HasFieldsOf(const RecordType& to, const RecordType& from) const;

  std::deque<EnumerationType> enumerations_;
  std::vector<std::size_t> first_equal_;  // by enumeration: the first one with the same literals
  std::map<std::vector<std::string>, std::size_t> by_literals_;
  std::deque<RecordType> records_;
  std::deque<ClassType> external_objects_;
  std::deque<ClassType> functions_;
};

}  // namespace daedalus::semantics
