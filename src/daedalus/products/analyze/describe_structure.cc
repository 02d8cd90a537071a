#include "daedalus/products/analyze/describe_structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/products/analyze/describe_matrices.h"
#include "daedalus/products/analyze/equation_history.h"

namespace daedalus::analyze {
namespace {

using causal::Block;
using causal::BlockKind;

constexpr std::size_t kMaxListed = 500;

std::size_t CountBlocks(const causal::Program& program, BlockKind kind) {
  return static_cast<std::size_t>(std::count_if(program.blocks.begin(), program.blocks.end(),
                                                [kind](const Block& b) { return b.kind == kind; }));
}

std::string ComputedInWords(const StructureExplanation& explanation) {
  std::string out = explanation.inlined
                        ? fmt::format("in one step of {}", NameOf(*explanation.inlined))
                        : fmt::format("{} were differentiated", explanation.differentiated.size());
  if (explanation.num_integrators > 0)
    out += fmt::format("; {} only make a state the integral of another", explanation.num_integrators);
  return out;
}

std::vector<results::PageFact> FactsOf(const StructureExplanation& explanation) {
  const causal::Analysis& analysis = explanation.analysis;
  const causal::Program& program = analysis.program;
  std::vector<results::PageFact> out;
  const auto add = [&out](std::string name, std::size_t value, std::string note) {
    out.push_back({std::move(name), std::to_string(value), std::move(note)});
  };
  const std::size_t num_kept = NumKept(*explanation.given);
  add("equations as written", explanation.given->equations.size() - num_kept,
      fmt::format("for {} unknowns{}", explanation.given->variables.size() - num_kept,
                  KeptInWords(*explanation.given)));
  add("aliases removed", explanation.aliases.size(), "variables that need no solver");
  add("structural index", static_cast<std::size_t>(explanation.structural_index),
      explanation.aliases.empty() ? "" : "without the aliases");
  // As many as the second matrix and the table have rows.
  add("equations as computed", analysis.system.equations.size(), ComputedInWords(explanation));
  add("states", causal::NumStates(analysis.system, analysis.incidence), "as many initial values to choose");
  add("blocks", program.blocks.size(),
      fmt::format("{} assignments, {} linear, {} nonlinear", CountBlocks(program, BlockKind::kAssignment),
                  CountBlocks(program, BlockKind::kLinear), CountBlocks(program, BlockKind::kNonlinear)));
  add("core", explanation.core_equations, "equations that the two causalization rules leave");
  add("largest block", analysis.largest_block, "equations solved together");
  add("tearing variables", program.tearing.size(), "loops that are not torn count whole");
  return out;
}

// Of `count` items the first few, each as `item(i)` gives it.
template <class Item>
results::PageList ListOf(std::string title, std::string about, std::size_t count, const Item& item) {
  results::PageList out{std::move(title), std::move(about), {}, count};
  for (std::size_t i = 0; i < std::min(count, kMaxListed); ++i) out.items.push_back(item(i));
  return out;
}

std::vector<results::PageList> ListsOf(const StructureExplanation& explanation, const Sources& sources) {
  const System& system = explanation.analysis.system;
  std::vector<VariableId> states;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (explanation.analysis.IsDerivative(v)) states.push_back(v);
  }
  std::vector<results::PageList> out;
  out.push_back(ListOf("Aliases", "Variables that are others under another name, or constants.",
                       explanation.aliases.size(), [&](std::size_t i) -> results::PageItem {
                         const causal::Alias& alias = explanation.aliases[i];
                         return {NameOf(system, alias.removed), "= " + AliasMeaning(system, alias),
                                 QuoteLine(sources, SpanOf(system, alias.origin))};
                       }));
  out.push_back(ListOf(
      "Differentiated", "Equations whose derivatives were added to bring the index down to 1.",
      explanation.differentiated.size(), [&](std::size_t i) -> results::PageItem {
        const DifferentiatedEquation& d = explanation.differentiated[i];
        return {d.text, fmt::format("{}: {}", TimesInWords(d.times), d.reason), QuoteLine(sources, d.span)};
      }));
  out.push_back(ListOf("States", "What the integrator carries from one time to the next.", states.size(),
                       [&](std::size_t i) -> results::PageItem {
                         const Variable& variable = system.variables[states[i]];
                         const Declaration& declaration = system.declarations[variable.declaration];
                         return {NameOf(system, variable), declaration.description,
                                 QuoteLine(sources, declaration.span)};
                       }));
  out.push_back(ListOf("Dummy derivatives", "Derivatives that are algebraic unknowns now.",
                       explanation.dummy_derivatives.size(), [&](std::size_t i) -> results::PageItem {
                         return {explanation.dummy_derivatives[i], "", {}};
                       }));
  return out;
}

}  // namespace

results::StructurePage DescribeStructure(const StructureExplanation& explanation, const Sources& sources) {
  results::StructurePage page;
  page.title = explanation.given->name;
  page.subtitle = explanation.given->description;
  page.facts = FactsOf(explanation);
  page.lists = ListsOf(explanation, sources);
  DescribeMatrices(explanation, sources, page);
  return page;
}

}  // namespace daedalus::analyze
