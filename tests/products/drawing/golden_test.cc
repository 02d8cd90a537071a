// Whole drawings of small models of our own. After an intended change, run the test with
// DAEDALUS_UPDATE_GOLDEN=1 and look at the pictures.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "products/drawing/drawn_text.h"

namespace daedalus::drawing {
namespace {

const std::string kFolder = std::string(DAEDALUS_SOURCE_DIR) + "/tests/products/drawing/golden/";

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void ExpectGolden(const std::string& name, const std::string& svg) {
  if (std::getenv("DAEDALUS_UPDATE_GOLDEN") != nullptr) std::ofstream(kFolder + name) << svg;
  EXPECT_EQ(svg, ReadAll(kFolder + name)) << name;
}

TEST(GoldenDrawing, AllPrimitives) {
  DrawnText text(ReadAll(kFolder + "Shapes.mo"));
  ExpectGolden("Shapes.svg", text.Svg("Shapes", {.view = View::kIcon}));
  EXPECT_EQ(text.Messages(), std::vector<std::string>{});
}

TEST(GoldenDrawing, ACircuitWithAnnotations) {
  DrawnText text(ReadAll(kFolder + "Divider.mo"));
  ExpectGolden("Divider.svg", text.Svg("Divider.Example"));
  EXPECT_EQ(text.Messages(), std::vector<std::string>{});
}

TEST(GoldenDrawing, AModelThatIsTextOnly) {
  DrawnText text("", {std::string(DAEDALUS_SOURCE_DIR) + "/models/library"});
  ExpectGolden("TwoTanks.svg", text.Svg("Parts.Examples.TwoTanks"));
}

}  // namespace
}  // namespace daedalus::drawing
