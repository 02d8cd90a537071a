// draw: pictures of classes as SVG files.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "daedalus/base/read_file.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Draw : public EndToEnd {};

constexpr const char* kDrawnPackage =
    "package P \"parts\"\n"
    "  connector C Real v; flow Real i; annotation(Icon(graphics={Rectangle(extent={{-1,-1},{1,1}})})); end "
    "C;\n"
    "  model A C c annotation(Placement(transformation(extent={{90,-10},{110,10}})));\n"
    "    annotation(Icon(graphics={Rectangle(extent={{-50,-50},{50,50}}, lineColor={1,2,300})})); end A;\n"
    "  model B A a, b; equation connect(a.c, b.c); end B;\n"
    "  function f input Real x; output Real y; algorithm y := x; end f;\n"
    "end P;\n";

TEST_F(Draw, WritesTheDiagramOfTheNamedClass) {
  const std::string file = Write("P.mo", kDrawnPackage);
  const Outcome run = Daedalus({"draw", file, "--model", "P.B", "--svg", PathOf("B.svg")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "P.B: " + PathOf("B.svg") + "\n");
  const std::string svg = Read("B.svg");
  EXPECT_NE(svg.find("data-view=\"diagram\""), std::string::npos);
  EXPECT_NE(svg.find("data-component=\"a\""), std::string::npos);
  EXPECT_NE(svg.find("data-connects=\"a.c b.c\""), std::string::npos);
}

TEST_F(Draw, WarnsAboutABrokenAnnotationAtItsPlace) {
  const std::string file = Write("P.mo", kDrawnPackage);
  const Outcome run = Daedalus({"draw", file, "P.A", "--icon", "--svg", PathOf("A.svg")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find("`lineColor` must be three numbers from 0 to 255"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("P.mo:4:"), std::string::npos) << run.err;
  EXPECT_NE(Read("A.svg").find("data-view=\"icon\""), std::string::npos);
}

TEST_F(Draw, WritesToStandardOutput) {
  const Outcome run =
      Daedalus({"draw", "-", "--svg", "-", "--component", "x"}, "model M P x; model P end P; end M;");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 4), "<svg");
  EXPECT_NE(run.out.find("data-component=\"x\""), std::string::npos);
}

TEST_F(Draw, DrawsAllClassesOfAPackage) {
  const std::string file = Write("P.mo", kDrawnPackage);
  const Outcome run = Daedalus({"draw", file, "--all", "--svg", PathOf("all")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, run.out.find(" in ")), "5 classes: 2 icons and 2 diagrams");
  EXPECT_TRUE(Exists("all/P.A.icon.svg"));
  EXPECT_TRUE(Exists("all/P.B.diagram.svg"));
  EXPECT_FALSE(Exists("all/P.f.diagram.svg"));
}

TEST_F(Draw, ExplainsWhatIsWrong) {
  const std::string file = Write("P.mo", kDrawnPackage);
  EXPECT_EQ(Daedalus({"draw"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"draw", file, "--icon", "--diagram"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"draw", file, "--all"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"draw", file, "P.A", "P.B"}).exit_code, 2);
  const Outcome unknown = Daedalus({"draw", file, "--model", "P.AA"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("did you mean `P.A`"), std::string::npos) << unknown.err;
  const Outcome component = Daedalus({"draw", file, "P.B", "--component", "aa"});
  EXPECT_EQ(component.exit_code, 1);
  EXPECT_NE(component.err.find("`P.B` has no component `aa`"), std::string::npos) << component.err;
  const Outcome folder = Daedalus({"draw", file, "P.A", "--svg", PathOf("none/A.svg")});
  EXPECT_EQ(folder.exit_code, 1);
  EXPECT_NE(folder.err.find("cannot write"), std::string::npos) << folder.err;
  EXPECT_EQ(Daedalus({"draw", "missing.mo"}).exit_code, 1);
  const Outcome broken = Daedalus({"draw", Write("Broken.mo", "model M Real x annotation(Icon(; end M;")});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_NE(broken.err.find("Broken.mo:1:"), std::string::npos) << broken.err;
}

TEST_F(Draw, HelpHasAnExample) {
  const Outcome help = Daedalus({"draw", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("daedalus draw models/"), std::string::npos);
}

// Icon annotations in the texts below a directory; a class has at most one.
std::size_t NumIconAnnotations(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mo") continue;
    const auto text = ReadFile(entry.path().string());
    for (std::size_t at = text->find("Icon("); at != std::string::npos; at = text->find("Icon(", at + 1))
      count += std::isalnum(static_cast<unsigned char>((*text)[at - 1])) == 0 ? 1 : 0;
  }
  return count;
}

// Every class with graphics in the standard library, where it is installed: without a warning.
TEST_F(Draw, ClassesOfTheStandardLibrary) {
  const char* path = std::getenv("MODELICAPATH");
  const std::filesystem::path library = std::filesystem::path(path == nullptr ? "" : path) / "Modelica";
  if (path == nullptr || !std::filesystem::exists(library)) GTEST_SKIP() << "there is no Modelica library";
  const Outcome run = Daedalus({"draw", "Modelica", "--all", "--svg", PathOf("all")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  std::size_t num_classes = 0, num_icons = 0, num_diagrams = 0;
  ASSERT_EQ(std::sscanf(run.out.c_str(), "%zu classes: %zu icons and %zu diagrams", &num_classes, &num_icons,
                        &num_diagrams),
            3)
      << run.out;
  // Most icons are inherited, so there are more than annotations.
  EXPECT_GE(num_icons, NumIconAnnotations(library));
  EXPECT_GT(num_diagrams, 2000u);
  EXPECT_NE(Read("all/Modelica.Electrical.Analog.Examples.ChuaCircuit.diagram.svg").find("R=0.0125 Ω"),
            std::string::npos);
}

}  // namespace
}  // namespace daedalus::e2e
