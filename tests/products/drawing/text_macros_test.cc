#include "daedalus/products/drawing/read/text_macros.h"

#include <gtest/gtest.h>

#include "daedalus/products/drawing/read/parameter_text.h"

namespace daedalus::drawing {
namespace {

std::string Replace(std::string_view text) {
  return ReplaceMacros(text, [](std::string_view name) -> std::optional<std::string> {
    if (name == "name") return "r1";
    if (name == "class") return "Resistor";
    if (name == "R") return "10 Ω";
    if (name == "a.b") return "x%name";
    if (name == "'odd name'") return "7";
    return std::nullopt;
  });
}

TEST(TextMacros, AllKinds) {
  EXPECT_EQ(Replace("%name: %class"), "r1: Resistor");
  EXPECT_EQ(Replace("R=%R"), "R=10 Ω");
  EXPECT_EQ(Replace("%{R}0"), "10 Ω0");
  EXPECT_EQ(Replace("100%%"), "100%");
  EXPECT_EQ(Replace("%%name"), "%name");
  EXPECT_EQ(Replace("%'odd name'!"), "7!");
}

TEST(TextMacros, ValuesAreNotReadAgain) {
  EXPECT_EQ(Replace("%{a.b}"), "x%name");
}

TEST(TextMacros, UnknownOnesStay) {
  EXPECT_EQ(Replace("%nothing %name1 %"), "%nothing %name1 %");
  EXPECT_EQ(Replace("%{open"), "%{open");
  EXPECT_EQ(Replace("%{}"), "%{}");
  EXPECT_EQ(Replace("50 % of %R"), "50 % of 10 Ω");
}

TEST(TextMacros, UnitsBehindAMacroAreNotRepeated) {
  EXPECT_EQ(Replace("%R Ω"), "10 Ω");
  EXPECT_EQ(Replace("%R Ωm"), "10 Ω Ωm");
}

TEST(NumberText, DisplayUnits) {
  EXPECT_EQ(NumberText(0.0015, "m", "mm"), "1.5 mm");
  EXPECT_EQ(NumberText(293.15, "K", "degC"), "20 °C");
  EXPECT_EQ(NumberText(3.14159265358979, "rad", "deg"), "180°");
  EXPECT_EQ(NumberText(10.0, "Ohm", ""), "10 Ω");
  EXPECT_EQ(NumberText(2.0, "N.m", ""), "2 N·m");
  EXPECT_EQ(NumberText(2.0, "1", ""), "2");
  EXPECT_EQ(NumberText(2.0, "m", "s"), "2 m");
}

}  // namespace
}  // namespace daedalus::drawing
