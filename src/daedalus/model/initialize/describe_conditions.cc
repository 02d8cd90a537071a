#include "daedalus/model/initialize/describe_conditions.h"

#include <algorithm>

#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

using RowKind = InitialRow::Kind;

constexpr std::size_t kMaxText = 80;
constexpr std::size_t kMaxListed = 4;  // of a list within a sentence

std::string TimeDerivativeOf(std::size_t times, const std::string& what) {
  if (times == 0) return what;
  constexpr const char* kOrdinals[] = {"", "second ", "third "};
  if (times <= 3) return fmt::format("the {}time derivative of {}", kOrdinals[times - 1], what);
  return fmt::format("time derivative number {} of {}", times, what);
}

const Equation& EquationOf(const System& system, const InitialRow& row) {
  return row.kind == RowKind::kEquation ? system.equations[row.equation]
                                        : system.initial_equations[row.equation];
}

std::string StartText(const System& system, VariableId v) {
  const Variable& variable = system.variables[v];
  return fmt::format("{} = {}", NameOf(system, variable),
                     variable.start.IsValid() ? ExpressionText(system, variable.start, kMaxText) : "0");
}

// Items with commas, the first few of them.
template <class Items, class Text>
std::string Listed(const Items& items, const Text& text) {
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < kMaxListed; ++i) out += (i ? ", " : "") + text(items[i]);
  if (items.size() > kMaxListed) out += fmt::format(" and {} more", items.size() - kMaxListed);
  return out;
}

// --- The table -------------------------------------------------------------------------------------------

class Table {
 public:
  Table(const System& system, const Sources& sources, std::size_t max_lines)
      : system_(system), sources_(sources), max_lines_(max_lines) {}

  template <class Items, class Text>
  void AddLines(const char* kind, const Items& items, std::size_t num_all, const Text& text) {
    const std::size_t num_shown = std::min(items.size(), max_lines_);
    for (std::size_t i = 0; i < num_shown; ++i) out_ += fmt::format("  {:<9} {}\n", kind, text(items[i]));
    if (num_all > num_shown) out_ += fmt::format("  {:<9} ... and {} more\n", kind, num_all - num_shown);
  }

  std::string ConditionText(const InitialRow& row) const {
    if (row.kind == RowKind::kFixed) {
      return fmt::format("{} (fixed{})", StartText(system_, row.variable), Place(", ", row));
    }
    return fmt::format("{} (initial equation{})", EquationText(system_, EquationOf(system_, row), kMaxText),
                       Place(", ", row));
  }

  std::string ImpliedText(const ImpliedValues& implied) const {
    const std::string names = Listed(implied.variables, [&](VariableId v) { return NameOf(system_, v); });
    return fmt::format("{}, by {}", names, Listed(implied.by, [&](const InitialRow& row) {
                         return EquationInWords(system_, EquationOf(system_, row)) +
                                WithParentheses(Place("", row));
                       }));
  }

  std::string ConflictText(const Conflict& conflict) const {
    std::string out = ConditionText(conflict.condition);
    out += conflict.others.empty() && conflict.equations.empty() ? ", without an unknown in it" : ", with ";
    if (!conflict.others.empty())
      out += Listed(conflict.others, [&](const InitialRow& row) { return ConditionText(row); });
    if (!conflict.others.empty() && !conflict.equations.empty()) out += ", by ";
    out += Listed(conflict.equations, [&](EquationId e) {
      return EquationInWords(system_, system_.equations[e]) +
             WithParentheses(Place("", {RowKind::kEquation, e, {}}));
    });
    return out;
  }

  std::string Take() { return std::move(out_); }
  void Add(const std::string& text) { out_ += text; }

 private:
  static std::string WithParentheses(const std::string& text) {
    return text.empty() ? "" : fmt::format(" ({})", text);
  }

  // "line 12", or with the file if there are several; where a model written in C++ made it; or nothing.
  std::string Place(const char* before, const InitialRow& row) const {
    const Span span = SpanOf(system_, row);
    if (span.IsValid()) {
      const std::uint32_t line = sources_.Locate(span.file, span.begin).line;
      return sources_.size() == 1 ? fmt::format("{}line {}", before, line)
                                  : fmt::format("{}{}:{}", before, sources_.Name(span.file), line);
    }
    if (row.kind == RowKind::kFixed || InstanceOf(system_, EquationOf(system_, row)).empty()) return {};
    return before + InstanceOf(system_, EquationOf(system_, row));
  }

  const System& system_;
  const Sources& sources_;
  std::size_t max_lines_;
  std::string out_;
};

// --- Errors ----------------------------------------------------------------------------------------------

std::string Determined(const Conflict& conflict) {
  const std::size_t conditions = conflict.others.size(), equations = conflict.equations.size();
  if (conditions + equations == 0) return "it contains no unknown";
  std::string by;
  if (conditions > 0) by = fmt::format("{} other condition{}", conditions, conditions == 1 ? "" : "s");
  if (equations > 0)
    by += fmt::format("{}{} equation{}", by.empty() ? "" : " and ", equations, equations == 1 ? "" : "s");
  return fmt::format("{} {} determine{} the same", by, conditions > 0 ? "already" : "of the model",
                     conditions + equations == 1 ? "s" : "");
}

