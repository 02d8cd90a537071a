#include "write_page.h"

#include <fmt/format.h>

#include <optional>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/driver/pictures_of_page.h"
#include "daedalus/products/page/make_page.h"
#include "daedalus/products/page/render_page.h"
#include "errors.h"

namespace daedalus::python {
namespace {

// nullopt if the model gave its equations away, or cannot be explained.
std::optional<analyze::StructureExplanation> StructureOf(const LoadedModel& model) {
  auto system = model.model()->CopyEquations();
  if (!system) return std::nullopt;
  Diagnostics repeated;
  auto explained = analyze::ExplainStructure(*std::move(system), {}, repeated);
  if (!explained) return std::nullopt;
  return std::move(*explained);
}

}  // namespace

void WritePage(const RunResult& result, const std::string& path) {
  const ColumnStore& points = result.points();
  const Sources& sources = result.model().sources();
  if (!points.given())
    throw DiagnosticError({Error(Code::kBadOption, {}, "the run has no points, so there is no page")},
                          sources);
  page::RunOfPage run;
  run.given = points.given();
  run.quantities = run.given->quantities;
  run.times = points.times();
  run.values = [&points](std::uint32_t place) -> std::optional<std::vector<double>> {
    const auto values = points.Values(place);
    if (!values) return std::nullopt;
    return std::vector<double>(values->begin(), values->end());
  };
  for (const EventText& event : result.events()) {
    if (run.events.size() < page::kMostEvents)
      run.events.push_back(page::MakeEvent(event.time, event.cause, event.text));
  }
  run.num_events = result.events().size();
  run.messages = result.diagnostics();
  const results::RunStatistics& statistics = result.report().statistics;
  run.subtitle = fmt::format("{}, {} steps", statistics.method, statistics.steps);
  run.facts.push_back({"points", std::to_string(run.times.size()), {}});
  run.facts.push_back({"events", std::to_string(run.num_events), {}});
  const auto structure = StructureOf(result.model());
  page::PageData page = page::MakePage(run, structure ? &*structure : nullptr, sources);
  // What is missing stands on the page itself.
  driver::AddPictures(OptionsOf(result.model().request()), page);
  OrThrow(page::WritePage(path, page), sources);
}

}  // namespace daedalus::python
