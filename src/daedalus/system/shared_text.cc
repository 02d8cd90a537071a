#include "daedalus/system/shared_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/printed_texts.h"
#include "daedalus/system/text_type.h"

namespace daedalus {
namespace {

using expr::Op;
using expr::Sense;

// Shorter expressions are written again.
constexpr double kSmallTerms = 8;

// True if an operation may have no value although its operands have one.
bool MayFail(const expr::Graph& g, ExprId e) {
  const auto is_constant_but = [&](double value) {
    return g.IsConstant(g.operand(e, 1)) && !g.IsConstant(g.operand(e, 1), value);
  };
  switch (g.op(e)) {
    case Op::kDiv:
    case Op::kTruncDiv:
    case Op::kMod:
    case Op::kRem:
      return !is_constant_but(0.0);
    case Op::kPow:
      return !g.IsConstant(g.operand(e, 1)) || g.constant_value(g.operand(e, 1)) < 0.0 ||
             g.constant_value(g.operand(e, 1)) != static_cast<int>(g.constant_value(g.operand(e, 1)));
    case Op::kSqrt:
    case Op::kLog:
    case Op::kLog10:
    case Op::kAsin:
    case Op::kAcos:
    case Op::kCall:
      return true;
    default:
      return false;
  }
}

// A branch of an `if`.
struct Region {
  ExprId choice;
  bool is_then;
  std::vector<std::size_t> outer;  // numbers of the regions of the choice; none if it is always computed
  std::size_t ready;               // the expression by which its condition is known
  bool is_used = false;
};

struct Part {
  ExprId e;
  double num_terms = 1;
  std::size_t num_uses = 0;
  bool may_fail = false;  // it, or something in it
  bool is_local = false;
  std::size_t number = 0;            // of the input or the local variable, from 1; 0 for others
  bool is_always = false;            // it is computed whatever the conditions are
  std::vector<std::size_t> regions;  // else: where
  std::vector<std::size_t> guard;    // of a local variable: the regions that it is computed in; none: always
};

class SharedWriter {
 public:
  SharedWriter(const System& system, ExprId root, const std::vector<ValueType>& types,
               const std::function<expr::PrintedCall(ExprId)>& call)
      : graph_(system.graph), root_(root), types_(types), in_function_(root.index() + 1, false) {
    ReadParts();
    FindRegions();
    for (Part& part : parts_)
      part.is_local = part.num_uses > 1 && part.num_terms > kSmallTerms && !expr::IsLeaf(graph_.op(part.e));
    // A guard may need a further local variable, for its condition. That was made before, so it comes later
    // here.
    for (std::size_t i = parts_.size(); i-- > 0;) SetGuard(parts_[i]);
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      if (regions_[r].is_used) used_.emplace(regions_[r].ready, r);
    }
    NumberParts();
    names_.expression = [this](ExprId e) { return NameOfPart(e); };
    names_.call = call;
    names_.texts = TextsOf(system, [this](ExprId e) { return types_[e.index()] == ValueType::kString; });
  }

  SharedFunction Write() {
    SharedFunction result;
    std::string inputs, locals, statements;
    for (const Part& part : parts_) {
      const bool is_leaf = expr::IsLeaf(graph_.op(part.e));
      if (is_leaf && !graph_.IsConstant(part.e)) {
        inputs += fmt::format("    input {} {};\n", TypeName(types_[part.e.index()]), NameOfPart(part.e));
        result.arguments.push_back(part.e);
      }
      if (part.is_local) {
        locals += fmt::format("    {} {};\n", TypeName(types_[part.e.index()]), NameOfPart(part.e));
        statements += fmt::format("    {} := {};\n", NameOfPart(part.e), GuardedText(part));
      }
      for (auto [at, end] = used_.equal_range(part.e.index()); at != end; ++at) {
        locals += fmt::format("    Boolean {};\n", NameOfRegion(at->second));
        statements +=
            fmt::format("    {} := {};\n", NameOfRegion(at->second), RegionText(regions_[at->second]));
      }
    }
    result.body = fmt::format("{}    output {} '$y';\n{}{}  algorithm\n{}    '$y' := {};\n", inputs,
                              TypeName(types_[root_.index()]), locals.empty() ? "" : "  protected\n", locals,
                              statements, Text(root_));
    return result;
  }

 private:
  // Operands first, as ids are.
  void ReadParts() {
    expr::Traversal traversal;
    for (const ExprId e : traversal.Visit(graph_, root_)) parts_.emplace_back().e = e;
    std::ranges::sort(parts_, {}, [](const Part& part) { return part.e.value; });
    for (std::size_t i = 0; i < parts_.size(); ++i) place_[parts_[i].e.value] = i;
    for (Part& part : parts_) {
      part.may_fail = MayFail(graph_, part.e);
      for (const ExprId operand : graph_.operands(part.e)) {
        Part& other = PartOf(operand);
        part.num_terms += other.num_terms;
        part.may_fail = part.may_fail || other.may_fail;
        ++other.num_uses;
      }
    }
  }

  // Each kind separately, so that constants do not count.
  void NumberParts() {
    std::size_t num_inputs = 0, num_locals = 0;
    for (Part& part : parts_) {
      if (part.is_local) part.number = ++num_locals;
      if (expr::IsLeaf(graph_.op(part.e)) && !graph_.IsConstant(part.e)) part.number = ++num_inputs;
    }
  }

