#include "daedalus/products/driver/page_of_run.h"

#include <fmt/format.h>

#include <utility>

#include "daedalus/products/driver/pictures_of_page.h"
#include "daedalus/products/page/make_page.h"
#include "daedalus/products/page/render_page.h"

namespace daedalus::driver {

PageOfRun::PageOfRun(const System& system, const Sources& sources, const std::vector<std::string>& variables)
    : sources_(sources), recorder_(sources, variables) {
  // The run reports these messages itself, so they are dropped here.
  Diagnostics repeated;
  auto explained = analyze::ExplainStructure(system, {}, repeated);
  if (explained) structure_ = std::move(*explained);
}

Result<Unit> PageOfRun::Write(const std::string& path, const ModelOptions& model,
                              const results::RunStatistics& statistics, double tolerance,
                              Diagnostics& diagnostics) {
  page::RunOfPage run = recorder_.Take();
  run.messages.insert(run.messages.begin(), diagnostics.items().begin(), diagnostics.items().end());
  run.subtitle = fmt::format("{}, tolerance {:g}, {} steps", statistics.method, tolerance, statistics.steps);
  run.facts.push_back({"points", std::to_string(run.times.size()), {}});
  run.facts.push_back({"events", std::to_string(run.num_events), {}});
  page::PageData page = page::MakePage(run, structure_ ? &*structure_ : nullptr, sources_);
  diagnostics.Append(AddPictures(model, page));
  return page::WritePage(path, page);
}

}  // namespace daedalus::driver
