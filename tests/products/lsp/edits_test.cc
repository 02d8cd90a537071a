// Random edits of open texts: after each, the server must answer as a fresh one does that has never seen
// another text. The seed is fixed, so a failure can be repeated. `lsp_test --gtest_filter=RandomEdits.*
// --gtest_repeat=100` goes on with other seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "daedalus/products/lsp/server.h"

namespace daedalus::lsp {
namespace {

const std::vector<std::string> kTexts = {
    R"(package P "a package"
  connector Pin
    Real v(unit = "V");
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1 "resistance";
  equation
    v = R * p.i;
  end Resistor;
  function f
    input Real u;
    input Real k = 2;
    output Real y;
  algorithm
    y := k * u;
  end f;
end P;
)",
    R"(model Circuit
  P.Resistor r(R = 2 * gain, v(start = 1));
  P.Resistor s[3](each R = P.f(gain, k = 3));
  parameter Real gain = 3;
  Real é = 1;  // not only ASCII: 𝄞
  replaceable model M = P.Resistor;
  M m;
equation
  for i in 1:3 loop
    connect(r.p, s[i].n);
  end for;
  if gain > 2 then
    connect(m.p, r.n);
  end if;
end Circuit;
)"};
const std::vector<std::string> kUris = {"file:///nowhere/folder/P.mo", "file:///nowhere/folder/Circuit.mo"};
constexpr const char* kPieces[] = {"",
                                   "",
                                   " ",
                                   "\n",
                                   "r",
                                   ".",
                                   "(",
                                   ")",
                                   ";",
                                   "=",
                                   "R = 1",
                                   "extends P.TwoPin;",
                                   "P.",
                                   "end Circuit;",
                                   "model X Real x; end X;",
                                   "\"",
                                   "/*",
                                   "*/",
                                   "//",
                                   "equation",
                                   "Real z;",
                                   "é",
                                   "𝄞",
                                   "\xff",
                                   "if",
                                   "each ",
                                   "[",
                                   "{1, 2}",
                                   "redeclare model M = P.Resistor",
                                   "annotation(",
                                   "'",
                                   "f(",
                                   "within P;"};

// A client and its server in one process.
class Peer {
 public:
  Peer() : server_({{}, "test"}, [this](const Json& message) { Take(message); }) {
    Ask("initialize", {{"capabilities", Json::object()},
                       {"workspaceFolders", {{{"uri", "file:///nowhere/folder"}, {"name", "folder"}}}}});
  }
  Json Ask(const std::string& method, const Json& params) {
    answer_ = Json();
    server_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
    return answer_;
  }
  void Tell(const std::string& method, const Json& params) {
    server_.Handle({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  void Open(const std::string& uri, const std::string& text) {
    Tell("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "modelica"}, {"version", 1}, {"text", text}}}});
  }
  const Json& published() const { return published_; }
  Server& server() { return server_; }

 private:
  void Take(const Json& message) {
    if (message.contains("id")) {
      answer_ = message.contains("result") ? message["result"] : message["error"];
    } else if (message["method"] == "textDocument/publishDiagnostics") {
      published_[message["params"]["uri"].get<std::string>()] = message["params"]["diagnostics"];
    }
  }
  Json answer_;
  Json published_ = Json::object();
  Server server_;
};

class RandomEdits : public testing::Test {
 protected:
  std::size_t Pick(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  // One random change of a text, at random places that need not exist.
  Json RandomChange(const std::string& text) {
    const ide::Lines lines(text);
    const ide::Position start{static_cast<std::uint32_t>(Pick(lines.size() + 1)),
                              static_cast<std::uint32_t>(Pick(50))};
    ide::Position end = start;
    if (Pick(3) == 0) end.character += static_cast<std::uint32_t>(Pick(8));
    if (Pick(20) == 0) end.line += static_cast<std::uint32_t>(Pick(3));
    return {{"range", {{"start", ToJson(start)}, {"end", ToJson(end)}}},
            {"text", kPieces[Pick(std::size(kPieces))]}};
  }

  // What both peers answer to the same question must be the same.
  void Compare(Peer& old, Peer& fresh, const std::string& method, const Json& params) {
    const Json a = old.Ask(method, params);
    const Json b = fresh.Ask(method, params);
    EXPECT_EQ(a, b) << method << " " << params;
  }

  // The same in each run of the program; others with --gtest_repeat.
  static unsigned NextSeed() {
    static unsigned seed = 38;
    return seed++;
  }
  std::mt19937 random_{NextSeed()};
};

TEST_F(RandomEdits, LeaveNoStaleAnswer) {
  constexpr int kNumEdits = 1500;
  const std::vector<std::string> at_place = {"textDocument/hover",          "textDocument/definition",
                                             "textDocument/typeDefinition", "textDocument/completion",
                                             "textDocument/signatureHelp",  "textDocument/documentHighlight",
                                             "textDocument/prepareRename"};
  const std::vector<std::string> of_text = {"textDocument/documentSymbol", "textDocument/foldingRange",
                                            "textDocument/semanticTokens/full", "textDocument/codeLens",
                                            "textDocument/formatting"};
  Peer old;
  for (std::size_t i = 0; i < kUris.size(); ++i) old.Open(kUris[i], kTexts[i]);
  for (int edit = 0; edit < kNumEdits && !HasFailure(); ++edit) {
    const std::size_t which = Pick(kUris.size());
    const std::string before = old.server().workspace().Find(kUris[which])->text;
    // Now and then everything is as at the beginning, so that texts are often nearly right.
    const Json change = edit % 6 == 5 ? Json{{"text", kTexts[which]}} : RandomChange(before);
    old.Tell("textDocument/didChange", {{"textDocument", {{"uri", kUris[which]}, {"version", edit + 2}}},
                                        {"contentChanges", {change}}});
    Peer fresh;
    for (const std::string& uri : kUris) fresh.Open(uri, old.server().workspace().Find(uri)->text);
    EXPECT_EQ(old.published(), fresh.published());
    const std::size_t asked = Pick(kUris.size());
    const std::string& text = old.server().workspace().Find(kUris[asked])->text;
    const Json document = {{"uri", kUris[asked]}};
    const ide::Position place = ide::Lines(text).PositionOf(Pick(text.size() + 1));
    const Json at = {{"textDocument", document}, {"position", ToJson(place)}};
    for (int n = 0; n < 3; ++n) Compare(old, fresh, at_place[Pick(at_place.size())], at);
    Compare(old, fresh, of_text[Pick(of_text.size())], {{"textDocument", document}});
    if (edit % 10 == 0) {
      Json references = at;
      references["context"] = {{"includeDeclaration", true}};
      Compare(old, fresh, "textDocument/references", references);
      Json rename = at;
      rename["newName"] = "other";
      Compare(old, fresh, "textDocument/rename", rename);
      Compare(old, fresh, "workspace/symbol", {{"query", "r"}});
    }
  }
}

TEST_F(RandomEdits, OfMessagesEndNothing) {
  Peer peer;
  peer.Open(kUris[0], kTexts[0]);
  const std::vector<Json> wrong = {nullptr,
                                   1,
                                   -7,
                                   "text",
                                   Json::array(),
                                   Json::object(),
                                   {{"line", -1}},
                                   {{"uri", 3}},
                                   {{"uri", kUris[0]}},
                                   1e300};
  const std::vector<std::string> names = {"textDocument", "position",       "context", "range", "newName",
                                          "positions",    "contentChanges", "query",   "event"};
  const std::vector<std::string> methods = {"textDocument/hover",
                                            "textDocument/references",
                                            "textDocument/rename",
                                            "textDocument/codeAction",
                                            "textDocument/selectionRange",
                                            "textDocument/inlayHint",
                                            "textDocument/didChange",
                                            "textDocument/didOpen",
                                            "textDocument/didClose",
                                            "workspace/symbol",
                                            "$/cancelRequest",
                                            "initialize",
                                            "workspace/didChangeWorkspaceFolders"};
  for (int i = 0; i < 3000; ++i) {
    Json params = Json::object();
    for (const std::string& name : names) {
      if (Pick(2) == 0) params[name] = wrong[Pick(wrong.size())];
    }
    Json message = {{"method", methods[Pick(methods.size())]}, {"params", params}};
    if (Pick(4) != 0) message["id"] = Pick(10) == 0 ? wrong[Pick(wrong.size())] : Json(i);
    if (Pick(50) == 0) message = wrong[Pick(wrong.size())];
    peer.server().Handle(message);
  }
  EXPECT_FALSE(peer.server().has_exited());
}

TEST(Positions, FollowIncrementalChanges) {
  Peer peer;
  peer.Open(kUris[0], "model A\r\n  Real é𝄞x;\r\nend A;");
  const auto change = [](std::uint32_t line, std::uint32_t from, std::uint32_t to, const char* text) {
    return Json{
        {"range", {{"start", ToJson(ide::Position{line, from})}, {"end", ToJson(ide::Position{line, to})}}},
        {"text", text}};
  };
  const Json changes = {change(1, 10, 11, "y"), change(1, 8, 10, ""), change(0, 7, 7, " \"a\"")};
  peer.Tell("textDocument/didChange",
            {{"textDocument", {{"uri", kUris[0]}, {"version", 2}}}, {"contentChanges", changes}});
  EXPECT_EQ(peer.server().workspace().Find(kUris[0])->text, "model A \"a\"\r\n  Real éy;\r\nend A;");
}

}  // namespace
}  // namespace daedalus::lsp
