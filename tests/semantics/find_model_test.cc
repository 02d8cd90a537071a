#include "semantics/support.h"

namespace daedalus::semantics {
namespace {

std::string Found(std::vector<std::string> texts, std::optional<std::string_view> name = {}) {
  std::vector<std::unique_ptr<Parsed>> parsed;
  std::vector<const syntax::Tree*> trees;
  for (std::string& text : texts) {
    parsed.push_back(std::make_unique<Parsed>(std::move(text)));
    trees.push_back(&parsed.back()->result.tree);
  }
  auto model = FindModel(trees, name);
  if (model) return FullName(*model);
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
