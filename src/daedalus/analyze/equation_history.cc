#include "daedalus/analyze/equation_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/print_system.h"

namespace daedalus::analyze {

std::string AliasMeaning(const System& system, const causal::Alias& alias) {
  if (!alias.kept.IsValid()) return ExpressionText(system, alias.value, 80);
  return (alias.sign < 0 ? "-" : "") + system.variables[alias.kept].name;
}

std::string TimesInWords(std::size_t times) {
  if (times == 1) return "once";
  return times == 2 ? "twice" : fmt::format("{} times", times);
}

std::size_t TimesDifferentiated(const Equation& equation) {
  const auto& history = equation.origin.history;
  return static_cast<std::size_t>(std::count_if(history.begin(), history.end(), [](const Operation& o) {
    return o.kind == Operation::Kind::kDifferentiated;
  }));
}

std::vector<std::string> HistoryOf(const StructureExplanation& explanation, const Equation& equation) {
  std::vector<std::string> out;
  std::size_t times = 0;
  const auto say_differentiated = [&] {
    if (times > 0) out.push_back("differentiated " + TimesInWords(times));
    times = 0;
  };
  for (const Operation& operation : equation.origin.history) {
    if (operation.kind == Operation::Kind::kDifferentiated) ++times;
    if (operation.kind != Operation::Kind::kSubstituted) continue;
    say_differentiated();
    const causal::Alias& alias = explanation.aliases[operation.detail];
    out.push_back(fmt::format("{} replaced by {}", alias.removed.name,
                              AliasMeaning(explanation.analysis.system, alias)));
  }
  say_differentiated();
  return out;
}

}  // namespace daedalus::analyze
