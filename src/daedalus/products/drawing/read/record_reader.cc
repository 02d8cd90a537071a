#include "daedalus/products/drawing/read/record_reader.h"

#include <cmath>

#include "daedalus/base/nearest_name.h"

namespace daedalus::drawing {

using Kind = AnnotationValue::Kind;

namespace {

// Larger coordinates must be errors; they would make everything else too small to see.
constexpr double kLargestCoordinate = 1e7;

bool HasUnknown(const AnnotationValue& value) {
  if (value.Is(Kind::kUnknown)) return true;
  for (const AnnotationValue& item : value.items) {
    if (HasUnknown(item)) return true;
  }
  return false;
}

}  // namespace

RecordReader::RecordReader(ReadContext& read, const AnnotationText& at, const syntax::Call& call)
    : read_(read), at_(at) {
  for (const syntax::Argument& argument : at.tree->List(call.arguments)) {
    if (argument.name.IsValid() && argument.value.IsValid())
      attributes_.push_back({at.tree->Text(argument.name), argument.value});
  }
}

RecordReader::RecordReader(ReadContext& read, const AnnotationText& at, syntax::ModificationId id)
    : read_(read), at_(at) {
  if (!id.IsValid()) return;
  for (const syntax::Modifier& entry : at.tree->List((*at.tree)[id].modifiers)) {
    if (entry.kind != syntax::ModifierKind::kElement || !entry.modification.IsValid()) continue;
    const syntax::NameId name = at.tree->SimpleName(entry.name);
    const syntax::ExpressionId value = (*at.tree)[entry.modification].value;
    if (name.IsValid() && value.IsValid()) attributes_.push_back({at.tree->Text(name), value});
  }
}

syntax::ExpressionId RecordReader::Find(std::string_view name) const {
  for (const GivenAttribute& attribute : attributes_) {
    if (attribute.name == name) return attribute.value;
  }
  return {};
}

std::optional<AnnotationValue> RecordReader::Value(std::string_view name, Kind kind, std::string_view what) {
  const syntax::ExpressionId id = Find(name);
  if (!id.IsValid()) return std::nullopt;
  AnnotationValue value = Evaluate(read_, at_, id);
  if (HasUnknown(value)) return std::nullopt;
  if (value.Is(kind)) return value;
  read_.Warn(value.span, fmt::format("`{}` must be {}; the drawing uses its default", name, what));
  return std::nullopt;
}

std::optional<double> RecordReader::ToCoordinate(const AnnotationValue& value) {
  if (!value.Is(Kind::kNumber) || !std::isfinite(value.number)) return std::nullopt;
  if (std::abs(value.number) > kLargestCoordinate) return std::nullopt;
  return value.number;
}

std::optional<Point> RecordReader::ToPoint(const AnnotationValue& value) {
  if (!value.Is(Kind::kArray) || value.items.size() != 2) return std::nullopt;
  const auto x = ToCoordinate(value.items[0]), y = ToCoordinate(value.items[1]);
  if (!x || !y) return std::nullopt;
  return Point{*x, *y};
}

void RecordReader::Read(std::string_view name, double& out) {
  const auto value = Value(name, Kind::kNumber, "a number");
  if (!value) return;
  if (const auto number = ToCoordinate(*value)) {
    out = *number;
  } else {
    read_.Warn(value->span, fmt::format("`{}` is too large to be drawn", name));
  }
}

void RecordReader::Read(std::string_view name, bool& out) {
  if (const auto value = Value(name, Kind::kBoolean, "true or false")) out = value->number != 0.0;
}

void RecordReader::Read(std::string_view name, std::string& out) {
  if (const auto value = Value(name, Kind::kString, "a String")) out = value->text;
}

void RecordReader::Read(std::string_view name, Point& out) {
  const auto value = Value(name, Kind::kArray, "a point {x, y}");
  if (!value) return;
  if (const auto point = ToPoint(*value)) {
    out = *point;
  } else {
    read_.Warn(value->span, fmt::format("`{}` must be a point {{x, y}}", name));
  }
}

void RecordReader::Read(std::string_view name, Extent& out) {
  const auto value = Value(name, Kind::kArray, "two points {{x1, y1}, {x2, y2}}");
  if (!value) return;
  if (value->items.size() == 2) {
    const auto from = ToPoint(value->items[0]), to = ToPoint(value->items[1]);
    if (from && to) {
      out = {*from, *to};
      return;
    }
  }
  read_.Warn(value->span, fmt::format("`{}` must be two points {{{{x1, y1}}, {{x2, y2}}}}", name));
}

void RecordReader::Read(std::string_view name, Color& out) {
  const auto value = Value(name, Kind::kArray, "a colour {red, green, blue}");
  if (!value) return;
  const auto& items = value->items;
  // In old texts, negative numbers meant "no colour", which is the default.
  if (items.size() == 3 && items[0].Is(Kind::kNumber) && items[0].number < 0.0) return;
  const auto byte = [](const AnnotationValue& v) -> std::optional<std::uint8_t> {
    if (!v.Is(Kind::kNumber) || !(v.number >= 0.0 && v.number <= 255.0)) return std::nullopt;
    return static_cast<std::uint8_t>(std::lround(v.number));
  };
  if (items.size() == 3) {
    const auto red = byte(items[0]), green = byte(items[1]), blue = byte(items[2]);
    if (red && green && blue) {
      out = {*red, *green, *blue};
      return;
    }
  }
  read_.Warn(value->span, fmt::format("`{}` must be three numbers from 0 to 255", name));
}

void RecordReader::Read(std::string_view name, std::vector<Point>& out) {
  const auto value = Value(name, Kind::kArray, "a list of points");
  if (!value) return;
  std::vector<Point> points;
  for (const AnnotationValue& item : value->items) {
    if (const auto point = ToPoint(item)) {
      points.push_back(*point);
    } else {
      read_.Warn(item.span.IsValid() ? item.span : value->span,
                 fmt::format("`{}` must be a list of points {{x, y}}; this one is left out", name));
    }
  }
  out = std::move(points);
}

std::optional<std::size_t> RecordReader::PositionOf(const AnnotationValue& literal,
                                                    std::span<const std::string_view> literals) {
  NearestName nearest(literal.text);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i] == literal.text) return i;
    nearest.Offer(std::string(literals[i]));
  }
  Diagnostic warning =
      Warning(Code::kTypeMismatch, literal.span, "`{}` is not a literal of this enumeration", literal.text)
          .Hint(nearest.Hint());
  if (!IsAmong(warning, read_.diagnostics.items())) read_.diagnostics.Report(std::move(warning));
  return std::nullopt;
}

std::vector<AnnotationValue> RecordReader::Array(std::string_view name) {
  const auto value = Value(name, Kind::kArray, "a list");
  return value ? value->items : std::vector<AnnotationValue>();
}

std::vector<Dynamic> RecordReader::Dynamics() const {
  std::vector<Dynamic> dynamics;
  for (const GivenAttribute& attribute : attributes_) {
    std::string expression = DynamicPart(*at_.tree, attribute.value);
    if (!expression.empty()) dynamics.push_back({std::string(attribute.name), std::move(expression)});
  }
  return dynamics;
}

}  // namespace daedalus::drawing
