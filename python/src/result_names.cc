#include "result_names.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/model/described_variables.h"

namespace daedalus::python {
namespace {

using Source = model::ValueSource::Kind;

// Values held between events come after the quantities of a point.
std::optional<std::pair<ResultName::Kind, std::uint32_t>> PlaceOf(const model::ValueSource& source,
                                                                  std::size_t num_quantities) {
  switch (source.kind) {
    case Source::kQuantity:
      return std::pair(ResultName::Kind::kColumn, source.index);
    case Source::kHeld:
      return std::pair(ResultName::Kind::kColumn, static_cast<std::uint32_t>(num_quantities) + source.index);
    case Source::kParameter:
      return std::pair(ResultName::Kind::kParameter, source.index);
    case Source::kConstant:
      return std::pair(ResultName::Kind::kConstant, source.index);
    case Source::kTime:
    case Source::kText:
      break;
  }
  return std::nullopt;
}

}  // namespace

ResultNames::ResultNames(const compile::GivenModel& given) {
  const model::TakeVariable take = [&](model::VariableDescription&& v) {
    const auto place = PlaceOf(v.source, given.quantities.size());
    if (!place) return;
    all_.push_back({std::move(v.name), std::move(v.unit), std::move(v.description), v.type,
                    std::move(v.enumeration), place->first, place->second, v.source.sign});
  };
  model::ForEachVariable(given, given.quantities, model::Detail::kForResults, take);
  for (std::size_t i = 0; i < all_.size(); ++i) places_.emplace(all_[i].name, i);
}

const ResultName* ResultNames::Find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &all_[found->second];
}

std::string ResultNames::HintFor(std::string_view name) const {
  NearestName nearest(name);
  for (const ResultName& known : all_) nearest.Offer(known.name);
  return nearest.Hint();
}

std::shared_ptr<const ResultNames> ResultNamesCache::For(const compile::GivenModel& given) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(known_, given.system, &Known::system);
  if (found != known_.end()) return found->names;
  if (known_.size() == kMost) known_.erase(known_.begin());
  auto names = std::make_shared<const ResultNames>(given);
  known_.push_back({given.system, names});
  return names;
}

}  // namespace daedalus::python
