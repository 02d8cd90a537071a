// Replaces the macros in the text of a Text shape (Modelica 3.6, section 18.6.5.5):
//
//   %name      the name of the component        %par     the value of the parameter `par`
//   %class     the name of its class            %{par}   the same, also for `a.b`
//   %%         a percent sign
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace daedalus::drawing {

// The text of `name`, `class` or a parameter; nullopt if there is none: then the macro stays as it is.
using MacroLookup = std::function<std::optional<std::string>(std::string_view)>;

std::string ReplaceMacros(std::string_view text, const MacroLookup& lookup);

}  // namespace daedalus::drawing
