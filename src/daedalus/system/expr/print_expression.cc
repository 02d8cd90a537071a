#include "daedalus/system/expr/print_expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::expr {
namespace {

// The levels of the grammar (Modelica 3.6, appendix A.2.7), loosest first: an expression may stand
// unparenthesised where its own level or a looser one is allowed.
enum class Level : std::uint8_t { kExpression, kOr, kAnd, kNot, kRelation, kSum, kTerm, kFactor, kPrimary };

bool IsNegative(const Graph& g, ExprId e) {
  return (g.op(e) == Op::kMul || g.IsConstant(e)) && SplitCoefficient(g, e).coefficient < 0.0;
}

Level LevelOf(const Graph& g, ExprId e, Sense sense) {
  switch (g.op(e)) {
    case Op::kConstant:
      return sense == Sense::kNumber && IsNegative(g, e) ? Level::kSum : Level::kPrimary;
    case Op::kAdd:
      return Level::kSum;
    case Op::kMul:
      return IsNegative(g, e) ? Level::kSum : Level::kTerm;
    case Op::kDiv:
      return Level::kTerm;
    case Op::kPow:
      return Level::kFactor;
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kNotEqual:
      return Level::kRelation;
    case Op::kNot:
      return Level::kNot;
    case Op::kAnd:
      return Level::kAnd;
    case Op::kOr:
      return Level::kOr;
    case Op::kIf:
      return Level::kExpression;
    default:
      return Level::kPrimary;
  }
}

// An explicit stack of what is still to be written, the next thing last.
class Printer {
 public:
  Printer(const Graph& g, const PrintNames& names) : graph_(g), names_(names) {}

  std::string Run(ExprId e, const PrintOptions& options) {
    varying_ = options.varying;
    Sub(e, Level::kExpression, options.sense);
    return Write(options);
  }

  std::string RunRelation(ExprId left, std::string_view sign, ExprId right, const PrintOptions& options) {
    varying_ = options.varying;
    ExpandRelation(std::array{left, right}, std::string(" ").append(sign).append(" "));
    std::ranges::reverse(stack_);
    return Write(options);
  }

  std::string RunPieces(std::span<const PrintedPiece> pieces, std::span<const ExprId> values,
                        const PrintOptions& options) {
    varying_ = options.varying;
    ExpandPieces(pieces, values);
    std::ranges::reverse(stack_);
    return Write(options);
  }

 private:
  std::string Write(const PrintOptions& options) {
    while (!stack_.empty() && text_.size() <= options.max_length) {
      const Item item = std::move(stack_.back());
      stack_.pop_back();
      if (item.e.IsValid()) {
        const std::size_t mark = stack_.size();
        is_in_no_event_ = item.is_in_no_event;
        Expand(item);
        std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(mark), stack_.end());
      } else {
        text_ += item.text;
      }
    }
    if (text_.size() > options.max_length) {
      text_.resize(options.max_length);
      text_ += "...";
    }
    return std::move(text_);
  }

  struct Item {
    ExprId e;  // invalid: plain text
    std::string text;
    Level level;
    Sense sense;
    bool negated;  // write -e, knowing that e is negative
    bool is_in_no_event;
  };

  void Text(std::string_view text) { stack_.push_back({{}, std::string(text), {}, {}, false, false}); }
  void Sub(ExprId e, Level level, Sense sense = Sense::kNumber) {
    stack_.push_back({e, {}, level, sense, false, is_in_no_event_});
  }
  void Negated(ExprId e) { stack_.push_back({e, {}, Level::kTerm, Sense::kNumber, true, is_in_no_event_}); }

  // An operation whose jumps would be events, were it written down as it is.
  bool MustBeMarked(ExprId e) const {
    if (varying_ == nullptr || is_in_no_event_ || !(*varying_)[e.index()]) return false;
    switch (graph_.op(e)) {
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kFloor:
      case Op::kCeil:
      case Op::kTruncDiv:
      case Op::kMod:
      case Op::kRem:
        return true;
      default:
        return false;
    }
  }

