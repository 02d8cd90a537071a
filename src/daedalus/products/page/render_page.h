// A run as one self-contained HTML page: model, curves, equations, events and parameters in one file that
// fetches nothing.
//
// The head of the page forbids every request and every foreign script. Texts of the model are compressed and
// in base64, and the scripts insert them as text only.
#pragma once

#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::page {

// A page of many variables keeps at most this many bytes of values, and drops variables above that. The first
// `least_columns` always stay: with few variables, the user wants to see them all.
struct PageLimits {
  std::size_t most_bytes = 5'500'000;  // compressed; base64 makes the file a third larger
  std::size_t least_columns = 64;
};

std::string RenderPage(PageData page, const PageLimits& limits = {});
Result<Unit> WritePage(const std::string& path, PageData page, const PageLimits& limits = {});

}  // namespace daedalus::page
