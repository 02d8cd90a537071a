#include "daedalus/products/server/describing.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <sstream>

namespace daedalus::server {
namespace {

constexpr std::chrono::seconds kLongest(180);
constexpr std::size_t kMostBytes = std::size_t{256} << 20;

Json MessagesIn(const std::string& text) {
  Json messages = Json::array();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Json message = Json::parse(line, nullptr, false);
    if (message.is_object()) messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace

Describing::~Describing() {
  for (const auto& job : running_) {
    job->process->Forget();
    job->process->Signal(SIGKILL);
  }
}

void Describing::Start(std::vector<std::string> command, Reply reply) {
  if (waiting_.size() >= kMostWaiting)
    return reply(ErrorResponse(503, "too many descriptions of models are being made; try again"));
  waiting_.push_back(std::make_shared<Job>(Job{std::move(command), std::move(reply), {}, {}, {}, {}}));
  Next();
}

void Describing::Next() {
  while (!waiting_.empty() && running_.size() < kMostAtOnce) {
    const std::shared_ptr<Job> job = std::move(waiting_.front());
    waiting_.pop_front();
    Begin(job);
  }
}

void Describing::Begin(const std::shared_ptr<Job>& job) {
  const auto add = [job](std::string& to, std::string_view text) {
    if (to.size() < kMostBytes) to += text;
  };
  auto process = Process::Start(io_, job->command, "",
                                {.out = [job, add](std::string_view text) { add(job->out, text); },
                                 .err = [job, add](std::string_view text) { add(job->err, text); },
                                 .ended = [this, job](int) { End(job); }});
  if (!process) return job->reply(ErrorResponse(500, process.error()));
  job->process = *std::move(process);
  job->process->CloseInput();
  job->limit = std::make_unique<boost::asio::steady_timer>(io_, kLongest);
  job->limit->async_wait([process = job->process](const boost::system::error_code& error) {
    if (!error) process->Signal(SIGKILL);
  });
  running_.push_back(job);
}

void Describing::End(const std::shared_ptr<Job>& job) {
  std::erase(running_, job);
  job->limit->cancel();
  Json description = Json::parse(job->out, nullptr, false);
  if (description.is_discarded()) description = nullptr;
  job->reply(JsonResponse({{"description", std::move(description)}, {"messages", MessagesIn(job->err)}}));
  Next();
}

}  // namespace daedalus::server
