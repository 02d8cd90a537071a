// A start value that is set on a simulation, and the same one by `--set` of the command line, which gives it
// to the text: the same numbers, bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"

namespace daedalus::run {
namespace {

struct StartCase {
  std::string file;
  std::vector<ParameterValue> starts;
};

std::shared_ptr<const model::Model> Load(const StartCase& given, bool in_text) {
  driver::ModelOptions options;
  options.files = {DAEDALUS_SOURCE_DIR "/models/" + given.file};
  for (const auto& [name, value] : given.starts) {
    if (in_text) options.settings.push_back(name + "=" + std::to_string(value));
  }
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  EXPECT_TRUE(system.has_value()) << given.file;
  return system ? model::Model::FromSystem(*std::move(system)) : nullptr;
}

std::vector<std::uint64_t> BitsOf(const Columns& columns) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < columns.num_points(); ++i) {
    out.push_back(std::bit_cast<std::uint64_t>(columns.times()[i]));
    for (const double value : columns.Row(i)) out.push_back(std::bit_cast<std::uint64_t>(value));
  }
  return out;
}

class StartValues : public testing::TestWithParam<StartCase> {};

TEST_P(StartValues, AreThoseOfTheCommandLineBitForBit) {
  Columns by_text, by_set, as_given;
  const auto changed = Load(GetParam(), true), model = Load(GetParam(), false);
  ASSERT_TRUE(changed && model);
  Simulation text(changed), set(model), given(model);
  text.Observe(by_text);
  set.Observe(by_set);
  given.Observe(as_given);
  for (const auto& [name, value] : GetParam().starts) ASSERT_TRUE(set.Set(name, value).ok()) << name;
  EXPECT_EQ(text.Run().status, RunStatus::kDone);
  EXPECT_EQ(set.Run().status, RunStatus::kDone);
  EXPECT_EQ(given.Run().status, RunStatus::kDone);
  EXPECT_EQ(BitsOf(by_text), BitsOf(by_set));
  EXPECT_NE(BitsOf(as_given), BitsOf(by_set)) << "the values count";
}

INSTANTIATE_TEST_SUITE_P(Models, StartValues,
                         testing::Values(StartCase{"VanDerPol.mo", {{"y1", 1.5}, {"y2", -0.25}}},
                                         StartCase{"events/BouncingBall.mo", {{"h", 2}, {"bounces", 4}}},
                                         StartCase{"higher_index/CartesianPendulum.mo", {{"x", 0.5}}}),
                         [](const auto& info) {
                           const std::string& file = info.param.file;
                           const std::size_t begin = file.rfind('/') + 1;
                           return file.substr(begin, file.rfind('.') - begin);
                         });

}  // namespace
}  // namespace daedalus::run
