#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/system/units/parse_unit.h"
#include "daedalus/system/units/unit.h"
#include "daedalus/system/units/unit_table.h"

namespace daedalus::units {
namespace {

Unit Parsed(std::string_view text) {
  const ParsedUnit parsed = ParseUnit(text);
  EXPECT_TRUE(parsed.unit) << text << ": " << parsed.mistake;
  return parsed.unit.value_or(Unit());
}

TEST(Units, DerivedUnitsAreTheirDefinitions) {
  // The International System of Units, 9th edition, table 4.
  const std::pair<const char*, const char*> definitions[] = {
      {"N", "kg.m/s2"}, {"Pa", "N/m2"}, {"J", "N.m"},        {"W", "J/s"},    {"C", "A.s"},     {"V", "W/A"},
      {"F", "C/V"},     {"Ohm", "V/A"}, {"S", "A/V"},        {"Wb", "V.s"},   {"T", "Wb/m2"},   {"H", "Wb/A"},
      {"lx", "lm/m2"},  {"Bq", "s-1"},  {"Gy", "J/kg"},      {"Sv", "m2/s2"}, {"kat", "mol/s"}, {"Hz", "1/s"},
      {"rad", "m/m"},   {"l", "dm3"},   {"bar", "hPa3/Pa2"}, {"d", "h"},      {"kW.h", "MJ"},
  };
  for (const auto& [name, definition] : definitions) {
    EXPECT_TRUE(AreConvertible(Parsed(name), Parsed(definition))) << name << " " << definition;
  }
  EXPECT_TRUE(AreSame(Parsed("N"), Parsed("kg.m/s2")));
  EXPECT_TRUE(AreSame(Parsed("l"), Parsed("dm3")));
  EXPECT_TRUE(AreSame(Parsed("rad/s"), Parsed("1/s")));
  EXPECT_FALSE(AreSame(Parsed("d"), Parsed("h")));
}

TEST(Units, FactorsAreThoseOfTheDefinitions) {
  EXPECT_DOUBLE_EQ(Parsed("km/h").factor, 1000.0 / 3600.0);
  EXPECT_DOUBLE_EQ(Parsed("kW.h").factor, 3.6e6);
  EXPECT_DOUBLE_EQ(Parsed("mm2").factor, 1e-6);
  EXPECT_DOUBLE_EQ(Parsed("deg").factor, std::numbers::pi / 180.0);
  EXPECT_DOUBLE_EQ(Parsed("rev/min").factor, Parsed("rpm").factor);
  EXPECT_DOUBLE_EQ(Parsed("g/cm3").factor, 1000.0);
  EXPECT_DOUBLE_EQ(Parsed("uF").factor, 1e-6);
}

TEST(Units, ASymbolGoesBeforeAPrefix) {
  EXPECT_TRUE(AreSame(Parsed("min"), Parsed("min")));
  EXPECT_FALSE(AreConvertible(Parsed("min"), Parsed("m")));
  EXPECT_TRUE(AreConvertible(Parsed("cd"), Parsed("lm")));
  EXPECT_DOUBLE_EQ(Parsed("Pa").factor, 1.0);
  EXPECT_DOUBLE_EQ(Parsed("dam").factor, 10.0);
  EXPECT_FALSE(ParseUnit("kmin").unit);  // minutes have no prefixes
}

TEST(Units, BracketsAndPowersOfTheGrammar) {
  EXPECT_TRUE(AreSame(Parsed("W/(m2.K)"), Parsed("W.m-2.K-1")));
  EXPECT_TRUE(AreSame(Parsed("(J/kg)/(kg/m3)"), Parsed("J.m3/kg2")));
  EXPECT_TRUE(AreSame(Parsed("1/(A.s)"), Parsed("C-1")));
  EXPECT_TRUE(AreSame(Parsed("m+2"), Parsed("m2")));
}

TEST(Units, WhatIsNoUnitSaysWhy) {
  for (const char* text : {"J/kg/K", "W/m2.K", "kg*m", "m^2", "m-", "(m", "m)", "", "2m", "m/", "m.", "%"}) {
    const ParsedUnit parsed = ParseUnit(text);
    EXPECT_FALSE(parsed.unit) << text;
    EXPECT_EQ(parsed.mistake.empty(), *text == '\0') << text;
  }
  EXPECT_NE(ParseUnit("J/kg/K").mistake.find("brackets"), std::string::npos);
  EXPECT_FALSE(ParseUnit(std::string(100000, '(')).mistake.empty());
}

TEST(Units, ASymbolOfSomebodyElseIsNotKnownAndNoMistake) {
  for (const char* text : {"EUR", "EUR/MWh", "phon", "m99999"}) {
    const ParsedUnit parsed = ParseUnit(text);
    EXPECT_FALSE(parsed.unit) << text;
    EXPECT_EQ(parsed.mistake, "") << text;
  }
}

TEST(Units, PowersMayBeFractions) {
  const Unit root = *Power(Parsed("m"), 0.5);
  EXPECT_TRUE(AreSame(*Product(root, root), Parsed("m")));
  EXPECT_TRUE(AreSame(*Power(Parsed("m3"), 1.0 / 3.0), Parsed("m")));
  EXPECT_FALSE(Power(Parsed("m"), std::sqrt(2.0)));
  EXPECT_FALSE(Power(Parsed("m"), 1e9));
  EXPECT_EQ(ToText(root), "m(1/2)");
}

TEST(Units, TemperaturesDifferByTheirZero) {
  EXPECT_FALSE(AreSame(Parsed("degC"), Parsed("K")));
  EXPECT_TRUE(AreConvertible(Parsed("degC"), Parsed("K")));
  EXPECT_TRUE(AreSame(Parsed("W/degC"), Parsed("W/K")));  // of differences
  EXPECT_DOUBLE_EQ(Parsed("degF").offset, 459.67 * 5.0 / 9.0);
}

TEST(Units, TextsOfProducts) {
  EXPECT_EQ(ToText(Parsed("kg.m/s2")), "N");
  EXPECT_EQ(ToText(Parsed("m/s2")), "m/s2");
  EXPECT_EQ(ToText(Parsed("W/(m2.K)")), "kg/(s3.K)");
  EXPECT_EQ(ToText(Parsed("1/s")), "1/s");
  EXPECT_EQ(ToText(Parsed("km")), "1000 m");
  EXPECT_EQ(ToText(Unit()), "1");
}

TEST(UnitTable, NumbersAndUnknownUnitsFitEverything) {
  UnitTable table;
  const UnitId metre = table.Of("m"), second = table.Of("s");
  EXPECT_EQ(second, kSecond);
  EXPECT_EQ(table.Of("1"), kRatio);
  EXPECT_FALSE(table.AreSame(metre, second));
  EXPECT_TRUE(table.AreSame(metre, kNumber));
  EXPECT_TRUE(table.AreSame(metre, UnitId()));
  EXPECT_FALSE(table.Of("").IsValid());
  EXPECT_FALSE(table.Product(metre, UnitId()).IsValid());
  EXPECT_EQ(table.Product(kNumber, kNumber), kNumber);
  EXPECT_EQ(table.Text(table.Quotient(metre, second)), "m/s");
  // After a factor the unit may be another one of the same quantity.
  EXPECT_TRUE(table.AreSame(table.Product(kNumber, metre), table.Of("km")));
  EXPECT_FALSE(table.AreSame(table.Product(kNumber, metre), second));
  EXPECT_FALSE(table.AreSame(metre, table.Of("km")));
  EXPECT_TRUE(table.AreSame(table.Power(table.Of("m2"), 0.5), metre));
}

}  // namespace
}  // namespace daedalus::units