std::string HintFor(const System& system, const Conflict& conflict) {
  std::vector<std::string> fixed;
  std::size_t num_equations = 0;
  const auto count = [&](const InitialRow& row) {
    if (row.kind == RowKind::kFixed) {
      fixed.push_back(fmt::format("`{}`", NameOf(system, row.variable)));
    } else {
      ++num_equations;
    }
  };
  count(conflict.condition);
  for (const InitialRow& row : conflict.others) count(row);
  const std::string names = Listed(fixed, [](const std::string& name) { return name; });
  const char* equations = num_equations == 1 ? "the initial equation" : "one of the initial equations";
  if (fixed.empty()) return fmt::format("leave {} out", equations);
  const std::string drop =
      fmt::format("drop `fixed = true` of {}{}", fixed.size() > 1 ? "one of " : "", names);
  return num_equations == 0 ? drop : fmt::format("{}, or leave {} out", drop, equations);
}

Diagnostic DescribeConflict(const System& system, const Conflict& conflict, std::size_t num_free) {
  const bool is_fixed = conflict.condition.kind == RowKind::kFixed;
  Diagnostic d = Error(Code::kInitialOverdetermined, SpanOf(system, conflict.condition),
                       "the initial condition {} is one too many: {}",
                       ConditionName(system, conflict.condition), Determined(conflict));
  d.Here(is_fixed ? fmt::format("`{}` is fixed here", NameOf(system, conflict.condition.variable))
                  : "no value that this initial equation could determine is still free");
  for (std::size_t i = 0; i < conflict.others.size() && i < kMaxListed; ++i) {
    const InitialRow& other = conflict.others[i];
    d.With(SpanOf(system, other), other.kind == RowKind::kFixed
                                      ? fmt::format("`{}` is fixed here", NameOf(system, other.variable))
                                      : "this initial equation is a condition as well");
  }
  for (std::size_t i = 0; i < conflict.equations.size() && i < kMaxListed; ++i) {
    const Equation& equation = system.equations[conflict.equations[i]];
    d.With(SpanOf(system, equation),
           TimeDerivativeOf(TimesDifferentiated(system, equation), "this equation") + " joins them");
  }
  const std::string conditions =
      Listed(conflict.others, [&](const InitialRow& row) { return ConditionName(system, row); });
  if (!conditions.empty()) d.Note("it collides with " + conditions);
  const std::string equations = Listed(conflict.equations, [&](EquationId e) {
    return fmt::format("`{}`", EquationInWords(system, system.equations[e]));
  });
  if (!equations.empty()) d.Note("equations: " + equations);
  d.Note(num_free == 0 ? std::string("the model leaves no initial value to choose: its solution is a single "
                                     "one (a manifold of dimension 0)")
                       : fmt::format("the model leaves {} initial value{} to choose", num_free,
                                     num_free == 1 ? "" : "s"));
  return std::move(d).Hint(HintFor(system, conflict));
}

}  // namespace

Span SpanOf(const System& system, const InitialRow& row) {
  const bool is_start = row.kind == RowKind::kFixed || row.kind == RowKind::kStart;
  return is_start ? system.declarations[system.variables[row.variable].declaration].span
                  : SpanOf(system, EquationOf(system, row));
}

std::string ConditionName(const System& system, const InitialRow& row) {
  if (row.kind == RowKind::kFixed || row.kind == RowKind::kStart)
    return fmt::format("`{}`", StartText(system, row.variable));
  if (row.kind == RowKind::kEquation)
    return fmt::format("`{}`", EquationInWords(system, system.equations[row.equation]));
  return fmt::format("`{}`", EquationText(system, EquationOf(system, row), kMaxText));
}

std::string EquationInWords(const System& system, const Equation& equation) {
  const std::size_t times = TimesDifferentiated(system, equation);
  if (times == 0) return EquationText(system, equation, kMaxText);
  // The equation that the user wrote, where it is still there.
  const EquationId given(system.histories.Steps(equation.history).front().detail);
  if (given.index() < system.equations.size() &&
      SpanOf(system, system.equations[given]) == SpanOf(system, equation) &&
      TimesDifferentiated(system, system.equations[given]) == 0) {
    return TimeDerivativeOf(times, EquationText(system, given, kMaxText));
  }
  return EquationText(system, equation, kMaxText);
}

std::string DescribeInitialConditions(const System& system, const InitialConditions& conditions,
                                      const Sources& sources, std::size_t max_lines) {
  Table table(system, sources, max_lines);
  table.Add(fmt::format("initial conditions  {} to choose\n", conditions.num_free));
  table.AddLines("chosen", conditions.chosen, conditions.chosen.size(),
                 [&](const InitialRow& row) { return table.ConditionText(row); });
  table.AddLines("assumed", conditions.assumed, conditions.assumed.size(), [&](VariableId v) {
    const Variable& variable = system.variables[v];
    return StartText(system, v) +
           (variable.is_start_preferred
                ? " (start value of a variable that is not a state, used because a state has none)"
            : variable.start.IsValid() ? " (start value, not fixed)"
                                       : " (no start value)");
  });
  table.AddLines("implied", conditions.implied, conditions.implied.size(),
                 [&](const ImpliedValues& implied) { return table.ImpliedText(implied); });
  table.AddLines("conflict", conditions.conflicts, conditions.num_conflicts,
                 [&](const Conflict& conflict) { return table.ConflictText(conflict); });
  return table.Take();
}

std::vector<Diagnostic> DescribeConflicts(const System& system, const InitialConditions& conditions,
                                          std::size_t most) {
  std::vector<Diagnostic> out;
  for (std::size_t i = 0; i < conditions.conflicts.size() && i < most; ++i)
    out.push_back(DescribeConflict(system, conditions.conflicts[i], conditions.num_free));
  if (!out.empty() && conditions.num_conflicts > out.size()) {
    out.back().Note(
        fmt::format("and {} more initial conditions are too many", conditions.num_conflicts - out.size()));
  }
  return out;
}

}  // namespace daedalus::initialize
