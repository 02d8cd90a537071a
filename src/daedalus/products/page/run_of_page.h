// What a page needs from a run that has ended. Points come from any store (page_recorder.h, or the columns of
// the Python package).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/products/page/page_data.h"
#include "daedalus/system/quantity.h"

namespace daedalus::page {

struct RunOfPage {
  std::shared_ptr<const compile::GivenModel> given;
  std::span<const Quantity> quantities;
  std::span<const double> times;
  // The values of one place of a point: of the quantities, then of those held between events. nullopt: they
  // were not stored.
  std::function<std::optional<std::vector<double>>(std::uint32_t)> values;
  std::vector<PageEvent> events;
  std::size_t num_events = 0;
  std::vector<Diagnostic> messages;
  std::string subtitle;
  std::vector<results::PageFact> facts;
  std::vector<std::string> limits;
};

// Of more events only the first are listed.
constexpr std::size_t kMostEvents = 5000;

PageEvent MakeEvent(double time, std::string cause, std::string_view description);

}  // namespace daedalus::page
