// The texts of the page of a run, embedded at build time (embed_view.cmake).
#pragma once

#include <string_view>

namespace daedalus::page {

extern const std::string_view kViewPage;   // with {{marks}} where the other texts go
extern const std::string_view kViewStyle;  // view/*.css
extern const std::string_view kViewScript;
extern const std::string_view
    kViewThree;  // three.js, for pages of mechanisms  // view/*.js, in the order of embed_view.cmake

}  // namespace daedalus::page
