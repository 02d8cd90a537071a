// The runs of the workbench: each is a child process with a folder of its own, in which its result file
// grows.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/server/commands.h"
#include "daedalus/products/server/process.h"

namespace daedalus::server {

enum class RunState : std::uint8_t { kRunning, kDone, kStopped, kFailed };

struct Run {
  int id = 0;
  Json question;  // what was asked for
  std::string folder;
  RunState state = RunState::kRunning;
  bool is_stopping = false;
  std::optional<double> time;  // simulated so far
  double seconds = 0;          // on the clock
  Json messages = Json::array();
  std::string printed;  // by the model, and the summary
  std::string rest;     // a message that has not arrived whole
  std::chrono::steady_clock::time_point begun;
  std::shared_ptr<Process> process;
};

class Runs {
 public:
  // `folder` is for the runs only. `changed` is called with a summary when a run goes on.
  Runs(boost::asio::io_context& io, std::string folder, std::function<void(const Json&)> changed);
  ~Runs();

  // The summary of the new run, or why there is none.
  Expected<Json, Response> Start(const Json& question, std::vector<std::string> command);
  // Asks a run to end with the results so far; asked again, it ends at once. False if there is none.
  bool Stop(int id);
  // Forgets a run and its files; it ends if it is still going on.
  bool Remove(int id);
  const Run* Find(int id) const;
  Json List() const;
  static Json Summary(const Run& run);

 private:
  static constexpr std::size_t kMostRunning = 4;
  static constexpr std::size_t kMostKept = 40;

  std::size_t NumRunning() const;
  void DropOld();
  void Watch();
  void Receive(Run& run, std::string_view text);
  void End(Run& run, int exit_code);

  boost::asio::io_context& io_;
  std::string folder_;
  std::function<void(const Json&)> changed_;
  boost::asio::steady_timer watching_;
  std::map<int, std::unique_ptr<Run>> runs_;
  int last_id_ = 0;
  bool is_watching_ = false;
};

}  // namespace daedalus::server
