#include "daedalus/products/lsp/server.h"

#include <algorithm>
#include <map>

#include "daedalus/products/ide/highlight.h"
#include "daedalus/products/lsp/check.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

using RequestHandler = Json (*)(RequestContext&, const Json&);

const std::map<std::string, RequestHandler, std::less<>>& Handlers() {
  static const std::map<std::string, RequestHandler, std::less<>> handlers = {
      {"textDocument/hover", Hover},
      {"textDocument/definition", Definition},
      {"textDocument/declaration", Definition},
      {"textDocument/typeDefinition", TypeDefinition},
      {"textDocument/documentHighlight", DocumentHighlights},
      {"textDocument/completion", Completion},
      {"textDocument/signatureHelp", SignatureHelp},
      {"textDocument/references", References},
      {"textDocument/prepareRename", PrepareRename},
      {"textDocument/rename", Rename},
      {"textDocument/documentSymbol", DocumentSymbols},
      {"workspace/symbol", WorkspaceSymbols},
      {"textDocument/foldingRange", FoldingRanges},
      {"textDocument/selectionRange", SelectionRanges},
      {"textDocument/semanticTokens/full", SemanticTokens},
      {"textDocument/inlayHint", InlayHints},
      {"textDocument/formatting", Formatting},
      {"textDocument/codeAction", CodeActions},
      {"textDocument/codeLens", CodeLenses},
      {"daedalus/classes", ClassesWithin},
      {"daedalus/find", FindClasses},
      {"daedalus/picture", Picture},
      {"daedalus/icons", Icons},
      {"daedalus/place", PlaceOfClass},
  };
  return handlers;
}

Json Capabilities() {
  constexpr int kIncremental = 2;
  return {{"positionEncoding", "utf-16"},
          {"textDocumentSync",
           {{"openClose", true}, {"change", kIncremental}, {"save", {{"includeText", false}}}}},
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"declarationProvider", true},
          {"typeDefinitionProvider", true},
          {"documentHighlightProvider", true},
          {"completionProvider", {{"triggerCharacters", {".", "(", "\""}}}},
          {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
          {"referencesProvider", true},
          {"renameProvider", {{"prepareProvider", true}}},
          {"documentSymbolProvider", true},
          {"workspaceSymbolProvider", true},
          {"foldingRangeProvider", true},
          {"selectionRangeProvider", true},
          {"semanticTokensProvider",
           {{"legend", {{"tokenTypes", ide::kTokenTypes}, {"tokenModifiers", ide::kTokenModifiers}}},
            {"full", true}}},
          {"inlayHintProvider", true},
          {"documentFormattingProvider", true},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
          {"codeLensProvider", {{"resolveProvider", false}}},
          {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
}

// Whether the client can apply edits that give files new names.
bool RenamesFiles(const Json& capabilities) {
  const Json::json_pointer place("/workspace/workspaceEdit");
  if (!capabilities.is_object() || !capabilities.contains(place)) return false;
  const Json& edit = capabilities[place];
  if (!edit.is_object() || edit.value("documentChanges", Json()) != true) return false;
  const Json operations = edit.value("resourceOperations", Json());
  return operations.is_array() && std::ranges::find(operations, Json("rename")) != operations.end();
}

}  // namespace

Server::Server(ServerOptions options, Send send)
    : options_(std::move(options)), send_(std::move(send)), workspace_(options_.libraries) {}

// ---- Messages ----

void Server::ReportMalformed(const std::string& mistake) {
  SendError(nullptr, ErrorCode::kParseError, mistake);
}

void Server::HandleText(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) return ReportMalformed("the message is not JSON");
  Handle(message);
}

