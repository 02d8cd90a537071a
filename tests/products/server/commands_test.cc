#include "daedalus/products/server/commands.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/products/lsp/uri.h"
#include "daedalus/products/server/language_link.h"
#include "products/server/temporary_folder.h"

namespace daedalus::server {
namespace {

class CommandsTest : public testing::Test {
 protected:
  bool Has(const Command& command, const std::string& word) const {
    return command.ok() && std::ranges::find(*command, word) != command->end();
  }
  TemporaryFolder all_;
  std::string model_ = all_.Write("open/Ball.mo", "model Ball end Ball;\n");
  std::string other_ = all_.Write("closed/Secret.mo", "model Secret end Secret;\n");
  Folders folders_{{all_.path() + "/open"}, {}};
  Tools tools_{"/usr/bin/daedalus", {}, false};
};

TEST_F(CommandsTest, ARunNamesModelSettingsAndTimes) {
  const Json question = {{"file", model_},
                         {"model", "Ball"},
                         {"settings", Json::array({Json::array({"k", 2.5}), Json::array({"name", "a=b --x"}),
                                                   Json::array({"on", true})})},
                         {"stop", 3},
                         {"intervals", 100},
                         {"start", nullptr}};
  const Command command = SimulateCommand(question, tools_, folders_);
  ASSERT_TRUE(command.ok()) << command.error();
  EXPECT_EQ((*command)[0], "/usr/bin/daedalus");
  for (const char* word : {"--model=Ball", "--set=k=2.5", "--set=name=a=b --x", "--set=on=true", "--stop=3",
                           "--intervals=100", "--output=result.csv", "--page=page.html"})
    EXPECT_TRUE(Has(command, word)) << word;
  EXPECT_TRUE(Has(command, model_));
  EXPECT_FALSE(Has(command, "--allow-external"));
  tools_.allow_external = true;
  EXPECT_TRUE(Has(SimulateCommand(question, tools_, folders_), "--allow-external"));
}

// Every word of the page is a value of an option, so none becomes an option.
TEST_F(CommandsTest, WhatThePageSaysIsNeverAnOption) {
  const Command command =
      SimulateCommand({{"model", "--allow-external"}, {"method", "--page=/tmp/x"}}, tools_, folders_);
  ASSERT_TRUE(command.ok());
  EXPECT_TRUE(Has(command, "--model=--allow-external"));
  EXPECT_TRUE(Has(command, "--method=--page=/tmp/x"));
}

TEST_F(CommandsTest, WrongQuestionsAreRefused) {
  const Json wrong[] = {nullptr,
                        Json::array(),
                        {{"file", model_}},
                        {{"model", 3}},
                        {{"model", ""}},
                        {{"model", "M"}, {"file", other_}},
                        {{"model", "M"}, {"file", "/etc/passwd"}},
                        {{"model", "M"}, {"stop", "1"}},
                        {{"model", "M"}, {"intervals", 1e9}},
                        {{"model", "M"}, {"intervals", 0}},
                        {{"model", "M"}, {"settings", {{"a"}}}},
                        {{"model", "M"}, {"settings", 1}}};
  for (const Json& question : wrong)
    EXPECT_FALSE(SimulateCommand(question, tools_, folders_).ok()) << question;
}

TEST_F(CommandsTest, TheLanguageServerSeesOurFoldersOnly) {
  const auto guarded = GuardedMessage(
      R"({"id":1,"method":"initialize","params":{"rootUri":"file:///","initializationOptions":{"libraries":["/etc"]}}})",
      folders_);
  ASSERT_TRUE(guarded);
  const Json params = Json::parse(*guarded)["params"];
  EXPECT_EQ(params["workspaceFolders"][0]["uri"], lsp::UriOfPath(all_.path() + "/open"));
  EXPECT_FALSE(params.contains("initializationOptions"));
  const auto open = [&](const std::string& path) {
    return GuardedMessage(Json{{"method", "textDocument/didOpen"},
                               {"params", {{"textDocument", {{"uri", lsp::UriOfPath(path)}, {"text", ""}}}}}}
                              .dump(),
                          folders_);
  };
  EXPECT_TRUE(open(model_));
  EXPECT_FALSE(open(other_));
  EXPECT_FALSE(
      GuardedMessage(R"({"id":2,"method":"daedalus/classes","params":{"file":"/etc/passwd"}})", folders_));
  EXPECT_FALSE(GuardedMessage(R"({"method":"workspace/didChangeWorkspaceFolders","params":{}})", folders_));
  EXPECT_FALSE(GuardedMessage("[]", folders_));
  EXPECT_FALSE(GuardedMessage("{", folders_));
  EXPECT_NE(RefusalOf(R"({"id":2,"method":"x"})").find("\"id\":2"), std::string::npos);
  EXPECT_EQ(RefusalOf("{"), "");
}

}  // namespace
}  // namespace daedalus::server
