#include "daedalus/results/structure_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daedalus/results/matrix_density.h"
#include "results/pages.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

//      x  y
//  1   #  .
//  2   x  #
StructurePage TwoEquations(const std::string& name = "x") {
  StructurePage page;
  page.title = "Two";
  page.subtitle = "equations";
  page.facts = {{"equations", "2", "for 2 unknowns"}};
  page.lists = {{"States", "", {{name, "position", {"Two.mo", 3, "Real x;"}}}, 1}};
  page.names = {name, "y"};
  PageMatrix matrix;
  matrix.column_names = {name, "y"};
  matrix.column_marks = {ColumnMark::kNone, ColumnMark::kNone};
  matrix.row_marks = {RowMark::kNone, RowMark::kDifferentiated};
  matrix.row_starts = {0, 1, 3};
  matrix.columns = {0, 0, 1};
  matrix.entry_marks = {EntryMark::kMatched, EntryMark::kNone, EntryMark::kMatched};
  page.before = page.after = matrix;
  PageEquation first, second;
  first.text = name + " = 1";
  first.source = {"Two.mo", 5, name + " = 1;"};
  first.names = {0};
  second.text = "y = 2 * " + name;
  second.history = {"differentiated once", "solved for y"};
  second.names = {0, 1};
  page.before_equations = page.after_equations = {first, second};
  page.blocks = {{0, 1, "assignment", "substitution", 0}, {1, 2, "assignment", "substitution", 0}};
  return page;
}

TEST(StructurePage, CarriesTheMatrixAndTheHistory) {
  const nlohmann::json data = DataIn(RenderStructurePage(TwoEquations()));
  EXPECT_EQ(data["after"]["row_starts"], (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(data["after"]["entry_columns"], (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(data["after"]["equations"][1]["history"][0], "differentiated once");
  EXPECT_EQ(data["after"]["equations"][0]["source"]["line"], 5);
  EXPECT_TRUE(data["after"]["equations"][1]["source"].is_null()) << "from no text";
  EXPECT_EQ(data["blocks"].size(), 2u);
  EXPECT_FALSE(data["after"].contains("density"));
}

TEST(StructurePage, FetchesNothing) {
  const std::string page = RenderStructurePage(TwoEquations());
  for (const char* outside :
       {"http", "<link", "<img", "@import", "url(\"", "<script src", "sourceMappingURL"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_EQ(page.find("{{"), std::string::npos) << "a mark was not filled in";
}

TEST(StructurePage, EveryElementThatIsOpenedIsClosed) {
  const std::string page = RenderStructurePage(TwoEquations());
  const std::string body = page.substr(0, page.find("<script"));
  for (const std::string element : {"html", "head", "body", "header", "main", "section", "article", "div",
                                    "ul", "table", "canvas", "style", "nav", "form", "svg", "span", "p"}) {
    const bool is_outermost = element == "html" || element == "body";
    EXPECT_EQ(Count(body, "<" + element + ">") + Count(body, "<" + element + " "),
              Count(is_outermost ? page : body, "</" + element + ">"))
        << element;
  }
}

TEST(StructurePage, HostileNamesStayNames) {
  const std::string hostile = "a<b>&\"'</script><script>alert(1)</script>{{data}}\xff";
  StructurePage bad = TwoEquations(hostile);
  bad.title = hostile;
  const std::string page = RenderStructurePage(bad), plain = RenderStructurePage(TwoEquations());
  EXPECT_EQ(Count(page, "<script"), Count(plain, "<script"));
  EXPECT_EQ(Count(page, "</script"), Count(plain, "</script"));
  EXPECT_NE(page.find("<h1>a&lt;b&gt;&amp;&quot;"), std::string::npos);
  const std::string name = DataIn(page)["names"][0];
  EXPECT_TRUE(name.starts_with("a<b>&\"'</script><script>alert(1)</script>{{data}}"));
}

TEST(StructurePage, ALargeMatrixBecomesADensityAndKeepsItsLargeBlocks) {
  StructurePage page = TwoEquations();
  page.blocks = {{0, 2, "linear", "dense", 2}};
  const nlohmann::json data = DataIn(RenderStructurePage(page, {.max_exact_rows = 1, .max_density_bins = 1}));
  EXPECT_EQ(data["after"]["density"]["cells"], (std::vector<int>{0, 0, 3}));
  EXPECT_EQ(data["after"]["entries"], 3);
  EXPECT_FALSE(data["after"].contains("row_starts"));
  EXPECT_EQ(data["blocks"].size(), 1u);
}

TEST(StructurePage, AnEmptyModelHasAPage) {
  const nlohmann::json data = DataIn(RenderStructurePage({}));
  EXPECT_EQ(data["after"]["rows"], 0);
}

TEST(StructurePage, AFolderThatIsNotThereIsADiagnostic) {
  EXPECT_FALSE(WriteStructurePage("/nonexistent/page.html", TwoEquations()).ok());
  TemporaryFolder folder;
  ASSERT_TRUE(WriteStructurePage(folder.File("page.html"), TwoEquations()).ok());
  EXPECT_EQ(ContentOf(folder.File("page.html")), RenderStructurePage(TwoEquations()));
}

TEST(MatrixDensity, CountsEveryEntryOnceAndKeepsTheDiagonal) {
  const std::uint32_t n = 1003;
  std::vector<std::uint32_t> starts{0}, columns;
  for (std::uint32_t r = 0; r < n; ++r) {
    columns.push_back(r);
    if (r > 0) columns.push_back(0);
    starts.push_back(static_cast<std::uint32_t>(columns.size()));
  }
  const MatrixDensity density = DensityOf(starts, columns, n, 10);
  EXPECT_EQ(density.row_bins, 10u);
  std::uint32_t total = 0, on_diagonal = 0;
  for (const MatrixDensity::Cell& cell : density.cells) {
    total += cell.count;
    on_diagonal += cell.row == cell.column;
    EXPECT_TRUE(cell.row == cell.column || cell.column == 0);
  }
  EXPECT_EQ(total, columns.size());
  EXPECT_EQ(on_diagonal, 10u);
}

TEST(MatrixDensity, ASmallMatrixKeepsItsPlaces) {
  const std::vector<std::uint32_t> starts{0, 1, 3}, columns{2, 0, 1};
  const MatrixDensity density = DensityOf(starts, columns, 3, 100);
  ASSERT_EQ(density.cells.size(), 3u);
  EXPECT_EQ(density.cells[0].column, 2u);
  EXPECT_EQ(density.cells[2].row, 1u);
}

}  // namespace
}  // namespace daedalus::results