  void Joined(std::span<const ExprId> operands, std::string_view separator, Level level,
              Sense sense = Sense::kNumber) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) Text(separator);
      Sub(operands[i], level, sense);
    }
  }

  // Of what is not written out, else empty.
  std::string OwnText(ExprId e) const { return names_.expression ? names_.expression(e) : std::string(); }

  void Expand(const Item& item) {
    if (item.negated) return ExpandNegated(item.e);
    if (const std::string own = OwnText(item.e); !own.empty()) return Text(own);
    if (MustBeMarked(item.e)) {
      is_in_no_event_ = true;
      return Text("noEvent("), ExpandBare(item.e, item.sense), Text(")");
    }
    const bool parenthesised = LevelOf(graph_, item.e, item.sense) < item.level && !FindElement(item.e);
    if (parenthesised) Text("(");
    ExpandBare(item.e, item.sense);
    if (parenthesised) Text(")");
  }

  void ExpandBare(ExprId e, Sense sense) {
    const std::span<const ExprId> v = graph_.operands(e);
    switch (graph_.op(e)) {
      case Op::kConstant:
        return ExpandConstant(graph_.constant_value(e), sense);
      case Op::kTime:
        return Text("time");
      case Op::kParameter:
        return Text(names_.parameter(graph_.parameter(e)));
      case Op::kHeld:
        return Text(names_.held(graph_.held(e)));
      case Op::kVariable:
        return ExpandVariable(e);
      case Op::kAdd:
        return ExpandSum(v);
      case Op::kMul:
        return ExpandProduct(e);
      case Op::kDiv:
        return Sub(v[0], Level::kTerm), Text("/"), Sub(v[1], Level::kFactor);
      case Op::kPow:
        return Sub(v[0], Level::kPrimary), Text("^"), Sub(v[1], Level::kPrimary);
      case Op::kLess:
        return ExpandRelation(v, " < ");
      case Op::kLessEqual:
        return ExpandRelation(v, " <= ");
      case Op::kEqual:
        return ComparesReals(e) ? ExpandEqual(e, "") : ExpandRelation(v, " == ");
      case Op::kNotEqual:
        return ComparesReals(e) ? ExpandEqual(e, "not ") : ExpandRelation(v, " <> ");
      case Op::kNot:
        return Text("not "), Sub(v[0], Level::kRelation, Sense::kLogical);
      case Op::kAnd:
        return Joined(v, " and ", Level::kNot, Sense::kLogical);
      case Op::kOr:
        return Joined(v, " or ", Level::kAnd, Sense::kLogical);
      case Op::kIf:
        if (const auto element = FindElement(e)) return ExpandElement(*element, sense);
        Text("if "), Sub(v[0], Level::kExpression, Sense::kLogical);
        Text(" then "), Sub(v[1], Level::kExpression, sense);
        Text(" else "), Sub(v[2], Level::kExpression, sense);
        return;
      case Op::kCall:
        return ExpandCall(e);
      case Op::kMin:
      case Op::kMax:
        if (varying_ != nullptr && ExpandExtreme(e)) return;
        [[fallthrough]];
      default:
        if (graph_.op(e) == Op::kNoEvent) is_in_no_event_ = true;
        // In a text that is read again it may have to be an Integer.
        Text(varying_ != nullptr && graph_.op(e) == Op::kFloor ? "integer" : Name(graph_.op(e)));
        Text("(");
        Joined(v, ", ", Level::kExpression, graph_.op(e) == Op::kNoEvent ? sense : Sense::kNumber);
        Text(")");
    }
  }

  // a < b of texts is a relation of their order with 0.
  void ExpandRelation(std::span<const ExprId> sides, std::string_view sign) {
    for (const std::size_t i : {0u, 1u}) {
      if (!names_.texts.is_order || graph_.op(sides[i]) != Op::kCall || !names_.texts.is_order(sides[i]))
        continue;
      if (!graph_.IsConstant(sides[1 - i], 0.0)) continue;
      const auto v = graph_.operands(sides[i]);
      return Sub(v[i], Level::kSum, Sense::kText), Text(sign), Sub(v[1 - i], Level::kSum, Sense::kText);
    }
    const bool is_of_texts = names_.texts.is_text && std::ranges::any_of(sides, names_.texts.is_text);
    Joined(sides, sign, Level::kSum, is_of_texts ? Sense::kText : Sense::kNumber);
  }

  bool ComparesReals(ExprId e) const { return names_.compares_reals && names_.compares_reals(e); }

  void ExpandEqual(ExprId e, std::string_view prefix) {
    const auto v = graph_.operands(e);
    const bool is_marked = varying_ != nullptr && (*varying_)[e.index()] && !is_in_no_event_;
    if (is_marked) is_in_no_event_ = true;
    Text(is_marked ? "noEvent(" : "("), Text(prefix), Text("(");
    Sub(v[0], Level::kSum), Text(" <= "), Sub(v[1], Level::kSum), Text(" and ");
    Sub(v[1], Level::kSum), Text(" <= "), Sub(v[0], Level::kSum), Text("))");
  }

  // NaN, or 0/0.
  bool IsNoValue(ExprId e) const {
    if (graph_.op(e) == Op::kDiv)
      return graph_.IsConstant(graph_.operand(e, 0), 0.0) && graph_.IsConstant(graph_.operand(e, 1), 0.0);
    return graph_.IsConstant(e) && std::isnan(graph_.constant_value(e));
  }

  struct Element {
    std::vector<ExprId> elements;
    ExprId index;
  };

  // if 1 == i then a else if 2 == i then b else NaN, which a text that is read again has as ({a, b})[i].
  // nullopt if it is something else.
  std::optional<Element> FindElement(ExprId e) const {
    if (varying_ == nullptr || graph_.op(e) != Op::kIf) return std::nullopt;
    Element found;
    auto& [elements, index] = found;
    const auto is_next = [&](ExprId condition) {
      if (graph_.op(condition) != Op::kEqual) return false;
      const bool is_first = graph_.IsConstant(graph_.operand(condition, 0));
      const ExprId number = graph_.operand(condition, is_first ? 0 : 1),
                   of = graph_.operand(condition, is_first ? 1 : 0);
      if (!index.IsValid()) index = of;
      return of == index && graph_.IsConstant(number, static_cast<double>(elements.size() + 1));
    };
    while (graph_.op(e) == Op::kIf && is_next(graph_.operand(e, 0)) &&
           (elements.empty() || OwnText(e).empty())) {
      elements.push_back(graph_.operand(e, 1));
      e = graph_.operand(e, 2);
    }
    if (elements.empty() || !IsNoValue(e)) return std::nullopt;
    return found;
  }

  // It may be of any type, and as long as it likes.
  void ExpandElement(const Element& element, Sense sense) {
    Text("({"), Joined(element.elements, ", ", Level::kExpression, sense), Text("})[");
    Sub(element.index, Level::kExpression), Text("]");
  }

  // max(a, max(b, max(c, d))) as max({a, b, c, d}): of a long array it would nest deeper than a reader
  // follows. False: it is short.
  bool ExpandExtreme(ExprId e) {
    const Op op = graph_.op(e);
    std::vector<ExprId> elements = {graph_.operand(e, 0)};
    ExprId rest = graph_.operand(e, 1);
    for (; graph_.op(rest) == op && OwnText(rest).empty(); rest = graph_.operand(rest, 1))
      elements.push_back(graph_.operand(rest, 0));
    elements.push_back(rest);
    if (elements.size() < 4) return false;
    Text(Name(op)), Text("({"), Joined(elements, ", ", Level::kExpression), Text("})");
    return true;
  }

  // f(x), and f(x)[2] for the second of several results; 'f[2]'(x) in a text that is parsed again.
  void ExpandCall(ExprId call) {
    if (const auto pieces = names_.texts.pieces ? names_.texts.pieces(call) : std::vector<PrintedPiece>();
        !pieces.empty())
      return ExpandPieces(pieces, graph_.operands(call));
    if (const PrintedCall printed = names_.call ? names_.call(call) : PrintedCall(); !printed.name.empty()) {
      Text(printed.name), Text("(");
      const auto operands = graph_.operands(call);
      bool is_first = true;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!printed.operands[i]) continue;
        if (!std::exchange(is_first, false)) Text(", ");
        Sub(operands[i], Level::kExpression, *printed.operands[i]);
      }
      return Text(is_first && !printed.further.empty() ? printed.further.substr(2) : printed.further),
             Text(")");
    }
    const Function& function = *graph_.functions()[graph_.function(call).index()];
    const std::string number =
        function.num_outputs() > 1 ? "[" + std::to_string(graph_.output(call) + 1) + "]" : "";
    const bool is_quoted = varying_ != nullptr && !number.empty();
    Text(is_quoted ? "'" + function.name() + number + "'" : function.name());
    Text("(");
    Joined(graph_.operands(call), ", ", Level::kExpression);
    Text(is_quoted ? ")" : ")" + number);
  }

  void ExpandPieces(std::span<const PrintedPiece> pieces, std::span<const ExprId> values) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Text(pieces[i].before);
      Sub(values[i], pieces[i].is_enclosed ? Level::kExpression : Level::kSum, pieces[i].sense);
      Text(pieces[i].after);
    }
  }

  void ExpandConstant(double value, Sense sense) {
    if (sense == Sense::kLogical) return Text(value != 0.0 ? "true" : "false");
    if (sense == Sense::kText && names_.texts.literal) return Text(names_.texts.literal(value));
    Text(NumberText(value));
  }

  // In a text that is read again it may have to be an Integer.
  std::string NumberText(double value) const {
    return varying_ != nullptr ? PrintTypedNumber(value) : PrintNumber(value);
  }

  void ExpandVariable(ExprId e) {
    for (int i = 0; i < graph_.derivative_order(e); ++i) Text("der(");
    Text(names_.variable(graph_.variable(e)));
    for (int i = 0; i < graph_.derivative_order(e); ++i) Text(")");
  }

  void ExpandSum(std::span<const ExprId> terms) {
    const auto is_subtracted = [&](ExprId term) { return IsNegative(graph_, term) && OwnText(term).empty(); };
    bool first = true;
    for (const ExprId term : terms) {
      if (is_subtracted(term)) continue;
      if (!first) Text(" + ");
      Sub(term, Level::kTerm);
      first = false;
    }
    for (const ExprId term : terms) {
      if (!is_subtracted(term)) continue;
      Text(first ? "-" : " - ");
      Negated(term);
      first = false;
    }
  }

  void ExpandProduct(ExprId e) {
    if (IsNegative(graph_, e)) return Text("-"), Negated(e);
    ExpandFactors(1.0, graph_.operands(e));
  }

  void ExpandNegated(ExprId e) {
    const ScaledTerm split = SplitCoefficient(graph_, e);
    if (split.factors.empty()) return Text(NumberText(-split.coefficient));
    ExpandFactors(-split.coefficient, split.factors);
  }

  void ExpandFactors(double coefficient, std::span<const ExprId> factors) {
    if (coefficient != 1.0) {
      Text(NumberText(coefficient));
      Text("*");
    }
    Sub(factors[0], coefficient != 1.0 ? Level::kFactor : Level::kTerm);
    for (const ExprId factor : factors.subspan(1)) Text("*"), Sub(factor, Level::kFactor);
  }

  const Graph& graph_;
  const PrintNames& names_;
  std::string text_;
  std::vector<Item> stack_;
  const std::vector<bool>* varying_ = nullptr;
  bool is_in_no_event_ = false;  // what is being expanded
};

}  // namespace

