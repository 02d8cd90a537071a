#include "daedalus/products/drawing/svg/font_metrics.h"

#include <algorithm>
#include <array>

namespace daedalus::drawing {
namespace {

// From the space to the tilde, in thousandths.
constexpr std::array<int, 95> kWidths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

constexpr double kOther = 0.6, kWide = 1.0, kBold = 1.07;
constexpr double kDefaultSize = 3.5;  // of a text without an extent: ten points

}  // namespace

double TextWidth(std::string_view text, bool is_bold) {
  double width = 0.0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 32 && byte < 127) {
      width += 1e-3 * kWidths[byte - 32u];
    } else if (byte >= 0xE3) {  // Chinese, Japanese and Korean characters, and pictures
      width += kWide;
    } else if (byte >= 0xC0) {  // the first byte of any other character
      width += kOther;
    }
  }
  return is_bold ? kBold * width : width;
}

double FittingFontSize(double widest_line, std::size_t num_lines, double width, double height) {
  const double by_height = height / (kLineHeight * static_cast<double>(std::max<std::size_t>(1, num_lines)));
  const double by_width = widest_line > 0.0 ? width / widest_line : 0.0;
  if (height <= 0.0) return width <= 0.0 || by_width <= 0.0 ? kDefaultSize : std::min(by_width, kDefaultSize);
  return width <= 0.0 || by_width <= 0.0 ? by_height : std::min(by_height, by_width);
}

}  // namespace daedalus::drawing
