#include "daedalus/products/fmi/description_page.h"

#include <fmt/format.h>

#include "daedalus/base/escape_markup.h"
#include "daedalus/model/value_text.h"
#include "daedalus/products/fmi/xml_writer.h"

namespace daedalus::fmi {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{0}</title>
<style>
body {{ font-family: sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; }}
th, td {{ border-bottom: 1px solid #ccc; padding: 0.2em 1em 0.2em 0; text-align: left; }}
</style>
</head>
<body>
<h1>{0}</h1>
<p>{1}</p>
<p>Made by {2}. {3} states, {4} event indicators.</p>
<table>
<tr><th>name</th><th>start</th><th>unit</th><th>causality</th><th>variability</th><th>description</th></tr>
)";

std::string RowOf(const Interface& shown, const ExposedVariable& variable) {
  const auto cell = [](std::string_view text) { return fmt::format("<td>{}</td>", EscapeMarkup(text)); };
  std::string start, unit;
  if (variable.variable) {
    const model::VariableDescription& described = shown.description->variables[*variable.variable];
    unit = described.unit;
    if (HasStart(variable)) {
      start = described.type == model::VariableType::kString
                  ? TextOfStart(*shown.description, described)
                  : model::ValueText(*shown.description, described, StartOf(described));
    }
  }
  return fmt::format("<tr>{}{}{}{}{}{}</tr>\n", cell(variable.name), cell(start), cell(unit),
                     cell(NameOf(variable.causality)), cell(NameOf(variable.variability)),
                     cell(variable.description));
}

}  // namespace

std::string DescriptionPage(const Interface& shown, const FmuFacts& facts) {
  std::string out = fmt::format(fmt::runtime(kHead), EscapeMarkup(facts.model_name),
                                EscapeMarkup(shown.description->description), EscapeMarkup(facts.tool),
                                shown.states.size(), shown.num_indicators);
  for (const ExposedVariable& variable : shown.variables) out += RowOf(shown, variable);
  return out + "</table>\n</body>\n</html>\n";
}

}  // namespace daedalus::fmi
