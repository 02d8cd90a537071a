// The page of a run (products/page). Explanations of the model are collected before the run, values during
// it; the page is written at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/page/page_recorder.h"
#include "daedalus/results/statistics.h"

namespace daedalus::driver {

class PageOfRun {
 public:
  // `sources` belong to the system.
  // `variables`: patterns of those whose curves the page has; empty: all.
  PageOfRun(const System& system, const Sources& sources, const std::vector<std::string>& variables);

  page::PageRecorder& recorder() { return recorder_; }
  // `model` says where the classes that the page draws come from.
  // `diagnostics`: those of the run so far, which the page shows. Warnings about the page itself are added.
  Result<Unit> Write(const std::string& path, const ModelOptions& model,
                     const results::RunStatistics& statistics, double tolerance, Diagnostics& diagnostics);

 private:
  const Sources& sources_;
  std::optional<analyze::StructureExplanation> structure_;  // nullopt: there is none for this model
  page::PageRecorder recorder_;
};

}  // namespace daedalus::driver
