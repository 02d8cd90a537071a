// Reads the attributes of one record of an annotation, `Rectangle(extent={{-10,-10},{10,10}}, radius=5)`, as
// plain values. A value of the wrong kind gives a warning at its place, and the default stays. An unknown
// value keeps the default silently: it depends on something that the user of the class gives.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/annotation_value.h"

namespace daedalus::drawing {

// One attribute: its name and its expression.
struct GivenAttribute {
  std::string_view name;
  syntax::ExpressionId value;
};

class RecordReader {
 public:
  // From a call in a list of graphics, `{Line(...), ...}`.
  RecordReader(ReadContext& read, const AnnotationText& at, const syntax::Call& call);
  // From a modification, `Icon(coordinateSystem(extent=...))` or `coordinateSystem=...`. Invalid: it is
  // empty.
  RecordReader(ReadContext& read, const AnnotationText& at, syntax::ModificationId id);

  // The expression of an attribute; invalid if it is not given.
  syntax::ExpressionId Find(std::string_view name) const;
  bool Has(std::string_view name) const { return Find(name).IsValid(); }

  // Each leaves `out` as it is if the attribute is not given, unknown or wrong.
  void Read(std::string_view name, double& out);
  void Read(std::string_view name, bool& out);
  void Read(std::string_view name, std::string& out);
  void Read(std::string_view name, Point& out);
  void Read(std::string_view name, Extent& out);
  void Read(std::string_view name, Color& out);
  void Read(std::string_view name, std::vector<Point>& out);
  // The position of a literal in `literals`.
  template <class Enumeration>
  void ReadLiteral(std::string_view name, std::span<const std::string_view> literals, Enumeration& out) {
    if (const auto value = Value(name, AnnotationValue::Kind::kLiteral, "a literal of an enumeration")) {
      if (const auto position = PositionOf(*value, literals)) out = static_cast<Enumeration>(*position);
    }
  }
  std::optional<std::size_t> PositionOf(const AnnotationValue& literal,
                                        std::span<const std::string_view> literals);
  // The elements of an array; empty if there are none.
  std::vector<AnnotationValue> Array(std::string_view name);
  std::vector<Dynamic> Dynamics() const;

  const AnnotationText& at() const { return at_; }
  ReadContext& context() { return read_; }

 private:
  // nullopt if it is not given or unknown; a value of another kind is reported.
  std::optional<AnnotationValue> Value(std::string_view name, AnnotationValue::Kind kind,
                                       std::string_view what);
  std::optional<Point> ToPoint(const AnnotationValue& value);
  std::optional<double> ToCoordinate(const AnnotationValue& value);

  ReadContext& read_;
  AnnotationText at_;
  std::vector<GivenAttribute> attributes_;
};

}  // namespace daedalus::drawing
