// The texts of the HTML plot, embedded at build time (embed_pages.cmake).
#pragma once

#include <string_view>

namespace daedalus::results {

extern const std::string_view kDygraphsScript;
extern const std::string_view kDygraphsStyle;
extern const std::string_view kPlotPage;         // with {{marks}} where the other texts go
extern const std::string_view kPlotScript;       // the page's behaviour
extern const std::string_view kPlotPhaseScript;  // one variable against another
extern const std::string_view kPlotStyle;

}  // namespace daedalus::results