void Server::Handle(const Json& message) {
  const bool has_method = message.is_object() && message.contains("method") && message["method"].is_string();
  const Json id = message.is_object() && message.contains("id") ? message["id"] : Json();
  if (!has_method) {
    // An answer to one of our requests. We send no request whose answer matters.
    const bool is_answer = message.is_object() && (message.contains("result") || message.contains("error"));
    if (!is_answer) SendError(id, ErrorCode::kInvalidRequest, "the message has no method");
    return;
  }
  const std::string method = message["method"].get<std::string>();
  const Json params = message.contains("params") ? message["params"] : Json::object();
  if (!message.contains("id")) return HandleNotification(method, params);
  if (!id.is_string() && !id.is_number_integer())
    return SendError(nullptr, ErrorCode::kInvalidRequest, "an id is a number or a string");
  HandleRequest(id, method, params);
}

void Server::HandleRequest(const Json& id, const std::string& method, const Json& params) {
  if (state_ == State::kNew && method != "initialize")
    return SendError(id, ErrorCode::kServerNotInitialized, "the first request is `initialize`");
  if (state_ == State::kShutDown)
    return SendError(id, ErrorCode::kInvalidRequest, "the server was shut down");
  if (IsCancelled(id)) {
    cancelled_.erase(id.dump());
    return SendError(id, ErrorCode::kRequestCancelled, "the request was cancelled");
  }
  try {
    RequestContext context{workspace_, [&] {
                             if (poll_) poll_();
                             return IsCancelled(id);
                           }};
    const auto handler = Handlers().find(method);
    Json result = handler != Handlers().end() ? handler->second(context, params) : Answer(method, params);
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  } catch (const RequestError& error) {
    SendError(id, error.code, error.message);
  } catch (const Json::exception& error) {
    SendError(id, ErrorCode::kInvalidParams, error.what());
  }
  cancelled_.erase(id.dump());
}

Json Server::Answer(const std::string& method, const Json& params) {
  if (method == "initialize") return Initialize(params);
  if (method == "shutdown") {
    state_ = State::kShutDown;
    was_shut_down_ = true;
    return nullptr;
  }
  throw RequestError{ErrorCode::kMethodNotFound, fmt::format("there is no request `{}`", method)};
}

// A notification has no answer, so an error in it goes to the log of the client.
void Server::HandleNotification(const std::string& method, const Json& params) {
  if (method == "exit") {
    state_ = State::kExited;
    return;
  }
  if (state_ != State::kRunning) return;
  try {
    if (method == "textDocument/didOpen") DidOpen(params);
    if (method == "textDocument/didChange") DidChange(params);
    if (method == "textDocument/didClose") DidClose(params);
    if (method == "textDocument/didSave") DidSave(params);
    if (method == "workspace/didChangeWatchedFiles") CheckAllAgain();
    if (method == "workspace/didChangeWorkspaceFolders") ChangeFolders(params.at("event"));
    if (method == "$/cancelRequest") NoteCancelled(params);
  } catch (const Json::exception& error) {
    const std::string text = fmt::format("the notification `{}` is malformed: {}", method, error.what());
    send_(
        {{"jsonrpc", "2.0"}, {"method", "window/logMessage"}, {"params", {{"type", 1}, {"message", text}}}});
  }
}

void Server::SendError(const Json& id, ErrorCode code, const std::string& message) {
  send_(
      {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}});
}

void Server::NoteCancelled(const Json& params) {
  constexpr std::size_t kMaxRemembered = 10000;  // for requests that were answered before they were cancelled
  if (!params.is_object() || !params.contains("id")) return;
  if (cancelled_.size() >= kMaxRemembered) cancelled_.clear();
  cancelled_.insert(params["id"].dump());
}

bool Server::IsCancelled(const Json& id) {
  return cancelled_.contains(id.dump());
}

// ---- Beginning ----

