#include "daedalus/products/analyze/render_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/model/initialize/explain_plan.h"
#include "daedalus/products/analyze/equation_history.h"
#include "daedalus/system/print_system.h"

namespace daedalus::analyze {
namespace {

using causal::Block;
using causal::BlockKind;
using causal::Program;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxNames = 12;

std::vector<std::string> States(const causal::Analysis& analysis) {
  std::vector<std::string> out;
  for (const VariableId v : IdRange<VariableId>(analysis.system.variables.size())) {
    if (analysis.IsDerivative(v) && !analysis.system.variables[v].is_kept)
      out.push_back(NameOf(analysis.system, v));
  }
  return out;
}

std::string Joined(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i ? ", " : "") + names[i];
  if (names.size() > most) out += fmt::format(", ... ({} in all)", names.size());
  return out.empty() ? "none" : out;
}

std::vector<std::string> TearingNames(const causal::Analysis& analysis, const Block& block) {
  std::vector<std::string> out;
  for (const Quantity& unknown : analysis.program.TearingOf(block))
    out.push_back(NameOf(analysis.system, unknown));
  return out;
}

std::vector<std::string> ResidualTexts(const causal::Analysis& analysis, const Block& block) {
  std::vector<std::string> out;
  for (const EquationId e : analysis.program.ResidualsOf(block))
    out.push_back(EquationText(analysis.system, e));
  return out;
}

// --- text ---

std::string RenderAliases(const StructureExplanation& explanation) {
  if (explanation.aliases.empty()) return {};
  std::vector<std::string> texts;
  for (const causal::Alias& alias : explanation.aliases) {
    if (texts.size() < kMaxNames)
      texts.push_back(NameOf(explanation.analysis.system, alias.removed) + " = " +
                      AliasMeaning(explanation.analysis.system, alias));
  }
  std::string out = fmt::format("aliases           {} removed: ", explanation.aliases.size());
  for (std::size_t i = 0; i < texts.size(); ++i) out += (i ? ", " : "") + texts[i];
  return out + (explanation.aliases.size() > texts.size() ? ", ...\n" : "\n");
}

// Equations whose structure lied.
std::string RenderConversions(const causal::ConversionReport& report) {
  std::string out;
  for (const causal::Conversion& conversion : report.conversions) {
    out += fmt::format("{:<18}{}\n{:18}  {}\n{:18}  now {}\n",
                       &conversion == &report.conversions.front() ? "combined" : "", conversion.before, "",
                       conversion.reason, "", conversion.after);
  }
  if (!report.conversions.empty())
    out += fmt::format("free states       {}, where structure suggests {}\n", report.free_states,
                       report.promised_states);
  return out;
}

nlohmann::ordered_json ConversionsJson(const StructureExplanation& explanation) {
  auto out = nlohmann::ordered_json::array();
  for (const causal::Conversion& conversion : explanation.conversion.conversions)
    out.push_back(
        {{"equation", conversion.before}, {"reason", conversion.reason}, {"now", conversion.after}});
  return out;
}

std::string RenderReduction(const StructureExplanation& explanation) {
  constexpr std::size_t kMostEquations = 40;
  std::string out;
  const auto& differentiated = explanation.differentiated;
  for (std::size_t i = 0; i < differentiated.size() && i < kMostEquations; ++i) {
    out += fmt::format("{:<18}{} ({})\n{:18}  {}\n", i == 0 ? "differentiated" : "", differentiated[i].text,
                       TimesInWords(differentiated[i].times), "", differentiated[i].reason);
  }
  if (differentiated.size() > kMostEquations)
    out += fmt::format("{:18}... and {} equations more\n", "", differentiated.size() - kMostEquations);
  if (!differentiated.empty())
    out += fmt::format("dummy derivatives {}\n", Joined(explanation.dummy_derivatives, kMaxNames));
  return out;
}

std::string RenderBlock(const causal::Analysis& analysis, std::size_t number, const Block& block) {
  const Program& program = analysis.program;
  std::string out = fmt::format("{:>4}  {:<12}", number + 1, NameOf(block.kind));
  const auto equations = program.EquationsOf(block);
  for (std::size_t i = 0; i < equations.size(); ++i) {
    out += fmt::format("{}{:<16} {}\n", i ? std::string(18, ' ') : "",
                       NameOf(analysis.system, program.UnknownsOf(block)[i]),
                       EquationText(analysis.system, equations[i], 90));
  }
  if (block.kind == BlockKind::kAssignment) return out;
  out += fmt::format("{:18}solved by {}", "", NameOf(block.method));
  if (block.assignments.size() == 0) return out + '\n';
  out += fmt::format(", torn by {}\n", Joined(TearingNames(analysis, block), kMaxNames));
  for (const std::string& residual : ResidualTexts(analysis, block))
    out += fmt::format("{:18}residual: {}\n", "", residual);
  return out;
}

std::string IntegratorsInWords(std::size_t count) {
  if (count == 0) return {};
  return fmt::format(", and {} that only {} a state the integral of another", count,
                     count == 1 ? "makes" : "make");
}

// What the two rules leave, and how it splits.
std::string RenderCore(const StructureExplanation& explanation) {
  if (explanation.core_equations == 0) return {};
  std::size_t between = explanation.core_equations;
  std::vector<std::string> loops;
  for (const Block& block : explanation.analysis.program.blocks) {
    if (block.rows.size() == 1) continue;
    loops.push_back(std::to_string(block.rows.size()));
    between -= block.rows.size();
  }
  return fmt::format("core              {} equations are left by the two causalization rules: {} of {}{}\n",
                     explanation.core_equations, loops.size() == 1 ? "a loop" : "loops",
                     Joined(loops, kMaxNames), between == 0 ? "" : fmt::format("; {} between them", between));
}

std::string RenderBlocks(const causal::Analysis& analysis, std::size_t max_blocks) {
  const std::vector<Block>& blocks = analysis.program.blocks;
  const auto count = [&](BlockKind kind) {
    return std::count_if(blocks.begin(), blocks.end(), [kind](const Block& b) { return b.kind == kind; });
  };
  std::string out =
      fmt::format("blocks            {}: {} assignments, {} linear, {} nonlinear; the largest has {}\n",
                  blocks.size(), count(BlockKind::kAssignment), count(BlockKind::kLinear),
                  count(BlockKind::kNonlinear), analysis.largest_block);
  out += fmt::format("tearing variables {}\n\n", analysis.program.tearing.size());
  out += fmt::format("{:>4}  {:<12}{:<16} {}\n", "", "kind", "unknown", "equation");
  for (std::size_t b = 0; b < blocks.size() && b < max_blocks; ++b)
    out += RenderBlock(analysis, b, blocks[b]);
  if (blocks.size() > max_blocks)
    out += fmt::format("  ... and {} blocks more\n", blocks.size() - max_blocks);
  return out;
}

// One step of an integrator has no initial conditions of its own.
std::string RenderInitialConditions(const StructureExplanation& explanation, const Sources& sources) {
  if (explanation.inlined) return {};
  const causal::Analysis& analysis = explanation.analysis;
  const auto conditions = initialize::ExplainInitialConditions(analysis.system, analysis.incidence);
  if (!conditions) return {};
  return initialize::DescribeInitialConditions(analysis.system, *conditions, sources) + '\n';
}

// --- JSON ---

Json AliasesJson(const StructureExplanation& explanation) {
  Json out = Json::array();
  const System& system = explanation.analysis.system;
  for (const causal::Alias& alias : explanation.aliases) {
    Json entry = {{"removed", NameOf(system, alias.removed)}};
    if (alias.kept.IsValid()) {
      entry["kept"] = NameOf(system, alias.kept);
      entry["sign"] = alias.sign;
    } else {
      entry["value"] = ExpressionText(system, alias.value);
    }
    out.push_back(std::move(entry));
  }
  return out;
}

Json DifferentiatedJson(const StructureExplanation& explanation, const Sources& sources) {
  Json out = Json::array();
  for (const DifferentiatedEquation& d : explanation.differentiated) {
    Json entry = {{"equation", d.text}, {"times", d.times}};
    if (d.span.IsValid()) {
      entry["file"] = sources.Name(d.span.file);
      entry["line"] = sources.Locate(d.span.file, d.span.begin).line;
    }
    entry["reason"] = d.reason;
    out.push_back(std::move(entry));
  }
  return out;
}

Json BlocksJson(const causal::Analysis& analysis) {
  const Program& program = analysis.program;
  Json out = Json::array();
  for (const Block& block : program.blocks) {
    Json entry = {{"kind", NameOf(block.kind)}, {"size", block.rows.size()}};
    for (const Quantity& unknown : program.UnknownsOf(block))
      entry["unknowns"].push_back(NameOf(analysis.system, unknown));
    for (const EquationId e : program.EquationsOf(block))
      entry["equations"].push_back(EquationText(analysis.system, e));
    entry["tearing"] = TearingNames(analysis, block);
    entry["residuals"] = ResidualTexts(analysis, block);
    entry["method"] = NameOf(block.method);
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace

std::string RenderAnalysis(const StructureExplanation& explanation, const Sources& sources,
                           std::size_t max_blocks) {
  const System& system = explanation.analysis.system;
  const std::size_t num_kept = NumKept(*explanation.given);
  std::string out =
      fmt::format("{}: {} equations for {} unknowns{}\n", explanation.given->name,
                  explanation.given->equations.size() - num_kept,
                  explanation.given->variables.size() - num_kept, KeptInWords(*explanation.given));
  out += RenderAliases(explanation);
  out += fmt::format("structural index  {}{}\n", explanation.structural_index,
                     explanation.aliases.empty() ? "" : ", without the aliases");
  out += RenderConversions(explanation.conversion);
  out += RenderReduction(explanation);
  if (system.equations.size() != explanation.given->equations.size() || !explanation.differentiated.empty())
    out += fmt::format("reduced           {} equations for {} unknowns{}\n", explanation.num_equations(),
                       explanation.num_unknowns(), IntegratorsInWords(explanation.num_integrators));
  if (explanation.inlined)
    out += fmt::format("inlined           one step of {}\n", NameOf(*explanation.inlined));
  out += fmt::format("states            {}\n", Joined(States(explanation.analysis), kMaxNames));
  out += RenderInitialConditions(explanation, sources);
  return out + RenderCore(explanation) + RenderBlocks(explanation.analysis, max_blocks);
}

nlohmann::ordered_json AnalysisJson(const StructureExplanation& explanation, const Sources& sources) {
  const causal::Analysis& analysis = explanation.analysis;
  Json out;
  out["model"] = explanation.given->name;
  const std::size_t num_kept = NumKept(*explanation.given);
  out["original"] = {{"equations", explanation.given->equations.size() - num_kept},
                     {"unknowns", explanation.given->variables.size() - num_kept}};
  if (num_kept > 0) out["original"]["found_at_start"] = num_kept;
  out["aliases"] = AliasesJson(explanation);
  out["structural_index"] = explanation.structural_index;
  if (!explanation.conversion.conversions.empty()) {
    out["conversions"] = ConversionsJson(explanation);
    out["free_states"] = explanation.conversion.free_states;
    out["promised_states"] = explanation.conversion.promised_states;
  }
  out["differentiated"] = DifferentiatedJson(explanation, sources);
  out["reduced"] = {{"equations", explanation.num_equations()},
                    {"unknowns", explanation.num_unknowns()},
                    {"integrators", explanation.num_integrators}};
  out["states"] = States(analysis);
  out["dummy_derivatives"] = explanation.dummy_derivatives;
  out["core"] = {{"equations", explanation.core_equations}};
  out["blocks"] = BlocksJson(analysis);
  out["largest_block"] = analysis.largest_block;
  out["tearing_variables"] = analysis.program.tearing.size();
  if (explanation.inlined) out["inlined"] = NameOf(*explanation.inlined);
  return out;
}

}  // namespace daedalus::analyze
