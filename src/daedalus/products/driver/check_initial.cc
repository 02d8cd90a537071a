#include "daedalus/products/driver/check_initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/model/initialize/explain_plan.h"
#include "daedalus/model/model.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/read_settings.h"

namespace daedalus::driver {
namespace {

class StartReport {
 public:
  StartReport(const ModelOptions& model, SourceFiles& loaded, Diagnostics& diagnostics)
      : model_(model), loaded_(loaded), sources_(loaded.sources), diagnostics_(diagnostics) {}

  Result<std::string> Run(System flat) {
    auto settings = run::ReadSettings({}, flat.experiment);
    if (!settings) return Failure{std::move(settings).error()};
    settings->explains_start = true;
    const auto model = model::Model::FromSystem(std::move(flat));
    auto variant = model->Compile({.form = settings->form, .method = settings->method});
    if (!variant) return Failure{std::move(variant).error()};
    diagnostics_.Append(std::move(variant->warnings));
    simulate::FoundStart start;
    const auto& compiled = variant->compiled;
    if (auto found = simulate::FindStart({compiled, {compiled, &compiled->given()}, *settings}, start);
        !found)
      return Failure{std::move(found).error()};
    if (!simulate::TakeStart(start, settings->grid.start))
      return Fail(start.states->current().ExplainOutput());
    simulate::StateChanges& states = *start.states;
    initialize::InitialValues& values = start.values;
    if (!values.guesses_by.empty()) out_ += fmt::format("guesses by {}\n", values.guesses_by);
    diagnostics_.Append(std::move(values.warnings));
    diagnostics_.Append(std::move(values.remarks));
    DescribeConditions(states.current().model(), values.ignored);
    DescribeValues(states, values, settings->grid.start);
    DescribeResiduals(states.current(), settings->grid.start, values);
    return std::move(out_);
  }

 private:
  void DescribeConditions(const compile::PreparedModel& model, std::span<const VariableId> ignored) {
    const auto conditions = initialize::ExplainInitialConditions(*model.system, model.incidence, ignored);
    if (conditions) out_ += initialize::DescribeInitialConditions(*model.system, *conditions, sources_);
  }

  // How each unknown of the segment was found, by name.
  static std::map<std::string, std::string> HowByName(const System& system,
                                                      const std::vector<initialize::SolvedBlock>& blocks) {
    std::map<std::string, std::string> out;
    for (const initialize::SolvedBlock& block : blocks) {
      const std::string how = initialize::HowFound(system, block);
      for (const Quantity& unknown : block.unknowns) out[NameOf(system, unknown)] = how;
    }
    return out;
  }

  // Adds the start value if it was only a guess and differs from the solution.
  static std::string Changed(const compile::GivenModel& given, const Quantity& quantity, double value) {
    const Variable& variable = given.system->variables[quantity.variable];
    if (quantity.is_derivative() || !variable.start.IsValid()) return {};
    const double start = given.attributes.start[quantity.variable.index()];
    const double unit = std::max(std::abs(start), given.attributes.nominal[quantity.variable.index()]);
    if (std::abs(value - start) <= 1e-6 * unit) return {};
    return fmt::format("; its start value was {:.6g}", start);
  }

  void DescribeValues(simulate::StateChanges& states, const initialize::InitialValues& values, double t) {
    const compile::GivenModel& given = states.given();
    const auto how = HowByName(*states.current().model().system, values.blocks);
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const Quantity& quantity : states.quantities()) {
      names.push_back(NameOf(*given.system, quantity));
      width = std::max(width, names.back().size());
    }
    for (const causal::Alias& alias : given.aliases)
      width = std::max(width, NameOf(*given.system, alias.removed).size());
    out_ += fmt::format("initial values at time = {:.9g}\n", t);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto found = how.find(names[i]);
      const double value = states.values()[i];
      out_ += fmt::format("  {:<{}}  {:>16.9g}  {}{}\n", names[i], width, value,
                          found != how.end()      ? found->second
                          : !values.way.empty()   ? "by " + values.way
                          : values.blocks.empty() ? "by a simultaneous iteration"
                                                  : "assigned after the others are known",
                          Changed(given, states.quantities()[i], value));
    }
    for (std::size_t i = 0; i < given.aliases.size(); ++i) DescribeAlias(given, i, states.values(), width);
  }

  void DescribeAlias(const compile::GivenModel& given, std::size_t i, std::span<const double> values,
                     std::size_t width) {
    const causal::Alias& alias = given.aliases[i];
    const std::string name = NameOf(*given.system, alias.removed);
    if (!alias.kept.IsValid()) {
      out_ += fmt::format("  {:<{}}  {:>16.9g}  constant\n", name, width, given.alias_values[i]);
      return;
    }
    out_ += fmt::format("  {:<{}}  {:>16.9g}  the same as {}{}\n", name, width,
                        alias.sign * values[alias.kept.index()], alias.sign < 0 ? "-" : "",
                        NameOf(*given.system, alias.kept));
  }

  void DescribeResiduals(simulate::Segment& segment, double t, const initialize::InitialValues& values) {
    const System& system = segment.system();
    if (system.equations.empty()) return;
    const auto [equation, size] = segment.FindLargestResidual(t, values);
    out_ += fmt::format("largest residual: {:.2g} of its terms, in `{}`\n", size,
                        initialize::EquationInWords(system, system.equations[EquationId(equation)]));
  }

  const ModelOptions& model_;
  SourceFiles& loaded_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::string out_;
};

}  // namespace

std::optional<std::string> CheckInitial(const ModelOptions& model, SourceFiles& loaded,
                                        Diagnostics& diagnostics) {
  auto flat = FlattenModel(model, loaded, diagnostics);
  if (!flat) return std::nullopt;
  auto text = StartReport(model, loaded, diagnostics).Run(*std::move(flat));
  if (text) return *std::move(text);
  diagnostics.Append(std::move(text).error());
  return std::nullopt;
}

}  // namespace daedalus::driver
