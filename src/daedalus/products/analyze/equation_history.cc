#include "daedalus/products/analyze/equation_history.h"

#include <fmt/format.h>

#include "daedalus/system/print_system.h"

namespace daedalus::analyze {

std::string AliasMeaning(const System& system, const causal::Alias& alias) {
  if (!alias.kept.IsValid()) return ExpressionText(system, alias.value, 80);
  return (alias.sign < 0 ? "-" : "") + NameOf(system, alias.kept);
}

std::string KeptInWords(const System& given) {
  const std::size_t count = NumKept(given);
  if (count == 0) return {};
  return count == 1 ? ", and a parameter that is found at the start"
                    : fmt::format(", and {} parameters that are found at the start", count);
}

std::string TimesInWords(std::size_t times) {
  if (times == 1) return "once";
  return times == 2 ? "twice" : fmt::format("{} times", times);
}

std::vector<std::string> HistoryOf(const StructureExplanation& explanation, const Equation& equation) {
  std::vector<std::string> out;
  std::size_t times = 0;
  const auto say_differentiated = [&] {
    if (times > 0) out.push_back("differentiated " + TimesInWords(times));
    times = 0;
  };
  const System& system = explanation.analysis.system;
  for (const Operation& operation : system.histories.Steps(equation.history)) {
    if (operation.kind == Operation::Kind::kDifferentiated) ++times;
    if (operation.kind == Operation::Kind::kCombined) {
      say_differentiated();
      out.push_back("combined with others, since their highest derivatives depend on each other");
    }
    if (operation.kind == Operation::Kind::kChained) {
      say_differentiated();
      out.push_back(
          "written together with others of the same flow, as the rules of semiLinear say, so that it holds "
          "where nothing flows");
    }
    if (operation.kind != Operation::Kind::kSubstituted) continue;
    say_differentiated();
    const causal::Alias& alias = explanation.aliases[operation.detail];
    out.push_back(
        fmt::format("{} replaced by {}", NameOf(system, alias.removed), AliasMeaning(system, alias)));
  }
  say_differentiated();
  return out;
}

}  // namespace daedalus::analyze
