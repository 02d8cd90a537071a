// The language server as a function of messages: one goes in, some come out. It knows nothing of pipes and
// processes, so tests can call it directly; serve.h connects it to a client.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daedalus/products/lsp/checker.h"
#include "daedalus/products/lsp/requests.h"
#include "daedalus/products/lsp/workspace.h"

namespace daedalus::lsp {

struct ServerOptions {
  std::vector<std::string> libraries;  // before MODELICAPATH
  std::string version;                 // of the program, for the client
};

class Server {
 public:
  using Send = std::function<void(const Json&)>;
  Server(ServerOptions options, Send send);

  // Handles a message, or reports what is wrong with it. No message of a client can end the program.
  void Handle(const Json& message);
  void HandleText(const std::string& text);
  void ReportMalformed(const std::string& mistake);

  // Records that a request was cancelled before it was handled.
  void NoteCancelled(const Json& params);
  // Called during long work, to look for cancellations; may be empty.
  void SetPoll(std::function<void()> poll) { poll_ = std::move(poll); }

  // The next document whose full check is due; it is then no longer due. nullptr if there is none.
  const Document* TakeDueCheck();
  bool HasDueCheck() const { return !due_checks_.empty(); }
  // Publishes the results of a check if the text has not changed since.
  void Accept(const CheckReport& report);

  Workspace& workspace() { return workspace_; }
  bool has_exited() const { return state_ == State::kExited; }
  // 0 if the client asked for the end before (`shutdown`), else 1.
  int exit_code() const { return was_shut_down_ ? 0 : 1; }

 private:
  enum class State : std::uint8_t { kNew, kRunning, kShutDown, kExited };

  void HandleRequest(const Json& id, const std::string& method, const Json& params);
  void HandleNotification(const std::string& method, const Json& params);
  Json Answer(const std::string& method, const Json& params);
  Json Initialize(const Json& params);
  void ReadOptions(const Json& options);
  void DidOpen(const Json& params);
  void DidChange(const Json& params);
  void DidClose(const Json& params);
  void DidSave(const Json& params);
  void ChangeFolders(const Json& event);
  // Publishes syntax errors at once, and marks the document for a full check.
  void Publish(const Document& document);
  void PublishList(const Document& document, const Json& diagnostics);
  void CheckAllAgain();
  bool IsCancelled(const Json& id);
  void SendError(const Json& id, ErrorCode code, const std::string& message);

  ServerOptions options_;
  Send send_;
  std::function<void()> poll_;
  Workspace workspace_;
  State state_ = State::kNew;
  bool was_shut_down_ = false;
  std::deque<std::string> due_checks_;  // uris
  std::set<std::string> cancelled_;     // ids, as JSON
};

}  // namespace daedalus::lsp
