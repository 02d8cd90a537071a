// Texts of a model never become markup: names, descriptions, addresses and expressions with what browsers
// would run if it got into a page unescaped.
#include <array>
#include <regex>

#include "products/drawing/drawn_text.h"

namespace daedalus::drawing {
namespace {

constexpr std::array<const char*, 14> kInjections = {
    "<script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "\\\"><script>alert(1)</script>",
    "\\\" onload=\\\"alert(1)",
    "' onmouseover='alert(1)",
    "]]><script>alert(1)</script>",
    "--><svg onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#x3c;script&#x3e;",
    "<foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject>",
    "<image href=x onerror=alert(1) />",
    "url(javascript:alert(1)); } * { background: red",
    "<!ENTITY xxe SYSTEM 'file:///etc/passwd'>",
};

// Every element and attribute of the text, without the contents.
std::vector<std::string> MarkupOf(const std::string& svg) {
  std::vector<std::string> markup;
  static const std::regex element("<(/?[a-zA-Z!?]+)"), attribute(" ([a-zA-Z:_-]+)=\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), element), end; it != end; ++it)
    markup.push_back((*it)[1].str());
  for (std::sregex_iterator it(svg.begin(), svg.end(), attribute), end; it != end; ++it)
    markup.push_back("@" + (*it)[1].str());
  return markup;
}

std::string ModelWith(const std::string& text) {
  return "connector Pin \"" + text +
         "\" Real v; flow Real i; end Pin;\n"
         "model A \"" +
         text + "\" Pin p; parameter String s = \"" + text +
         "\";\n"
         "  annotation(Icon(graphics={Text(extent={{-50,-50},{50,50}}, textString=\"%s " +
         text + "\", fontName=\"" + text + "\"), Bitmap(extent={{0,0},{9,9}}, fileName=\"" + text +
         "\"), Bitmap(extent={{0,0},{9,9}}, "
         "imageSource=\"" +
         text + "\"), Text(extent={{-50,-50},{50,50}}, textString=DynamicSelect(\"" + text + "\", \"" + text +
         "\"))})); end A;\n"
         "model M \"" +
         text + "\" A a \"" + text +
         "\" annotation(Placement(transformation(extent={{0,0},{10,10}})));"
         " A b(s=\"" +
         text +
         "\"); equation connect(a.p, b.p);"
         " annotation(Diagram(graphics={Text(extent={{-50,-50},{50,50}}, textString=\"" +
         text + "\")})); end M;\n";
}

TEST(HostileText, NeverBecomesMarkup) {
  DrawnText harmless(ModelWith("harmless"));
  const auto icon = MarkupOf(harmless.Svg("A", {.view = View::kIcon}));
  const auto diagram = MarkupOf(harmless.Svg("M"));
  for (const char* injection : kInjections) {
    DrawnText text(ModelWith(injection));
    EXPECT_EQ(MarkupOf(text.Svg("A", {.view = View::kIcon})), icon) << injection;
    EXPECT_EQ(MarkupOf(text.Svg("M")), diagram) << injection;
  }
}

TEST(HostileText, QuotedNamesAreEscaped) {
  DrawnText text(
      "model '<script>alert(1)</script>' end '<script>alert(1)</script>';"
      "model M '<script>alert(1)</script>' '\" onload=\"alert(1)'; end M;");
  const std::string svg = text.Svg("M");
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find(" onload=\"alert"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;"), std::string::npos);
}

TEST(HostileText, AddressesAreNeverLinks) {
  DrawnText text(
      IconOf("Bitmap(extent={{0,0},{9,9}}, fileName=\"https://example.org/a.png\"), "
             "Bitmap(extent={{0,0},{9,9}}, fileName=\"/etc/passwd\")"));
  const std::string svg = text.Svg("M", {.view = View::kIcon});
  EXPECT_EQ(svg.find("href="), std::string::npos) << svg;
  EXPECT_EQ(svg.find("root:"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::drawing
