// How fast text becomes a syntax tree, on one core: MB/s of lexing alone, of parsing (lexing and tree
// building), and of writing the text back.
//
//   syntax_bench [--repeats N] [DIRECTORY or FILE.mo ...]
//
// Without a path it measures library-like text of its own making.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/base/read_file.h"
#include "daedalus/language/syntax/lexer.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::syntax {
namespace {

// One component model with what real libraries are made of: documentation, graphics, declarations and
// equations.
std::string GenerateModel(int n) {
  return fmt::format(R"(
  model Element{0} "Element number {0} of a generated library"
    extends Interfaces.TwoPort(redeclare package Medium = Media.Water(p_default = {0}.0e5), final allowReverse = true);
    parameter SI.Resistance R(start = 1) = {0}*1.5e-3 "Resistance at the reference temperature"
      annotation (Dialog(group = "Parameters", enable = not useHeatPort));
    parameter Integer n(min = 1) = {1} "Number of segments";
    SI.Temperature T[n](each start = 293.15, each fixed = true) "Temperatures of the segments";
    Interfaces.HeatPort_a port[n] if useHeatPort annotation (Placement(transformation(extent = {{{{-110,-10}},{{-90,10}}}})));
  protected
    Real k[n] = {{sqrt(i)*R/(1 + exp(-T[i]/T_ref)) for i in 1:n}};
  equation
    // the segments in a row
    for i in 2:n - 1 loop
      C*der(T[i]) = G*(T[i - 1] - 2*T[i] + T[i + 1]) + k[i]*(u^2 - T[i]^4);
    end for;
    if useHeatPort then
      port.Q_flow = {{-G*(T[i] - port[i].T) for i in 1:n}};
    elseif u > 0 and not limited then
      y = if noEvent(u >= uMax) then uMax elseif u <= uMin then uMin else u;
    else
      y = smooth(0, u);
    end if;
    connect(source.flange_b, load.flange_a) annotation (Line(points = {{{{-20,0}},{{0,0}},{{0,40}},{{20,40}}}}, color = {{0,127,255}}));
    annotation (
      Icon(coordinateSystem(extent = {{{{-100,-100}},{{100,100}}}}), graphics = {{
        Rectangle(extent = {{{{-70,30}},{{70,-30}}}}, lineColor = {{0,0,255}}, fillPattern = FillPattern.Solid),
        Line(points = {{{{-90,0}},{{-70,0}}}}, color = {{0,0,255}}), Text(extent = {{{{-150,90}},{{150,50}}}}, textString = "%name")}}),
      Documentation(info = "<html><p>This element conducts heat along a row of segments; each of them exchanges heat with
its neighbours and, where the port is enabled, with the surroundings.</p><p>The law of conduction is that of the
<em>reference</em> section, with the coefficients as parameters.</p></html>"));
  end Element{0};
)",
                     n, n % 17 + 3);
}

std::string GenerateLibrary(std::size_t bytes) {
  std::string text = "within Generated;\npackage Elements \"Generated elements\"\n";
  for (int n = 1; text.size() < bytes; ++n) text += GenerateModel(n);
  return text + "end Elements;\n";
}

void AddPath(Sources& sources, const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".mo") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) AddPath(sources, file);
    return;
  }
  auto text = ReadFile(path.string());
  if (text) {
    sources.Add(path.string(), *std::move(text));
  } else {
    fmt::print(stderr, "{}: {}\n", path.string(), text.error());
  }
}

constexpr double kGoal = 50;  // MB/s of text to tree

struct Spread {
  double min = std::numeric_limits<double>::infinity();
  double max = 0;
};

// Processor seconds of one pass over all files; the work is on one thread, so a busy machine disturbs them
// little.
Spread Measure(int repeats, const std::function<void()>& pass) {
  Spread spread;
  for (int i = 0; i < repeats; ++i) {
    const std::clock_t begin = std::clock();
    pass();
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    spread.min = std::min(spread.min, seconds);
    spread.max = std::max(spread.max, seconds);
  }
  return spread;
}

void PrintRow(std::string_view what, double megabytes, Spread spread) {
  fmt::print("{:<10} {:>10.2f} {:>10.2f} {:>10.1f}\n", what, 1e3 * spread.min, 1e3 * spread.max,
             megabytes / spread.min);
}

int Run(const std::vector<std::string>& arguments) {
  int repeats = 15;
  Sources sources;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--repeats" && i + 1 < arguments.size()) {
      repeats = std::max(1, std::atoi(arguments[++i].c_str()));
    } else {
      AddPath(sources, arguments[i]);
    }
  }
  if (sources.size() == 0) sources.Add("generated.mo", GenerateLibrary(8'000'000));

  double bytes = 0;
  std::size_t num_tokens = 0;
  std::size_t num_errors = 0;
  std::vector<Tree> trees;
  NameTable names;
  for (const SourceFileId file : IdRange<SourceFileId>(sources.size())) {
    bytes += static_cast<double>(sources.Text(file).size());
    num_tokens += Lex(sources.Text(file), file, names).tokens.size();
    ParseResult result = Parse(sources, file, names);
    num_errors += result.diagnostics.size();
    trees.push_back(std::move(result.tree));
  }
  fmt::print("{} files, {:.2f} MB, {} tokens, {} diagnostics, {} repeats\n\n", sources.size(), bytes / 1e6,
             num_tokens, num_errors, repeats);
  fmt::print("{:<10} {:>10} {:>10} {:>10}\n", "stage", "min ms", "max ms", "MB/s");

  // Each pass has a name table of its own, as a run of the compiler has.
  std::size_t sink = 0;
  const auto each_file = [&](auto&& work) {
    NameTable fresh;
    for (const SourceFileId file : IdRange<SourceFileId>(sources.size())) sink += work(file, fresh);
  };
  PrintRow(
      "lex", bytes / 1e6, Measure(repeats, [&] {
        each_file([&](SourceFileId f, NameTable& t) { return Lex(sources.Text(f), f, t).tokens.size(); });
      }));
  const Spread parse = Measure(repeats, [&] {
    each_file([&](SourceFileId f, NameTable& t) { return Parse(sources, f, t).tree.comments().size(); });
  });
  PrintRow("parse", bytes / 1e6, parse);
  PrintRow("unparse", bytes / 1e6, Measure(repeats, [&] {
             for (const Tree& tree : trees) sink += Unparse(tree).size();
           }));
  const bool fast_enough = bytes / 1e6 / parse.min >= kGoal;
  if (!fast_enough) fmt::print("BELOW THE GOAL of {} MB/s for parsing\n", kGoal);
  return sink == 0 || num_errors > 0 || !fast_enough ? 1 : 0;
}

}  // namespace
}  // namespace daedalus::syntax

int main(int argc, char** argv) {
  return daedalus::syntax::Run({argv + 1, argv + argc});
}