  // Users come behind their operands, so the regions of an expression are known before it is visited.
  void FindRegions() {
    PartOf(root_).is_always = true;
    for (std::size_t i = parts_.size(); i-- > 0;) {
      Part& part = parts_[i];
      JoinBranches(part);
      const auto operands = graph_.operands(part.e);
      const bool is_choice = graph_.op(part.e) == Op::kIf;
      for (std::size_t k = 0; k < operands.size(); ++k) {
        if (is_choice && k > 0) {
          if (PartOf(operands[k]).may_fail) PartOf(operands[k]).regions.push_back(AddRegion(part, k == 1));
        } else {
          Inherit(PartOf(operands[k]), part);
        }
      }
    }
  }

  static void Inherit(Part& part, const Part& from) {
    part.is_always = part.is_always || from.is_always;
    part.regions.insert(part.regions.end(), from.regions.begin(), from.regions.end());
  }

  std::size_t AddRegion(const Part& choice, bool is_then) {
    Region region{choice.e, is_then, choice.is_always ? std::vector<std::size_t>() : choice.regions,
                  graph_.operand(choice.e, 0).index()};
    for (const std::size_t outer : region.outer) region.ready = std::max(region.ready, regions_[outer].ready);
    regions_.push_back(std::move(region));
    return regions_.size() - 1;
  }

  // An expression of both branches is computed in the region of the choice.
  void JoinBranches(Part& part) {
    auto& list = part.regions;
    for (;;) {
      if (part.is_always) return list.clear();
      std::ranges::sort(list);
      list.erase(std::ranges::unique(list).begin(), list.end());
      const auto pair = std::ranges::adjacent_find(
          list, [&](std::size_t a, std::size_t b) { return regions_[a].choice == regions_[b].choice; });
      if (pair == list.end()) return;
      const Part& choice = PartOf(regions_[*pair].choice);
      list.erase(pair, pair + 2);
      Inherit(part, choice);
    }
  }

  void SetGuard(Part& part) {
    if (!part.is_local || !part.may_fail || part.is_always) return;
    std::vector<std::size_t> open = part.regions;
    while (!open.empty()) {
      const std::size_t r = open.back();
      open.pop_back();
      if (regions_[r].ready < part.e.index()) {
        part.guard.push_back(r);
        continue;
      }
      if (regions_[r].outer.empty()) return part.guard.clear();
      open.insert(open.end(), regions_[r].outer.begin(), regions_[r].outer.end());
    }
    std::ranges::sort(part.guard);
    part.guard.erase(std::ranges::unique(part.guard).begin(), part.guard.end());
    for (const std::size_t r : part.guard) Use(r);
  }

  void Use(std::size_t r) {
    if (std::exchange(regions_[r].is_used, true)) return;
    Part& condition = PartOf(graph_.operand(regions_[r].choice, 0));
    if (condition.may_fail && !condition.is_always) condition.is_local = true;
    for (const std::size_t outer : regions_[r].outer) Use(outer);
  }

  std::string Names(const std::vector<std::size_t>& regions) const {
    std::vector<std::string> names;
    for (const std::size_t r : regions) names.push_back(NameOfRegion(r));
    return fmt::format("{}", fmt::join(names, " or "));
  }

  std::string RegionText(const Region& region) {
    const ExprId condition = graph_.operand(region.choice, 0);
    const std::string own = fmt::format("{}({})", region.is_then ? "" : "not ", NameOrText(condition));
    return region.outer.empty() ? own : fmt::format("({}) and {}", Names(region.outer), own);
  }

  std::string GuardedText(const Part& part) {
    if (part.guard.empty()) return Text(part.e);
    const Sense sense = SenseOf(types_[part.e.index()]);
    const std::string_view none = sense == Sense::kLogical ? "false" : sense == Sense::kText ? "\"\"" : "0";
    return fmt::format("if {} then {} else {}", Names(part.guard), Text(part.e), none);
  }

  std::string NameOrText(ExprId e) {
    std::string name = NameOfPart(e);
    return name.empty() ? Text(e) : name;
  }

  std::string Text(ExprId e) {
    written_ = e;
    std::string text = expr::Print(
        graph_, e, names_,
        {.max_length = expr::kUnlimited, .sense = SenseOf(types_[e.index()]), .varying = &in_function_});
    written_ = {};
    return text;
  }

  // The name inside the function; empty for the expression that is being written, and for unnamed parts.
  std::string NameOfPart(ExprId e) {
    if (e == written_) return {};
    const Part& part = PartOf(e);
    if (part.number == 0) return {};
    return fmt::format("'${}{}'", expr::IsLeaf(graph_.op(e)) ? "u" : "", part.number);
  }
  static std::string NameOfRegion(std::size_t r) { return fmt::format("'$if{}'", r + 1); }

  Part& PartOf(ExprId e) { return parts_[place_.at(e.value)]; }

  const expr::Graph& graph_;
  const ExprId root_;
  const std::vector<ValueType>& types_;
  const std::vector<bool> in_function_;  // these make no events
  std::vector<Part> parts_;
  std::map<std::uint32_t, std::size_t> place_;
  std::vector<Region> regions_;  // outer ones first
  std::multimap<std::size_t, std::size_t>
      used_;  // regions whose conditions are used, by the place where they are known
  expr::PrintNames names_;
  ExprId written_;
};

}  // namespace

SharedFunction WriteSharedFunction(const System& system, ExprId root, const std::vector<ValueType>& types,
                                   const std::function<expr::PrintedCall(ExprId)>& call) {
  return SharedWriter(system, root, types, call).Write();
}

}  // namespace daedalus