Json Server::Initialize(const Json& params) {
  if (state_ != State::kNew)
    throw RequestError{ErrorCode::kInvalidRequest, "the server is initialized already"};
  const Json none;
  const Json& folders = params.contains("workspaceFolders") ? params.at("workspaceFolders") : none;
  if (folders.is_array()) {
    for (const Json& folder : folders) workspace_.AddFolder(PathOfUri(folder.at("uri").get<std::string>()));
  } else if (params.contains("rootUri") && params["rootUri"].is_string()) {
    workspace_.AddFolder(PathOfUri(params["rootUri"].get<std::string>()));
  }
  workspace_.SetClientRenamesFiles(RenamesFiles(params.value("capabilities", Json())));
  if (params.contains("initializationOptions")) ReadOptions(params["initializationOptions"]);
  state_ = State::kRunning;
  return {{"capabilities", Capabilities()},
          {"serverInfo", {{"name", "daedalus"}, {"version", options_.version}}}};
}

// {"libraries": ["/path", ...]}
void Server::ReadOptions(const Json& options) {
  if (!options.is_object() || !options.contains("libraries")) return;
  workspace_.AddLibraries(options["libraries"].get<std::vector<std::string>>());
}

void Server::ChangeFolders(const Json& event) {
  for (const Json& folder : event.at("removed"))
    workspace_.RemoveFolder(PathOfUri(folder.at("uri").get<std::string>()));
  for (const Json& folder : event.at("added"))
    workspace_.AddFolder(PathOfUri(folder.at("uri").get<std::string>()));
  CheckAllAgain();
}

// ---- Documents ----

void Server::DidOpen(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string uri = document.at("uri").get<std::string>();
  workspace_.Open(uri, document.at("version").get<std::int64_t>(), document.at("text").get<std::string>());
  Publish(*workspace_.Find(uri));
}

void Server::DidChange(const Json& params) {
  const Json& identifier = params.at("textDocument");
  const std::string uri = identifier.at("uri").get<std::string>();
  const Json& version = identifier.at("version");
  if (!workspace_.Change(uri, version.is_null() ? 0 : version.get<std::int64_t>(),
                         params.at("contentChanges")))
    return;
  Publish(*workspace_.Find(uri));
}

void Server::DidClose(const Json& params) {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  const Document* document = workspace_.Find(uri);
  if (document == nullptr) return;
  PublishList(*document, Json::array());
  std::erase(due_checks_, uri);
  workspace_.Close(uri);
  CheckAllAgain();
}

// Other documents may depend on the file that was saved.
void Server::DidSave(const Json&) {
  CheckAllAgain();
}

void Server::CheckAllAgain() {
  workspace_.Forget();
  for (const auto& [uri, document] : workspace_.documents()) {
    if (std::find(due_checks_.begin(), due_checks_.end(), uri) == due_checks_.end())
      due_checks_.push_back(uri);
  }
}

void Server::Publish(const Document& document) {
  const Json mistakes = SyntaxDiagnostics(workspace_, document);
  PublishList(document, mistakes);
  std::erase(due_checks_, document.uri);
  if (mistakes.empty()) due_checks_.push_front(document.uri);
}

void Server::PublishList(const Document& document, const Json& diagnostics) {
  send_({{"jsonrpc", "2.0"},
         {"method", "textDocument/publishDiagnostics"},
         {"params", {{"uri", document.uri}, {"version", document.version}, {"diagnostics", diagnostics}}}});
}

const Document* Server::TakeDueCheck() {
  while (!due_checks_.empty()) {
    const Document* document = workspace_.Find(due_checks_.front());
    due_checks_.pop_front();
    if (document == nullptr) continue;
    const ide::TextCache::Parsed* parsed = workspace_.texts().Get(document->path);
    if (parsed != nullptr && parsed->mistakes.empty()) return document;
  }
  return nullptr;
}

void Server::Accept(const CheckReport& report) {
  const Document* document = workspace_.Find(report.uri);
  if (document == nullptr || document->version != report.version) return;
  PublishList(*document, report.diagnostics);
  // The next check will need the files that this check has read.
  for (const std::string& file : report.files) workspace_.texts().Get(file);
}

}  // namespace daedalus::lsp
