#include "daedalus/expr/print_expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/expr/build.h"
#include "daedalus/expr/function.h"

namespace daedalus::expr {
namespace {

// The levels of the grammar (Modelica 3.6, appendix A.2.7), loosest first: an expression may stand
// unparenthesised where its own level or a looser one is allowed.
enum class Level : std::uint8_t { kExpression, kOr, kAnd, kNot, kRelation, kSum, kTerm, kFactor, kPrimary };

bool IsNegative(const Graph& g, ExprId e) {
  return (g.op(e) == Op::kMul || g.IsConstant(e)) && SplitCoefficient(g, e).coefficient < 0.0;
}

Level LevelOf(const Graph& g, ExprId e, bool logical) {
  switch (g.op(e)) {
    case Op::kConstant:
      return !logical && IsNegative(g, e) ? Level::kSum : Level::kPrimary;
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
    stack_.push_back({e, {}, Level::kExpression, options.is_logical, false, false});
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

 private:
  struct Item {
    ExprId e;  // invalid: plain text
    std::string text;
    Level level;
    bool logical;
    bool negated;  // write -e, knowing that e is negative
    bool is_in_no_event;
  };

  void Text(std::string_view text) { stack_.push_back({{}, std::string(text), {}, false, false, false}); }
  void Sub(ExprId e, Level level, bool logical = false) {
    stack_.push_back({e, {}, level, logical, false, is_in_no_event_});
  }
  void Negated(ExprId e) { stack_.push_back({e, {}, Level::kTerm, false, true, is_in_no_event_}); }

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

  void Joined(std::span<const ExprId> operands, std::string_view separator, Level level, bool logical) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) Text(separator);
      Sub(operands[i], level, logical);
    }
  }

  // Of what is not written out, else empty.
  std::string OwnText(ExprId e) const { return names_.expression ? names_.expression(e) : std::string(); }

  void Expand(const Item& item) {
    if (item.negated) return ExpandNegated(item.e);
    if (const std::string own = OwnText(item.e); !own.empty()) return Text(own);
    if (MustBeMarked(item.e)) {
      is_in_no_event_ = true;
      return Text("noEvent("), ExpandBare(item.e, item.logical), Text(")");
    }
    const bool parenthesised = LevelOf(graph_, item.e, item.logical) < item.level;
    if (parenthesised) Text("(");
    ExpandBare(item.e, item.logical);
    if (parenthesised) Text(")");
  }

  void ExpandBare(ExprId e, bool logical) {
    const std::span<const ExprId> v = graph_.operands(e);
    switch (graph_.op(e)) {
      case Op::kConstant:
        return ExpandConstant(graph_.constant_value(e), logical);
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
        return Joined(v, " < ", Level::kSum, false);
      case Op::kLessEqual:
        return Joined(v, " <= ", Level::kSum, false);
      case Op::kEqual:
        return ComparesReals(e) ? ExpandEqual(e, "") : Joined(v, " == ", Level::kSum, false);
      case Op::kNotEqual:
        return ComparesReals(e) ? ExpandEqual(e, "not ") : Joined(v, " <> ", Level::kSum, false);
      case Op::kNot:
        return Text("not "), Sub(v[0], Level::kRelation, true);
      case Op::kAnd:
        return Joined(v, " and ", Level::kNot, true);
      case Op::kOr:
        return Joined(v, " or ", Level::kAnd, true);
      case Op::kIf:
        if (varying_ != nullptr && ExpandElement(e, logical)) return;
        Text("if "), Sub(v[0], Level::kExpression, true);
        Text(" then "), Sub(v[1], Level::kExpression, logical);
        Text(" else "), Sub(v[2], Level::kExpression, logical);
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
        Joined(v, ", ", Level::kExpression, logical && graph_.op(e) == Op::kNoEvent);
        Text(")");
    }
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
    if (graph_.op(e) == Op::kDiv) return graph_.IsConstant(graph_.operand(e, 0), 0.0) && graph_.IsConstant(graph_.operand(e, 1), 0.0);
    return graph_.IsConstant(e) && std::isnan(graph_.constant_value(e));
  }

  // if 1 == i then a else if 2 == i then b else NaN, as ({a, b})[i], which may be of any type and as long as it likes. False: it is something else.
  bool ExpandElement(ExprId e, bool logical) {
    std::vector<ExprId> elements;
    ExprId index;
    const auto is_next = [&](ExprId condition) {
      if (graph_.op(condition) != Op::kEqual) return false;
      const bool is_first = graph_.IsConstant(graph_.operand(condition, 0));
      const ExprId number = graph_.operand(condition, is_first ? 0 : 1), of = graph_.operand(condition, is_first ? 1 : 0);
      if (!index.IsValid()) index = of;
      return of == index && graph_.IsConstant(number, static_cast<double>(elements.size() + 1));
    };
    while (graph_.op(e) == Op::kIf && is_next(graph_.operand(e, 0)) && (elements.empty() || OwnText(e).empty())) {
      elements.push_back(graph_.operand(e, 1));
      e = graph_.operand(e, 2);
    }
    if (elements.empty() || !IsNoValue(e)) return false;
    Text("({"), Joined(elements, ", ", Level::kExpression, logical), Text("})[");
    Sub(index, Level::kExpression), Text("]");
    return true;
  }

  // max(a, max(b, max(c, d))) as max({a, b, c, d}): of a long array it would nest deeper than a reader follows. False: it is short.
  bool ExpandExtreme(ExprId e) {
    const Op op = graph_.op(e);
    std::vector<ExprId> elements = {graph_.operand(e, 0)};
    ExprId rest = graph_.operand(e, 1);
    for (; graph_.op(rest) == op && OwnText(rest).empty(); rest = graph_.operand(rest, 1)) elements.push_back(graph_.operand(rest, 0));
    elements.push_back(rest);
    if (elements.size() < 4) return false;
    Text(Name(op)), Text("({"), Joined(elements, ", ", Level::kExpression, false), Text("})");
    return true;
  }

  // f(x), and f(x)[2] for the second of several results; 'f[2]'(x) in a text that is parsed again.
  void ExpandCall(ExprId call) {
    if (const PrintedCall printed = names_.call ? names_.call(call) : PrintedCall(); !printed.name.empty()) {
      Text(printed.name), Text("(");
      const auto operands = graph_.operands(call);
      bool is_first = true;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (printed.operands[i] == PrintedOperand::kLeftOut) continue;
        if (!std::exchange(is_first, false)) Text(", ");
        Sub(operands[i], Level::kExpression, printed.operands[i] == PrintedOperand::kLogical);
      }
      return Text(is_first && !printed.further.empty() ? printed.further.substr(2) : printed.further), Text(")");
    }
    const Function& function = *graph_.functions()[graph_.function(call).index()];
    const std::string number = function.num_outputs() > 1 ? "[" + std::to_string(graph_.output(call) + 1) + "]" : "";
    const bool is_quoted = varying_ != nullptr && !number.empty();
    Text(is_quoted ? "'" + function.name() + number + "'" : function.name());
    Text("(");
    Joined(graph_.operands(call), ", ", Level::kExpression, false);
    Text(is_quoted ? ")" : ")" + number);
  }

  void ExpandConstant(double value, bool logical) {
    if (logical) return Text(value != 0.0 ? "true" : "false");
    Text(NumberText(value));
  }

  // In a text that is read again it may have to be an Integer.
  std::string NumberText(double value) const { return varying_ != nullptr ? PrintTypedNumber(value) : PrintNumber(value); }

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
