#include "daedalus/language/semantics/expressions/constant_expression.h"

#include <cmath>

#include "daedalus/language/semantics/flatten.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/system/parameters.h"

namespace daedalus::semantics {

std::optional<double> EvaluateConstantExpression(std::string_view text) {
  Sources sources;
  syntax::NameTable names;
  const SourceFileId file = sources.Add(
      "expression", fmt::format("model Expression\n  parameter Real value = {};\nend Expression;\n", text));
  const syntax::ParseResult parsed = syntax::Parse(sources, file, names);
  if (!parsed.diagnostics.empty()) return std::nullopt;
  Diagnostics ignored;
  library::ClassStore store(sources, names, {}, ignored);
  store.AddTree(parsed.tree);
  const auto model = FindModel(store);
  if (!model) return std::nullopt;
  const auto system = Flatten(store, *model, {}, ignored);
  // There is more than the one parameter: the text ended the declaration and continued after it.
  if (!system || system->parameters.size() != 1 || !system->variables.empty()) return std::nullopt;
  const auto parameters = EvaluateParameters(*system);
  if (!parameters || !std::isfinite(parameters->values[0])) return std::nullopt;
  return parameters->values[0];
}

}  // namespace daedalus::semantics
