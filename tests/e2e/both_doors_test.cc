// Every model of models/ through the command line and through the library: the same numbers, bit for bit, and
// the same messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/results/reader.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

namespace fs = std::filesystem;

using Messages = std::multiset<std::string>;

std::vector<std::string> AllModels() {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(DAEDALUS_SOURCE_DIR "/models")) {
    const std::string file = fs::relative(entry.path(), DAEDALUS_SOURCE_DIR "/models").string();
    const bool is_part_of_library = file.starts_with("library/Parts/");
    if (entry.path().extension() == ".mo" && !is_part_of_library) out.push_back(file);
  }
  std::ranges::sort(out);
  return out;
}

std::string TextOf(unsigned code, const std::string& message) {
  return "D" + std::to_string(10000 + code).substr(1) + " " + message;
}

Messages MessagesOf(const std::string& lines) {
  Messages out;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("{")) continue;
    const auto json = nlohmann::json::parse(line);
    out.insert(json.at("code").get<std::string>() + " " + json.at("message").get<std::string>());
  }
  return out;
}

void Add(std::span<const Diagnostic> diagnostics, Messages& to) {
  for (const Diagnostic& d : diagnostics) to.insert(TextOf(static_cast<unsigned>(d.code), d.message));
}

class WarningsOfRun final : public run::Observer {
 public:
  explicit WarningsOfRun(Messages& messages) : messages_(messages) {}
  void Warn(const Diagnostic& d) override { Add({&d, 1}, messages_); }

 private:
  Messages& messages_;
};

// What the library says and finds.
struct ByLibrary {
  run::Columns columns;
  Messages messages;
  int exit_code = 1;
};

void RunByLibrary(const std::string& file, const std::string& form, ByLibrary& out) {
  driver::ModelOptions options;
  options.files = {file};
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  Add(diagnostics.items(), out.messages);
  if (!system) return;
  run::RunOptions how;
  how.form = form == "ode"   ? simulate::ModelForm::kOde
             : form == "dae" ? simulate::ModelForm::kDae
                             : simulate::ModelForm::kAuto;
  how.sliding = file.find("/sliding/") != std::string::npos;
  run::Simulation simulation(model::Model::FromSystem(*std::move(system)), how);
  WarningsOfRun warnings(out.messages);
  simulation.Observe(out.columns);
  simulation.Observe(warnings);
  const run::RunStatus status = simulation.Run().status;
  Add(simulation.diagnostics().items(), out.messages);
  out.exit_code = status == run::RunStatus::kDone         ? 0
                  : status == run::RunStatus::kStopped    ? 3
                  : status == run::RunStatus::kModelWrong ? 1
                                                          : 2;
}

// Where each column of the file stands in a row of the library: quantities, then discrete variables.
std::vector<std::pair<std::string, std::size_t>> ColumnsOf(const run::Columns& columns) {
  std::vector<std::pair<std::string, std::size_t>> out;
  const System& system = *columns.given()->system;
  for (std::size_t i = 0; i < columns.quantities().size(); ++i)
    out.emplace_back(NameOf(system, columns.quantities()[i]), i);
  for (const DiscreteVariable& discrete : system.hybrid.discretes)
    out.emplace_back(system.names.Text(discrete.name), columns.quantities().size() + discrete.value.index());
  return out;
}

// The bits of everything that the file has.
void ExpectSameBits(const results::Trajectory& file, const run::Columns& columns) {
  ASSERT_EQ(file.num_points(), columns.num_points());
  std::size_t num_compared = 0;
  for (const auto& [name, column] : ColumnsOf(columns)) {
    const auto signal = file.FindSignal(name);
    if (!signal) continue;  // made by Daedalus, and not written
    ++num_compared;
    const auto values = file.Values(*signal);
    for (std::size_t k = 0; k < file.num_points(); ++k) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(values[k]), std::bit_cast<std::uint64_t>(columns.Row(k)[column]))
          << name << " at time = " << columns.times()[k];
    }
  }
  EXPECT_GT(num_compared, 0u);
}

class BothDoors : public EndToEnd,
                  public testing::WithParamInterface<std::tuple<std::string, const char*>> {};

TEST_P(BothDoors, GiveTheSameNumbersAndMessages) {
  const auto& [name, form] = GetParam();
  const std::string output = PathOf("r.mat");
  std::vector<std::string> command = {"--diagnostics", "json", "simulate", Model(name),
                                      "--form",        form,   "--output", output};
  if (name.starts_with("sliding/")) command.push_back("--sliding");
  const Outcome program = Daedalus(command);
  ByLibrary library;
  RunByLibrary(Model(name), form, library);
  EXPECT_EQ(program.exit_code, library.exit_code) << program.err;
  EXPECT_EQ(MessagesOf(program.err), library.messages);
  const auto file = results::ReadResult(output);
  ASSERT_EQ(file.ok(), library.columns.num_points() > 0);
  if (file.ok()) ExpectSameBits(*file, library.columns);
}

INSTANTIATE_TEST_SUITE_P(Models, BothDoors,
                         testing::Combine(testing::ValuesIn(AllModels()), testing::Values("auto", "dae")),
                         [](const auto& info) {
                           std::string text = std::get<0>(info.param) + "_" + std::get<1>(info.param);
                           std::ranges::replace_if(
                               text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return text;
                         });

}  // namespace
}  // namespace daedalus::e2e
