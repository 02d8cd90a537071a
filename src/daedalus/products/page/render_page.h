// A run as one self-contained HTML page: model, curves, equations, events and parameters in one file that
// fetches nothing.
//
// The head forbids every request and every script that the page did not bring itself. What comes from the
// model is compressed and in base64, and the scripts write it as text only.
#pragma once

#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::page {

// A page of many variables keeps at most so many bytes of values, by leaving out variables. The first
// `least_columns` stay in any case: few variables of many points are what is being looked at.
struct PageLimits {
  std::size_t most_bytes = 5'500'000;  // compressed; a third more in the file
  std::size_t least_columns = 64;
};

std::string RenderPage(PageData page, const PageLimits& limits = {});
Result<Unit> WritePage(const std::string& path, PageData page, const PageLimits& limits = {});

}  // namespace daedalus::page
