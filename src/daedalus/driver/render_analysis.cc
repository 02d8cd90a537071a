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

std::string RenderReduction(const PreparedModel& model) {
  if (model.differentiated.empty()) return {};
  std::string out;
  for (const causal::Differentiated& d : model.differentiated) {
    out += fmt::format("{:<18}{} ({})\n", out.empty() ? "differentiated" : "",
                       EquationText(*model.system, d.equation, 80),
                       d.times == 1 ? "once" : fmt::format("{} times", d.times));
  }
  out += fmt::format("dummy derivatives {}\n", Joined(model.dummy_derivatives, 12));
  out += fmt::format("reduced           {} equations for {} unknowns\n", model.system->equations.size(),
                     model.system->variables.size());
  return out;
}

nlohmann::ordered_json DifferentiatedJson(const PreparedModel& model, const Sources& sources) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const causal::Differentiated& d : model.differentiated) {
    const Span span = model.system->equations[d.equation].origin.span;
    nlohmann::ordered_json entry = {{"equation", EquationText(*model.system, d.equation)},
                                    {"times", d.times}};
    if (span.IsValid()) {
      entry["file"] = sources.Name(span.file);
      entry["line"] = sources.Locate(span.file, span.begin).line;
    }
    out.push_back(std::move(entry));
  }
  return out;
}

nlohmann::ordered_json BlocksJson(const System& system, const Analysis& analysis) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < analysis.blocks.size(); ++b) {
    nlohmann::ordered_json block = {{"kind", NameOf(analysis.kinds[b])}, {"size", analysis.blocks[b].size()}};
    for (const std::uint32_t row : analysis.blocks[b]) {
      block["unknowns"].push_back(UnknownName(system, analysis, EquationId(row)));
      block["equations"].push_back(EquationText(system, EquationId(row)));
    }
    block["tearing"] = nlohmann::ordered_json::array();
    block["residuals"] = nlohmann::ordered_json::array();
    out.push_back(std::move(block));
  }
  return out;
}

}  // namespace

Result<StructureExplanation> ExplainStructure(System system, Diagnostics& diagnostics) {
  auto model = PrepareModel(std::move(system), IndexTreatment::kDummyDerivatives, 0, diagnostics);
  if (!model) return Failure{std::move(model).error()};
  auto analysis = causal::Analyze(*model->system);
  if (!analysis) return Failure{std::move(analysis).error()};
  return StructureExplanation{std::move(*model), std::move(*analysis)};
}

std::string RenderAnalysis(const StructureExplanation& explanation, std::size_t max_blocks) {
  const auto& [model, analysis] = explanation;
  const System& system = *model.system;
  std::string out = fmt::format("{}: {} equations for {} unknowns\n", system.name, model.num_given_equations,
                                model.num_given_unknowns);
  out += fmt::format("structural index  {}\n", model.structural_index);
  out += RenderReduction(model);
  out += fmt::format("states            {}\n", Joined(States(system, analysis), 12));
  const auto count = [&kinds = analysis.kinds](causal::BlockKind kind) {
    return std::count(kinds.begin(), kinds.end(), kind);
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

nlohmann::ordered_json AnalysisJson(const StructureExplanation& explanation, const Sources& sources) {
  const auto& [model, analysis] = explanation;
  nlohmann::ordered_json out;
  out["model"] = model.system->name;
  out["original"] = {{"equations", model.num_given_equations}, {"unknowns", model.num_given_unknowns}};
  out["aliases"] = nlohmann::ordered_json::array();
  out["structural_index"] = model.structural_index;
  out["differentiated"] = DifferentiatedJson(model, sources);
  out["reduced"] = {{"equations", model.system->equations.size()},
                    {"unknowns", model.system->variables.size()}};
  out["states"] = States(*model.system, analysis);
  out["dummy_derivatives"] = model.dummy_derivatives;
  out["blocks"] = BlocksJson(*model.system, analysis);
  out["largest_block"] = analysis.largest_block;
  out["tearing_variables"] = 0;
  return out;
}

}  // namespace daedalus::driver
