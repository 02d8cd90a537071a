#include "daedalus/driver/render_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/system/print.h"

namespace daedalus::driver {
namespace {

using causal::Analysis;

std::string UnknownName(const System& system, const Analysis& analysis, EquationId equation) {
  const VariableId v = analysis.UnknownOf(equation);
  const std::string& name = system.variables[v].name;
  return analysis.IsDerivative(v) ? "der(" + name + ")" : name;
}

std::vector<std::string> States(const System& system, const Analysis& analysis) {
  std::vector<std::string> out;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (analysis.IsDerivative(v)) out.push_back(system.variables[v].name);
  }
  return out;
}

std::string Joined(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i ? ", " : "") + names[i];
  if (names.size() > most) out += fmt::format(", ... ({} in all)", names.size());
  return out.empty() ? "none" : out;
}

std::string RenderBlock(const System& system, const Analysis& analysis, std::size_t block) {
  const auto rows = analysis.blocks[block];
  std::string out = fmt::format("{:>4}  {:<12}", block + 1, NameOf(analysis.kinds[block]));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const EquationId e(rows[i]);
    out += fmt::format("{}{:<16} {}\n", i ? std::string(18, ' ') : "", UnknownName(system, analysis, e),
                       EquationText(system, e, 90));
  }
  return out;
}

}  // namespace

std::string RenderAnalysis(const System& system, const Analysis& analysis, std::size_t max_blocks) {
  std::string out = fmt::format("{}: {} equations for {} unknowns\n", system.name, system.equations.size(),
                                system.variables.size());
  out += fmt::format("structural index  {}\n", analysis.solvability.structural_index);
  out += fmt::format("states            {}\n", Joined(States(system, analysis), 12));
  const auto count = [&](causal::BlockKind kind) {
    return std::count(analysis.kinds.begin(), analysis.kinds.end(), kind);
  };
  out += fmt::format("blocks            {}: {} assignments, {} linear, {} nonlinear; the largest has {}\n\n",
                     analysis.blocks.size(), count(causal::BlockKind::kAssignment),
                     count(causal::BlockKind::kLinear), count(causal::BlockKind::kNonlinear),
                     analysis.largest_block);
  out += fmt::format("{:>4}  {:<12}{:<16} {}\n", "", "kind", "unknown", "equation");
  for (std::size_t b = 0; b < analysis.blocks.size() && b < max_blocks; ++b)
    out += RenderBlock(system, analysis, b);
  if (analysis.blocks.size() > max_blocks)
    out += fmt::format("  ... and {} blocks more\n", analysis.blocks.size() - max_blocks);
  return out;
}

nlohmann::ordered_json AnalysisJson(const System& system, const Analysis& analysis) {
  nlohmann::ordered_json out;
  out["model"] = system.name;
  out["original"] = {{"equations", system.equations.size()}, {"unknowns", system.variables.size()}};
  out["aliases"] = nlohmann::ordered_json::array();
  out["structural_index"] = analysis.solvability.structural_index;
  out["differentiated"] = nlohmann::ordered_json::array();
  out["reduced"] = out["original"];
  out["states"] = States(system, analysis);
  out["dummy_derivatives"] = nlohmann::ordered_json::array();
  out["blocks"] = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < analysis.blocks.size(); ++b) {
    nlohmann::ordered_json block = {{"kind", NameOf(analysis.kinds[b])}, {"size", analysis.blocks[b].size()}};
    for (const std::uint32_t row : analysis.blocks[b]) {
      block["unknowns"].push_back(UnknownName(system, analysis, EquationId(row)));
      block["equations"].push_back(EquationText(system, EquationId(row)));
    }
    block["tearing"] = nlohmann::ordered_json::array();
    block["residuals"] = nlohmann::ordered_json::array();
    out["blocks"].push_back(std::move(block));
  }
  out["largest_block"] = analysis.largest_block;
  out["tearing_variables"] = 0;
  return out;
}

}  // namespace daedalus::driver
