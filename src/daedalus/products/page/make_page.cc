#include "daedalus/products/page/make_page.h"

#include <fmt/format.h>

#include "daedalus/products/page/connections.h"
#include "daedalus/products/page/describe_equations.h"
#include "daedalus/products/page/describe_variables.h"

namespace daedalus::page {
namespace {

PageMessage DescribeMessage(const Diagnostic& diagnostic, PlaceTable& places) {
  PageMessage out;
  out.severity = diagnostic.severity == Severity::kError     ? "error"
                 : diagnostic.severity == Severity::kWarning ? "warning"
                                                             : "note";
  out.message = diagnostic.message;
  if (!diagnostic.primary.text.empty()) out.notes.push_back(diagnostic.primary.text);
  const auto add = [&](Span span) {
    if (const std::uint32_t place = places.Add(span); place != kNothing) out.places.push_back(place);
  };
  add(diagnostic.primary.span);
  for (const Label& label : diagnostic.secondary) {
    add(label.span);
    if (!label.text.empty()) out.notes.push_back(label.text);
  }
  out.notes.insert(out.notes.end(), diagnostic.notes.begin(), diagnostic.notes.end());
  if (!diagnostic.hint.empty()) out.notes.push_back("hint: " + diagnostic.hint);
  return out;
}

void AddStructureFacts(const analyze::StructureExplanation& structure, PageData& page) {
  const auto add = [&page](const char* name, std::size_t value) {
    page.facts.push_back({name, std::to_string(value), {}});
  };
  add("equations as written", structure.given->equations.size() - NumKept(*structure.given));
  add("aliases removed", structure.aliases.size());
  add("structural index", static_cast<std::size_t>(structure.structural_index));
  add("states", causal::NumStates(structure.analysis.system, structure.analysis.incidence));
  add("blocks", structure.analysis.program.blocks.size());
  add("largest block", structure.analysis.largest_block);
}

}  // namespace

PageEvent MakeEvent(double time, std::string cause, std::string_view description) {
  PageEvent out{time, std::move(cause), {}};
  // The first line repeats time and cause.
  std::size_t begin = description.find('\n');
  while (begin != std::string_view::npos && begin + 1 < description.size()) {
    const std::size_t end = description.find('\n', begin + 1);
    std::string_view line = description.substr(begin + 1, end - begin - 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (!line.empty()) out.changes.emplace_back(line);
    begin = end;
  }
  return out;
}

PageData MakePage(const RunOfPage& run, const analyze::StructureExplanation* structure,
                  const Sources& sources) {
  PageData page;
  page.title = run.given->system->name;
  page.description = run.given->system->description;
  page.subtitle = run.subtitle;
  page.facts = run.facts;
  page.limits = run.limits;
  page.times.assign(run.times.begin(), run.times.end());
  page.events = run.events;
  page.num_events = run.num_events;
  if (run.num_events > run.events.size()) {
    page.limits.push_back(
        fmt::format("The first {} of {} events are listed.", run.events.size(), run.num_events));
  }
  PlaceTable places(sources);
  DescribeVariables(run, places, page);
  if (structure != nullptr) {
    AddStructureFacts(*structure, page);
    DescribeEquations(*structure, NumberVariables(page.variables), places, page);
    page.connections = ConnectionsOf(*structure->given, sources, places);
  } else {
    page.limits.emplace_back(
        "The structure could not be explained for this model, so the page has no equations.");
  }
  for (const Diagnostic& message : run.messages) page.messages.push_back(DescribeMessage(message, places));
  page.places = places.Take();
  return page;
}

}  // namespace daedalus::page
