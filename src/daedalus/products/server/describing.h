// Describes models (`daedalus describe --json`), a few at a time, because each description reads and flattens
// a model.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/products/server/message.h"
#include "daedalus/products/server/process.h"

namespace daedalus::server {

class Describing {
 public:
  explicit Describing(boost::asio::io_context& io) : io_(io) {}
  ~Describing();

  // Answers 200 with {description, messages}. The description is null if the model has errors.
  void Start(std::vector<std::string> command, Reply reply);

 private:
  static constexpr std::size_t kMostAtOnce = 2;
  static constexpr std::size_t kMostWaiting = 64;

  struct Job {
    std::vector<std::string> command;
    Reply reply;
    std::string out, err;
    std::shared_ptr<Process> process;
    std::unique_ptr<boost::asio::steady_timer> limit;
  };
  void Next();
  void Begin(const std::shared_ptr<Job>& job);
  void End(const std::shared_ptr<Job>& job);

  boost::asio::io_context& io_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::vector<std::shared_ptr<Job>> running_;
};

}  // namespace daedalus::server
