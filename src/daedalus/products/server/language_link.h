// Connects one tab of the browser with its language server, a child `daedalus lsp`. Messages pass unchanged,
// with two exceptions: the page can neither name files outside the opened folders nor choose folders.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/lsp/transport.h"
#include "daedalus/products/server/folders.h"
#include "daedalus/products/server/process.h"

namespace daedalus::server {

// The message as the language server may get it: `initialize` names the opened folders. nullopt if it names
// another file, or is not JSON.
std::optional<std::string> GuardedMessage(const std::string& message, const Folders& folders);
// The answer to a request that GuardedMessage has refused; empty if it was not a request.
std::string RefusalOf(const std::string& message);

class LanguageLink {
 public:
  using Send = std::function<void(std::string)>;
  // `ended` is called if the child ends by itself.
  static Expected<std::unique_ptr<LanguageLink>, std::string> Start(boost::asio::io_context& io,
                                                                    const std::vector<std::string>& command,
                                                                    const Folders& folders, Send send,
                                                                    std::function<void()> ended);
  ~LanguageLink();
  void Receive(const std::string& message);

 private:
  LanguageLink(const Folders& folders, Send send) : folders_(folders), send_(std::move(send)) {}

  const Folders& folders_;
  Send send_;
  lsp::MessageReader reader_;
  std::shared_ptr<Process> process_;
};

}  // namespace daedalus::server
