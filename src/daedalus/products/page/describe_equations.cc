#include "daedalus/products/page/describe_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "daedalus/products/analyze/computed_rows.h"
#include "daedalus/products/analyze/equation_history.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::page {
namespace {

using analyze::ComputedRow;
using analyze::StructureExplanation;

constexpr std::size_t kMaxText = 300;

class EquationDescriber {
 public:
  EquationDescriber(const StructureExplanation& explanation, const VariableNumbers& numbers,
                    PlaceTable& places)
      : explanation_(explanation), numbers_(numbers), places_(places) {
    for (const analyze::DifferentiatedEquation& d : explanation.differentiated) reasons_[d.given] = &d;
  }

  PageEquation Computed(const ComputedRow& row) {
    const System& system = explanation_.analysis.system;
    const Equation& equation = system.equations[row.equation];
    PageEquation out;
    out.text = EquationText(system, equation, kMaxText);
    out.place = places_.Add(SpanOf(system, equation));
    out.component = InstanceOf(system, equation);
    out.unknown = NameOf(system, row.unknown);
    out.block = row.block;
    out.history = analyze::HistoryOf(explanation_, equation);
    for (const expr::VariableLeaf& leaf : leaves_.Collect(system.graph, equation.residual).variables)
      AddVariable(out, NameOf(system, leaf.variable));
    for (const Operation& operation : system.histories.Steps(equation.history)) {
      if (operation.kind == Operation::Kind::kSubstituted)
        AddVariable(out, NameOf(system, explanation_.aliases[operation.detail].removed));
    }
    AddReason(equation, out.history);
    out.history.push_back(analyze::HowSolved(explanation_, row, out.unknown));
    return out;
  }

  PageEquation OfAlias(const causal::Alias& alias) {
    const System& system = explanation_.analysis.system;
    PageEquation out;
    out.kind = PageEquation::Kind::kAlias;
    const std::string removed = NameOf(system, alias.removed);
    out.text = removed + " = " + analyze::AliasMeaning(system, alias);
    out.place = places_.Add(SpanOf(system, alias.origin));
    if (alias.origin.IsValid()) out.component = system.names.Text(system.origins[alias.origin].instance);
    out.unknown = removed;
    out.history.push_back(alias.kept.IsValid() ? "says that two names mean one variable: no solver needs it"
                                               : "says that the variable is constant: no solver needs it");
    AddVariable(out, removed);
    if (alias.kept.IsValid()) AddVariable(out, NameOf(system, alias.kept));
    return out;
  }

 private:
  void AddVariable(PageEquation& equation, const std::string& name) const {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) return;
    if (std::ranges::find(equation.variables, found->second) == equation.variables.end())
      equation.variables.push_back(found->second);
  }

  void AddReason(const Equation& equation, std::vector<std::string>& history) const {
    const System& system = explanation_.analysis.system;
    const EquationId given = analyze::GivenEquationOf(system, equation);
    if (!given.IsValid()) {
      history.emplace_back("added by index reduction: this derivative is a state itself");
      return;
    }
    const auto reason = reasons_.find(given);
    if (reason == reasons_.end()) return;
    const bool is_derivative = TimesDifferentiated(system, equation) > 0;
    history.push_back(is_derivative ? fmt::format("why it was differentiated: {}", reason->second->reason)
                                    : fmt::format("also differentiated {}: {}",
                                                  analyze::TimesInWords(reason->second->times),
                                                  reason->second->reason));
  }

  const StructureExplanation& explanation_;
  const VariableNumbers& numbers_;
  PlaceTable& places_;
  std::map<EquationId, const analyze::DifferentiatedEquation*> reasons_;
  expr::LeafCollector leaves_;
};

PageBlock DescribeBlock(const causal::Analysis& analysis, const causal::Block& block) {
  PageBlock out{std::string(NameOf(block.kind)), std::string(NameOf(block.method)), block.rows.size(), {}};
  if (block.kind == causal::BlockKind::kAssignment || block.assignments.size() == 0) return out;
  for (const Quantity& unknown : analysis.program.TearingOf(block))
    out.torn_by.push_back(NameOf(analysis.system, unknown));
  return out;
}

}  // namespace

VariableNumbers NumberVariables(const std::vector<PageVariable>& variables) {
  VariableNumbers out;
  for (std::uint32_t i = 0; i < variables.size(); ++i) out.emplace(variables[i].about.name, i);
  return out;
}

void DescribeEquations(const StructureExplanation& explanation, const VariableNumbers& numbers,
                       PlaceTable& places, PageData& page) {
  EquationDescriber describer(explanation, numbers, places);
  for (const ComputedRow& row : analyze::InOrderOfComputation(explanation.analysis.program))
    page.equations.push_back(describer.Computed(row));
  for (const causal::Alias& alias : explanation.aliases) page.equations.push_back(describer.OfAlias(alias));
  for (const causal::Block& block : explanation.analysis.program.blocks)
    page.blocks.push_back(DescribeBlock(explanation.analysis, block));
}

}  // namespace daedalus::page
