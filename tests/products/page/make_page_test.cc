#include "daedalus/products/page/make_page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/products/page/connections.h"
#include "daedalus/products/page/pack.h"
#include "daedalus/products/page/page_json.h"
#include "daedalus/products/page/page_recorder.h"
#include "daedalus/products/page/render_page.h"
#include "daedalus/run/simulation.h"

namespace daedalus::page {
namespace {

constexpr const char* kModels = DAEDALUS_SOURCE_DIR "/tests/products/page/models.mo";

struct Made {
  driver::SourceFiles files;
  Diagnostics diagnostics;
  PageData page;
};

// Runs a model of models.mo and makes its page.
Made MakePageOf(const std::string& model, std::vector<std::string> patterns = {},
                std::size_t most_values = kMostValues, int intervals = 100) {
  Made out;
  driver::ModelOptions options;
  options.files = {kModels};
  options.model = "PageTests." + model;
  auto system = driver::FlattenModel(options, out.files, out.diagnostics);
  EXPECT_TRUE(system) << model;
  auto structure = analyze::ExplainStructure(*system, {}, out.diagnostics);
  EXPECT_TRUE(structure.ok());
  PageRecorder recorder(out.files.sources, std::move(patterns), most_values);
  run::RunOptions how;
  how.intervals = intervals;
  run::Simulation simulation(model::Model::FromSystem(*std::move(system)), how);
  simulation.Observe(recorder);
  EXPECT_EQ(simulation.Run().status, run::RunStatus::kDone);
  out.page = MakePage(recorder.Take(), &*structure, out.files.sources);
  return out;
}

const PageVariable* Find(const PageData& page, const std::string& name) {
  const auto found =
      std::ranges::find(page.variables, name, [](const PageVariable& v) { return v.about.name; });
  return found == page.variables.end() ? nullptr : &*found;
}

const PageEquation* FindEquation(const PageData& page, const std::string& component,
                                 const std::string& written) {
  for (const PageEquation& e : page.equations) {
    if (e.component == component && e.place != kNothing && page.places[e.place].text == written) return &e;
  }
  return nullptr;
}

bool Says(const std::vector<std::string>& sentences, const std::string& part) {
  return std::ranges::any_of(sentences,
                             [&](const std::string& s) { return s.find(part) != std::string::npos; });
}

TEST(MakePage, VariablesHaveValuesUnitsAndPlaces) {
  const PageData page = MakePageOf("Circuit").page;
  const PageVariable* current = Find(page, "cell[2].r.i");
  ASSERT_NE(current, nullptr);
  EXPECT_EQ(current->about.unit, "A");
  EXPECT_EQ(page.places[current->place].file, "models.mo");
  ASSERT_NE(current->column, kNothing);
  EXPECT_EQ(page.columns[current->column].values.size(), page.times.size());
  const PageVariable* resistance = Find(page, "cell[2].r.R");
  ASSERT_NE(resistance, nullptr);
  EXPECT_EQ(resistance->column, kNothing);
  EXPECT_EQ(resistance->about.start, 3);
  const PageVariable* on = Find(page, "source.on");
  ASSERT_NE(on, nullptr);
  EXPECT_TRUE(page.columns[on->column].is_held);
}

TEST(MakePage, AliasesShareAColumn) {
  const PageData page = MakePageOf("Circuit").page;
  const PageVariable* p = Find(page, "cell[1].r.p.i");
  const PageVariable* n = Find(page, "cell[1].r.n.i");
  ASSERT_TRUE(p != nullptr && n != nullptr);
  EXPECT_EQ(p->column, n->column);
  EXPECT_EQ(p->sign, -n->sign);
}

TEST(MakePage, EquationsAreAsWrittenAndAsSolved) {
  const PageData page = MakePageOf("Circuit").page;
  const PageEquation* law = FindEquation(page, "cell[2].r", "v = R * i");
  ASSERT_NE(law, nullptr);
  EXPECT_EQ(law->kind, PageEquation::Kind::kComputed);
  EXPECT_TRUE(Says(law->history, "solved for"));
  ASSERT_LT(law->block, page.blocks.size());
  EXPECT_TRUE(std::ranges::any_of(
      law->variables, [&](std::uint32_t v) { return page.variables[v].about.name == "cell[2].r.v"; }));
  const PageEquation* alias = FindEquation(page, "cell[1].r", "p.i + n.i = 0");
  ASSERT_NE(alias, nullptr);
  EXPECT_EQ(alias->kind, PageEquation::Kind::kAlias);
}

TEST(MakePage, SaysWhyAnEquationWasDifferentiated) {
  const PageData page = MakePageOf("Pendulum").page;
  bool found = false;
  for (const PageEquation& e : page.equations) {
    found = found || (page.places[e.place].text.find("x ^ 2") != std::string::npos &&
                      Says(e.history, "a constraint on"));
    if (e.place == kNothing) ADD_FAILURE() << e.text;
  }
  EXPECT_TRUE(found);
}

TEST(MakePage, ConnectionsOfLoopsAreFound) {
  const PageData page = MakePageOf("Circuit").page;
  const auto has = [&](const char* from, const char* to) {
    return std::ranges::any_of(page.connections, [&](const PageConnection& c) {
      return (c.from == from && c.to == to) || (c.from == to && c.to == from);
    });
  };
  EXPECT_TRUE(has("cell[1].n", "cell[2].p"));
  EXPECT_TRUE(has("source.p", "cell[1].p"));
  EXPECT_TRUE(has("cell[2].r.n", "cell[2].c.p")) << "inside of components, too";
  EXPECT_FALSE(has("cell[1].p", "cell[2].p"));
}

TEST(MakePage, EventsSayWhyAndWhat) {
  const PageData page = MakePageOf("Circuit").page;
  ASSERT_EQ(page.num_events, 1u);
  EXPECT_EQ(page.events[0].time, 1);
  EXPECT_NE(page.events[0].cause.find("becomes true"), std::string::npos);
  EXPECT_TRUE(Says(page.events[0].changes, "source.on: false -> true"));
}

TEST(MakePage, WarningsHavePlaces) {
  const PageData page = MakePageOf("Circuit").page;
  ASSERT_EQ(page.messages.size(), 1u);
  EXPECT_EQ(page.messages[0].severity, "warning");
  ASSERT_FALSE(page.messages[0].places.empty());
  EXPECT_EQ(page.places[page.messages[0].places[0]].text.substr(0, 7), "assert(");
}

TEST(PageRecorder, KeepsTheVariablesThatAreAskedFor) {
  const PageData page = MakePageOf("Circuit", {"cell[*].c.v"}).page;
  EXPECT_EQ(page.columns.size(), 2u);
  EXPECT_NE(Find(page, "cell[1].c.v")->column, kNothing);
  ASSERT_NE(Find(page, "source.i"), nullptr) << "others are known, without values";
  EXPECT_EQ(Find(page, "source.i")->column, kNothing);
}

TEST(PageRecorder, ThinsOutAndSaysSo) {
  const PageData page = MakePageOf("Chain", {}, 30'000, 200).page;
  EXPECT_LE(page.columns.size() * page.times.size(), 30'000u + page.columns.size());
  ASSERT_FALSE(page.limits.empty());
  EXPECT_NE(page.limits[0].find("the result file has all"), std::string::npos) << page.limits[0];
  EXPECT_NE(Find(page, "cell[100].c.v")->column, kNothing) << "states come first";
  const PageData points = MakePageOf("Circuit", {"source.on"}, 60, 1000).page;
  EXPECT_LE(points.times.size(), 61u);
  EXPECT_TRUE(Says(points.limits, "th of 10"));
}

// ---- the file ----

std::string Unpacked(const std::string& page, const std::string& id) {
  const std::string open = "<script type=\"text/plain\" id=\"" + id + "\">";
  const std::size_t begin = page.find(open) + open.size();
  const std::string text = page.substr(begin, page.find('<', begin) - begin);
  std::string packed;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int digit = c >= 'a'   ? c - 'a' + 26
                      : c >= 'A' ? c - 'A'
                      : c >= '0' ? c - '0' + 52
                      : c == '+' ? 62
                                 : 63;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    packed += static_cast<char>(bits >> count & 0xff);
  }
  std::string out(50'000'000, '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  out.resize(size);
  return out;
}

TEST(RenderPage, CarriesTheDataPacked) {
  const std::string html = RenderPage(MakePageOf("Circuit").page);
  const auto facts = nlohmann::json::parse(Unpacked(html, "facts"));
  EXPECT_EQ(facts["title"], "PageTests.Circuit");
  const auto& names = facts["variables"]["name"];
  for (const auto& [key, list] : facts["variables"].items()) EXPECT_EQ(list.size(), names.size()) << key;
  const std::size_t num_points = facts["num_points"];
  EXPECT_EQ(Unpacked(html, "values").size(), 8 * num_points * facts["columns"].size());
  EXPECT_EQ(facts["events"].size(), 1u);
}

TEST(RenderPage, ForbidsRequestsAndLoadsNothing) {
  const std::string html = RenderPage(PageData{});
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  for (const char* outside : {"<script src", "<link", "@import", "sourceMappingURL", "http-equiv=\"refresh"})
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(RenderPage, NoTextOfTheModelIsMarkup) {
  PageData page;
  const std::string bad = "</script><script>alert(1)</script>{{facts}}\xff";
  page.title = page.description = page.subtitle = bad;
  page.limits = {bad};
  page.places = {{bad, 1, 1, bad}};
  page.variables.emplace_back();
  page.variables[0].about.name = page.variables[0].about.description = page.variables[0].about.unit = bad;
  page.equations.push_back(
      {.text = bad, .component = bad, .unknown = bad, .history = {bad}, .variables = {0}});
  page.events = {{0, bad, {bad}}};
  page.messages = {{"warning", bad, {0}, {bad}}};
  page.diagrams[bad] = bad;
  const std::string html = RenderPage(std::move(page));
  EXPECT_EQ(html.find("alert(1)</script>"), std::string::npos);
  EXPECT_NE(html.find("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{facts}}"),
            std::string::npos);
  const auto facts = nlohmann::json::parse(Unpacked(html, "facts"));
  EXPECT_EQ(facts["limits"][0], "</script><script>alert(1)</script>{{facts}}\xef\xbf\xbd");
}

TEST(RenderPage, LeavesOutVariablesThatMakeItTooLarge) {
  PageData page = MakePageOf("Circuit").page;
  const std::size_t count = page.columns.size();
  const std::string html = RenderPage(std::move(page), {.most_bytes = 1000, .least_columns = 2});
  const auto facts = nlohmann::json::parse(Unpacked(html, "facts"));
  EXPECT_LT(facts["columns"].size() - 1, count);
  EXPECT_GE(facts["columns"].size() - 1, 2u);
  EXPECT_FALSE(facts["limits"].empty());
  for (const auto& column : facts["variables"]["column"])
    EXPECT_LT(column.get<int>(), static_cast<int>(facts["columns"].size()) - 1);
  const auto& names = facts["variables"]["name"];
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == "cell[1].c.v" || names[i] == "cell[2].c.v") {
      EXPECT_GE(facts["variables"]["column"][i].get<int>(), 0) << "states stay";
    }
  }
}

}  // namespace
}  // namespace daedalus::page
