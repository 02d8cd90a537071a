// A child process whose pipes are read while it runs. What it prints arrives in pieces, and its end once.
//
// Everything that reads models happens in children: a compiler that fails or works for minutes neither ends
// the server nor holds it up.
#pragma once

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/expected.h"

namespace daedalus::server {

class Process : public std::enable_shared_from_this<Process> {
 public:
  struct Handlers {
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    std::function<void(int exit_code)> ended;  // a signal N ends it with 128 + N
  };
  // `command`: the program and its arguments. Fails with the reason.
  static Expected<std::shared_ptr<Process>, std::string> Start(boost::asio::io_context& io,
                                                               const std::vector<std::string>& command,
                                                               const std::string& folder, Handlers handlers);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Write(std::string bytes);
  void CloseInput();
  // To the process and its children.
  void Signal(int signal);
  // Closes the input, and kills what is still alive a while later.
  void Finish();
  // Nothing is called any more.
  void Forget() { handlers_ = {}; }

 private:
  using Pipe = boost::asio::posix::stream_descriptor;
  Process(boost::asio::io_context& io, pid_t pid, const int (&pipes)[3], Handlers handlers);

  void Read(Pipe& pipe, std::string& buffer, std::function<void(std::string_view)> Handlers::* receive);
  void WriteNext();
  void Reap();

  pid_t pid_;
  Pipe in_, out_, err_;
  boost::asio::steady_timer reaping_, killing_;
  Handlers handlers_;
  std::string out_buffer_, err_buffer_;
  std::deque<std::string> to_write_;
  int num_open_ = 2;  // pipes that may still bring something
};

}  // namespace daedalus::server
