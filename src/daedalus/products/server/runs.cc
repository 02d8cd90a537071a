#include "daedalus/products/server/runs.h"

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "daedalus/products/server/growing_results.h"

namespace daedalus::server {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookAgain(150);
constexpr std::size_t kMostMessages = 500;
constexpr std::size_t kMostPrinted = 100'000;

std::string_view NameOf(RunState state) {
  switch (state) {
    case RunState::kRunning:
      return "running";
    case RunState::kDone:
      return "done";
    case RunState::kStopped:
      return "stopped";
    case RunState::kFailed:
      return "failed";
  }
  return "failed";
}

// A line of standard error: a message as JSON, or text that something else has printed.
Json MessageOf(std::string_view line) {
  Json message = Json::parse(line, nullptr, false);
  if (message.is_object()) return message;
  return {{"severity", "note"}, {"message", std::string(line)}};
}

}  // namespace

Runs::Runs(boost::asio::io_context& io, std::string folder, std::function<void(const Json&)> changed)
    : io_(io), folder_(std::move(folder)), changed_(std::move(changed)), watching_(io) {}

Runs::~Runs() {
  for (const auto& [id, run] : runs_) {
    if (run->process == nullptr) continue;
    run->process->Forget();
    run->process->Signal(SIGKILL);
  }
}

std::size_t Runs::NumRunning() const {
  std::size_t count = 0;
  for (const auto& [id, run] : runs_) count += run->state == RunState::kRunning ? 1 : 0;
  return count;
}

Expected<Json, Response> Runs::Start(const Json& question, std::vector<std::string> command) {
  if (NumRunning() >= kMostRunning)
    return Failure{ErrorResponse(429, fmt::format("{} runs are going on; stop one first", kMostRunning))};
  auto run = std::make_unique<Run>();
  run->id = ++last_id_;
  run->question = question;
  run->folder = fmt::format("{}/{}", folder_, run->id);
  run->begun = std::chrono::steady_clock::now();
  std::error_code failed;
  fs::create_directory(run->folder, failed);
  if (failed) return Failure{ErrorResponse(500, "no folder for the run: " + failed.message())};
  Run& it = *run;
  auto process = Process::Start(io_, command, run->folder,
                                {.out =
                                     [&it](std::string_view text) {
                                       if (it.printed.size() < kMostPrinted)
                                         it.printed += text.substr(0, kMostPrinted);
                                     },
                                 .err = [this, &it](std::string_view text) { Receive(it, text); },
                                 .ended = [this, &it](int code) { End(it, code); }});
  if (!process) return Failure{ErrorResponse(500, process.error())};
  it.process = *std::move(process);
  it.process->CloseInput();
  runs_[it.id] = std::move(run);
  DropOld();
  if (!std::exchange(is_watching_, true)) Watch();
  return Summary(it);
}

void Runs::DropOld() {
  for (auto at = runs_.begin(); at != runs_.end() && runs_.size() > kMostKept;) {
    const auto [id, run] = std::pair(at->first, at->second.get());
    ++at;
    if (run->state != RunState::kRunning) Remove(id);
  }
}

// While a run goes on, its result file is looked at.
void Runs::Watch() {
  watching_.expires_after(kLookAgain);
  watching_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    is_watching_ = false;
    for (const auto& [id, run] : runs_) {
      if (run->state != RunState::kRunning) continue;
      is_watching_ = true;
      run->time = LastTime(run->folder + "/" + kResultFile);
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - run->begun;
      run->seconds = passed.count();
      changed_(Summary(*run));
    }
    if (is_watching_) Watch();
  });
}

void Runs::Receive(Run& run, std::string_view text) {
  run.rest += text;
  for (std::size_t end; (end = run.rest.find('\n')) != std::string::npos;) {
    if (end > 0 && run.messages.size() < kMostMessages)
      run.messages.push_back(MessageOf(std::string_view(run.rest).substr(0, end)));
    run.rest.erase(0, end + 1);
  }
  constexpr std::size_t kMostRest = 1 << 20;
  if (run.rest.size() > kMostRest) run.rest.clear();
}

void Runs::End(Run& run, int exit_code) {
  Receive(run, "\n");
  run.process = nullptr;
  run.time = LastTime(run.folder + "/" + kResultFile);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - run.begun).count();
  run.state = exit_code == 0 ? RunState::kDone : run.is_stopping ? RunState::kStopped : RunState::kFailed;
  constexpr int kFirstSignal = 128;
  if (exit_code > kFirstSignal && !run.is_stopping) {
    run.messages.push_back(
        {{"severity", "error"},
         {"message", fmt::format("the simulation was ended by signal {}", exit_code - kFirstSignal)}});
  }
  changed_(Summary(run));
}

bool Runs::Stop(int id) {
  const auto at = runs_.find(id);
  if (at == runs_.end()) return false;
  Run& run = *at->second;
  if (run.process == nullptr) return true;
  // The first signal leaves results, the second one does not wait.
  run.process->Signal(std::exchange(run.is_stopping, true) ? SIGKILL : SIGINT);
  return true;
}

bool Runs::Remove(int id) {
  const auto at = runs_.find(id);
  if (at == runs_.end()) return false;
  if (at->second->process != nullptr) {
    at->second->process->Forget();
    at->second->process->Signal(SIGKILL);
  }
  std::error_code ignored;
  fs::remove_all(at->second->folder, ignored);
  runs_.erase(at);
  changed_({{"id", id}, {"state", "removed"}});
  return true;
}

const Run* Runs::Find(int id) const {
  const auto at = runs_.find(id);
  return at == runs_.end() ? nullptr : at->second.get();
}

Json Runs::List() const {
  Json list = Json::array();
  for (const auto& [id, run] : runs_) list.push_back(Summary(*run));
  return list;
}

Json Runs::Summary(const Run& run) {
  std::error_code ignored;
  Json out{{"id", run.id},           {"state", NameOf(run.state)}, {"question", run.question},
           {"seconds", run.seconds}, {"messages", run.messages},   {"printed", run.printed}};
  out["time"] = run.time ? Json(*run.time) : Json();
  out["hasPage"] = run.state != RunState::kRunning && fs::exists(run.folder + "/" + kPageFile, ignored);
  return out;
}

}  // namespace daedalus::server
