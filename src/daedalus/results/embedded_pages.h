// The texts of the HTML pages, embedded at build time (embed_pages.cmake).
#pragma once

#include <string_view>

namespace daedalus::results {

extern const std::string_view kDygraphsScript;
extern const std::string_view kDygraphsStyle;
extern const std::string_view kPlotPage;         // with {{marks}} where the other texts go
extern const std::string_view kPlotScript;       // the page's behaviour
extern const std::string_view kPlotPhaseScript;  // one variable against another
extern const std::string_view kPlotStyle;

extern const std::string_view kMethodPage;
extern const std::string_view kMethodStyle;
extern const std::string_view kMethodScript;  // which stability domain is shown

extern const std::string_view kStructurePage;
extern const std::string_view kStructureStyle;
extern const std::string_view kStructureMatrixScript;  // the matrices, on canvases
extern const std::string_view kStructureGraphScript;   // the digraph
extern const std::string_view kStructureScript;        // lists, table and search

}  // namespace daedalus::results
