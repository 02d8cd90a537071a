// The places in the text that a page refers to, each stored once. All equations of an array share one place.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::page {

class PlaceTable {
 public:
  explicit PlaceTable(const Sources& sources) : sources_(sources) {}

  // kNothing if the span points nowhere.
  std::uint32_t Add(Span span);
  std::vector<PagePlace> Take() { return std::move(places_); }

 private:
  const Sources& sources_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known_;
  std::vector<PagePlace> places_;
};

}  // namespace daedalus::page
