#include <deque>

#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

std::string Found(std::vector<std::string> texts, std::optional<std::string_view> name = {}) {
  Sources sources;
  syntax::NameTable names;
  Diagnostics diagnostics;
  std::deque<syntax::ParseResult> parsed;
  library::ClassStore store(sources, names, {}, diagnostics);
  for (std::string& text : texts) {
    parsed.push_back(syntax::Parse(sources, sources.Add("test.mo", std::move(text)), names));
    store.AddTree(parsed.back().tree);
  }
  auto model = FindModel(store, name);
  if (model) return store.FullName(*model);
  const Diagnostic& d = model.error().front();
  return fmt::format("D{:04} {} {}", static_cast<int>(d.code), d.message, d.hint);
}

TEST(FindModel, WithoutANameTakesTheLastModelOfTheFiles) {
  EXPECT_EQ(
      Found({"model A end A; model B end B;", "block C end C; function f end f; partial model P end P;"}),
      "C");
}

TEST(FindModel, LooksIntoPackagesOnlyWhenNothingIsAtTheTop) {
  EXPECT_EQ(Found({"package P model A model Inner end Inner; end A; end P;"}), "P.A");
  EXPECT_EQ(Found({"model T end T; package P model A end A; end P;"}), "T");
}

TEST(FindModel, WithANameTakesThatClass) {
  EXPECT_EQ(Found({"within L; package P model A end A; end P; model B end B;"}, "L.P.A"), "L.P.A");
}

TEST(FindModel, ReportsAnUnknownNameWithTheNearestOne) {
  EXPECT_EQ(Found({"model Pendulum end Pendulum;"}, "Pendelum"),
            "D0005 there is no class `Pendelum` in the files did you mean `Pendulum`?");
}

TEST(FindModel, ReportsThatThereIsNoModel) {
  EXPECT_EQ(Found({"package P end P;"}), "D0004 there is no model in the files ");
}

}  // namespace
}  // namespace daedalus::semantics
