// What the workbench answers: one function for each address, on plain requests. It knows nothing of sockets,
// and never waits: what takes time is done by children, and answered later.
//
//   GET  ""                        the page
//   GET  assets/NAME               its scripts and styles
//   GET  api/session               folders, libraries, version
//   GET  api/folder?path=          files of a folder
//   GET  api/file?path=            a text with its version
//   PUT  api/file?path=            {text, version}: saves it
//   POST api/describe              {file?, model}: parameters, units, experiment
//   GET  api/runs                  all runs
//   POST api/runs                  starts one (commands.h)
//   POST api/runs/N/stop           ends it, with the results so far
//   POST api/runs/N/remove         forgets it
//   GET  api/runs/N/names          the columns of its result
//   POST api/runs/N/curves         {names, from}: rows since then (growing_results.h)
//   GET  runs/N/page               the page of the run
//   GET  runs/N/result.csv
//   WebSocket language             the language server
//   WebSocket events               what happens with runs
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/products/server/commands.h"
#include "daedalus/products/server/describing.h"
#include "daedalus/products/server/folders.h"
#include "daedalus/products/server/language_link.h"
#include "daedalus/products/server/runs.h"

namespace daedalus::server {

struct WorkbenchOptions {
  std::vector<std::string> folders;  // that are opened
  Tools tools;
  std::string version;  // of the program
  std::string scratch;  // a folder for runs only
};

// A WebSocket as the workbench sees it.
struct Channel {
  std::function<void(std::string)> send;
  std::function<void()> close;
};
struct ChannelHandlers {
  std::function<void(const std::string&)> receive;
  std::function<void()> closed;
};

class Workbench {
 public:
  Workbench(boost::asio::io_context& io, const WorkbenchOptions& options);

  // `path`: the target without its token.
  void Answer(const Request& request, const Target& target, const Reply& reply);
  // What to do with a WebSocket; nullopt if there is none at this address, or too many are open.
  std::optional<ChannelHandlers> Open(const Target& target, Channel channel);

  const Folders& folders() const { return folders_; }

 private:
  static constexpr std::size_t kMostLanguageLinks = 12;

  Response AnswerFile(const Request& request, const Target& target);
  Response AnswerRuns(const Request& request, const Target& target);
  Response AnswerRun(const std::string& what, int id, const Request& request);
  Response Session() const;
  ChannelHandlers OpenEvents(Channel channel);
  std::optional<ChannelHandlers> OpenLanguage(Channel channel);
  void Broadcast(const Json& event);

  boost::asio::io_context& io_;
  Tools tools_;
  std::string version_;
  Folders folders_;
  Runs runs_;
  Describing describing_;
  std::map<int, Channel> listeners_;
  std::map<int, std::unique_ptr<LanguageLink>> links_;
  int last_channel_ = 0;
};

}  // namespace daedalus::server