std::string PrintNumber(double value) {
  if (std::isnan(value)) return "(0/0)";
  if (std::isinf(value)) return value > 0.0 ? "(1/0)" : "-(1/0)";
  if (value == 0.0) return "0";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

std::string PrintTypedNumber(double value) {
  constexpr double kMostInteger = 2147483647.0;
  if (value != std::trunc(value) || !std::isfinite(value)) return PrintNumber(value);
  if (std::abs(value) > kMostInteger) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    return std::string(buffer, end);
  }
  return std::to_string(static_cast<std::int64_t>(value));
}

std::string Print(const Graph& g, ExprId e, const PrintNames& names, const PrintOptions& options) {
  return Printer(g, names).Run(e, options);
}

std::string PrintPieces(const Graph& g, std::span<const PrintedPiece> pieces, std::span<const ExprId> values,
                        const PrintNames& names, const PrintOptions& options) {
  return Printer(g, names).RunPieces(pieces, values, options);
}

std::string PrintRelation(const Graph& g, ExprId left, std::string_view sign, ExprId right,
                          const PrintNames& names, const PrintOptions& options) {
  return Printer(g, names).RunRelation(left, sign, right, options);
}

std::string Print(const Graph& g, ExprId e) {
  const auto numbered = [](char letter, std::size_t number) {
    return std::string(1, letter).append(std::to_string(number));
  };
  const PrintNames names{[&](VariableId v) { return numbered('x', v.index()); },
                         [&](ParameterId p) { return numbered('p', p.index()); },
                         [&](HeldId h) { return numbered('h', h.index()); }};
  return Print(g, e, names);
}

}  // namespace daedalus::expr
