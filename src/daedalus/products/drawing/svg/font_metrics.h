// How wide texts are. A drawing is made without a font, so the widths are those of Helvetica, which Arial and
// Liberation Sans share (Adobe, Core 14 AFM files).
#pragma once

#include <string_view>

namespace daedalus::drawing {

// The width of one line of UTF-8 text at font size 1.
double TextWidth(std::string_view text, bool is_bold);

// The distance of lines, and the height of a capital letter, at font size 1.
inline constexpr double kLineHeight = 1.2;
inline constexpr double kCapHeight = 0.72;

// The largest font size at which lines fit into a width and a height; 0 means that the side has no limit.
double FittingFontSize(double widest_line, std::size_t num_lines, double width, double height);

}  // namespace daedalus::drawing
