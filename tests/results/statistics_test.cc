#include "daedalus/results/statistics.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

TEST(Statistics, HasTheKeysOfTheContractInTheirOrder) {
  const std::vector<std::string> expected = {"model",
                                             "method",
                                             "form",
                                             "equations",
                                             "unknowns",
                                             "states",
                                             "structural_index",
                                             "blocks",
                                             "tearing_variables",
                                             "seconds",
                                             "steps",
                                             "rejected_steps",
                                             "error_test_failures",
                                             "convergence_failures",
                                             "residual_evaluations",
                                             "jacobian_evaluations",
                                             "factorizations",
                                             "newton_iterations",
                                             "events",
                                             "state_changes",
                                             "crossings",
                                             "time_events",
                                             "state_events",
                                             "restarts",
                                             "slides",
                                             "relations",
                                             "modes",
                                             "final_time",
                                             "success"};
  const nlohmann::ordered_json json = ToJson({});
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, expected);
  std::vector<std::string> stages;
  for (const auto& [key, value] : json["seconds"].items()) stages.push_back(key);
  EXPECT_EQ(stages, (std::vector<std::string>{"parse", "flatten", "structure", "codegen", "initialize",
                                              "integrate", "total"}));
}

TEST(Statistics, AreWrittenAsJsonEvenWithANameThatIsNotUtf8) {
  TemporaryFolder folder;
  RunStatistics statistics;
  statistics.model = "bad \xff name";
  statistics.steps = 12345678901;
  statistics.seconds.total = 0.25;
  statistics.success = true;
  ASSERT_TRUE(WriteStatistics(folder.File("s.json"), statistics).ok());
  const auto json = nlohmann::json::parse(ContentOf(folder.File("s.json")));
  EXPECT_EQ(json["steps"], 12345678901);
  EXPECT_EQ(json["seconds"]["total"], 0.25);
  EXPECT_EQ(json["success"], true);
}

TEST(Statistics, AFolderThatIsNotThereIsADiagnostic) {
  const Result<Unit> written = WriteStatistics("/nonexistent/s.json", {});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error()[0].code, Code::kCannotWriteFile);
}

}  // namespace
}  // namespace daedalus::results
