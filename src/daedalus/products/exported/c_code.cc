#include "daedalus/products/exported/c_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/check.h"
#include "daedalus/products/exported/c_text.h"
#include "daedalus/system/expr/apply.h"

namespace daedalus::exported {
namespace {

using expr::Op;

// Longer texts get a name, so that lines stay readable.
constexpr std::size_t kLongText = 160;

const char* FunctionOf(Op op) {
  switch (op) {
    case Op::kAbs:
      return "fabs";
    case Op::kSign:
      return "sign_of";
    case Op::kTruncDiv:
      return "whole_quotient";
    case Op::kMod:
      return "modulo";
    case Op::kRem:
      return "remainder_of";
    case Op::kPow:
      return "real_power";
    default:
      return nullptr;  // the same name as in the graph
  }
}

}  // namespace

std::string CCode::Declare(std::span<const ExprId> roots, const std::string& indent) {
  std::unordered_map<ExprId, int> uses;
  std::vector<ExprId> order;
  traversal_.Restart();
  for (const ExprId root : roots) {
    ++uses[root];
    for (const ExprId e : traversal_.Continue(graph_, root)) {
      order.push_back(e);
      for (const ExprId operand : graph_.operands(e)) ++uses[operand];
    }
  }
  texts_.clear();
  std::string out;
  for (const ExprId e : order) {
    std::string text = TextOf(e);
    const bool is_leaf = expr::IsLeaf(graph_.op(e));
    if (!is_leaf && (uses[e] > 1 || text.size() > kLongText)) {
      const std::string name = fmt::format("c{}", num_constants_++);
      out += fmt::format("{}const double {} = {};\n", indent, name, text);
      text = name;
    }
    texts_[e] = {std::move(text), DepthOf(e)};
  }
  return out;
}

std::string CCode::Joined(ExprId e, const char* between) const {
  std::string out = "(";
  for (const ExprId operand : EarliestFirst(e)) {
    if (out.size() > 1) out += between;
    out += texts_.at(operand).text;
  }
  return out + ")";
}

// The operands of a sum or a product, the earliest first; other operands keep their order.
std::vector<ExprId> CCode::EarliestFirst(ExprId e) const {
  std::vector<ExprId> out(graph_.operands(e).begin(), graph_.operands(e).end());
  if (graph_.op(e) == Op::kAdd || graph_.op(e) == Op::kMul)
    std::ranges::stable_sort(out, {}, [this](ExprId operand) { return Depth(operand); });
  return out;
}

int CCode::DepthOf(ExprId e) const {
  if (graph_.op(e) == Op::kConstant) return 0;
  if (expr::IsLeaf(graph_.op(e))) return leaf_depth_(e);
  int depth = 0;
  bool is_first = true;
  for (const ExprId operand : EarliestFirst(e)) {
    depth = std::max(depth, Depth(operand)) + (is_first ? 0 : 1);
    is_first = false;
  }
  return graph_.operands(e).size() == 1 ? depth + 1 : depth;
}

std::string CCode::TextOf(ExprId e) const {
  const auto operand = [&](std::size_t i) -> const std::string& {
    return texts_.at(graph_.operand(e, i)).text;
  };
  const auto truth = [](const std::string& condition) { return "(" + condition + " ? 1.0 : 0.0)"; };
  const auto all = [&](const char* between) {
    std::string out;
    for (const ExprId o : graph_.operands(e))
      out += (out.empty() ? "" : between) + texts_.at(o).text + " != 0.0";
    return truth("(" + out + ")");
  };
  switch (graph_.op(e)) {
    case Op::kConstant:
      return CNumber(graph_.constant_value(e));
    case Op::kTime:
    case Op::kParameter:
    case Op::kHeld:
    case Op::kVariable:
      return leaf_(e);
    case Op::kAdd:
      return Joined(e, " + ");
    case Op::kMul:
      return Joined(e, " * ");
    case Op::kDiv:
      return Joined(e, " / ");
    case Op::kPow: {
      const ExprId exponent = graph_.operand(e, 1);
      if (graph_.IsConstant(exponent, 2) && expr::IsLeaf(graph_.op(graph_.operand(e, 0))))
        return fmt::format("({0} * {0})", operand(0));
      if (graph_.IsConstant(exponent) && expr::IsIntegerPower(graph_.constant_value(exponent)))
        return fmt::format("whole_power({}, {})", operand(0),
                           static_cast<int>(graph_.constant_value(exponent)));
      break;
    }
    case Op::kMin:
      return fmt::format("({0} < {1} ? {0} : {1})", operand(0), operand(1));
    case Op::kMax:
      return fmt::format("({0} > {1} ? {0} : {1})", operand(0), operand(1));
    case Op::kLess:
      return truth(Joined(e, " < "));
    case Op::kLessEqual:
      return truth(Joined(e, " <= "));
    case Op::kEqual:
      return truth(Joined(e, " == "));
    case Op::kNotEqual:
      return truth(Joined(e, " != "));
    case Op::kNot:
      return truth("(" + operand(0) + " == 0.0)");
    case Op::kAnd:
      return all(" && ");
    case Op::kOr:
      return all(" || ");
    case Op::kIf:
      return fmt::format("({} != 0.0 ? {} : {})", operand(0), operand(1), operand(2));
    case Op::kNoEvent:
      return operand(0);
    case Op::kCall:
      DAEDALUS_CHECK(false, "calls were looked for before");
      break;
    default:
      break;
  }
  const char* function = FunctionOf(graph_.op(e));
  return (function ? std::string(function) : std::string(Name(graph_.op(e)))) + Joined(e, ", ");
}

std::string CHelpersFor(const std::string& text) {
  struct Helper {
    const char* call;
    const char* code;
  };
  static constexpr const char* kWholePower =
      "static double whole_power(double x, int n) {\n"
      "  unsigned bits = n < 0 ? (unsigned)(-n) : (unsigned)n;\n"
      "  double square = x, result;\n"
      "  if (bits == 0) return 1.0;\n"
      "  for (; (bits & 1u) == 0; bits >>= 1) square *= square;\n"
      "  result = square;\n"
      "  while ((bits >>= 1) != 0) {\n"
      "    square *= square;\n"
      "    if (bits & 1u) result *= square;\n"
      "  }\n"
      "  return n < 0 ? 1.0 / result : result;\n"
      "}\n";
  static constexpr Helper kHelpers[] = {
      {"real_power(",
       "static double real_power(double x, double e) {\n"
       "  return fabs(e) <= 64.0 && trunc(e) == e ? whole_power(x, (int)e) : pow(x, e);\n"
       "}\n"},
      {"sign_of(", "static double sign_of(double x) { return (double)((x > 0.0) - (x < 0.0)); }\n"},
      {"whole_quotient(", "static double whole_quotient(double x, double y) { return trunc(x / y); }\n"},
      {"modulo(", "static double modulo(double x, double y) { return x - floor(x / y) * y; }\n"},
      {"remainder_of(", "static double remainder_of(double x, double y) { return x - trunc(x / y) * y; }\n"}};
  const auto calls = [&](const char* call) { return text.find(call) != std::string::npos; };
  std::string out;
  if (calls("whole_power(") || calls("real_power(")) out += kWholePower;
  for (const Helper& helper : kHelpers) {
    if (calls(helper.call)) out += helper.code;
  }
  return out;
}

ExprId FindCall(const expr::Graph& graph, std::span<const ExprId> roots) {
  expr::Traversal traversal;
  traversal.Restart();
  for (const ExprId root : roots) {
    for (const ExprId e : traversal.Continue(graph, root)) {
      if (graph.op(e) == Op::kCall) return e;
    }
  }
  return {};
}

}  // namespace daedalus::exported
