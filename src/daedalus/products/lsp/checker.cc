#include "daedalus/products/lsp/checker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "daedalus/products/lsp/check.h"

namespace daedalus::lsp {
namespace {

constexpr unsigned kMaxSeconds = 120;  // a check that takes longer is stopped

void WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(1);  // the reader is gone
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// One line of JSON for each report.
void Check(Workspace& workspace, const Document& document, int out) {
  const std::vector<std::string> before = workspace.texts().LoadedFiles();
  const auto send = [&](const Json& diagnostics) {
    Json files = Json::array();
    for (const std::string& file : workspace.texts().LoadedFiles()) {
      if (!std::binary_search(before.begin(), before.end(), file)) files.push_back(file);
    }
    const Json report = {{"diagnostics", diagnostics}, {"files", std::move(files)}};
    WriteAll(out, report.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  };
  CheckClasses(workspace, document, ClassesToCheck(workspace, document), send);
}

}  // namespace

void Checker::Start(Workspace& workspace, const Document& document) {
  Cancel();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    // The child shares its standard output with the client's protocol, so nothing may write there.
    const int null = ::open("/dev/null", O_RDWR);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    ::alarm(kMaxSeconds);
    Check(workspace, document, ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return;
  }
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child_ = child;
  pipe_ = ends[0];
  uri_ = document.uri;
  version_ = document.version;
  received_.clear();
}

void Checker::Finish() {
  if (pipe_ >= 0) ::close(pipe_);
  if (child_ > 0) {
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  child_ = -1;
  pipe_ = -1;
}

void Checker::Cancel() {
  if (child_ > 0) ::kill(child_, SIGKILL);
  Finish();
}

std::vector<CheckReport> Checker::Receive() {
  std::vector<CheckReport> reports;
  char buffer[1 << 16];
  while (pipe_ >= 0) {
    const ssize_t count = ::read(pipe_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;  // nothing yet
    if (count == 0) {
      Finish();
      break;
    }
    received_.append(buffer, static_cast<std::size_t>(count));
  }
  for (std::size_t end = received_.find('\n'); end != std::string::npos; end = received_.find('\n')) {
    const Json line = Json::parse(received_.substr(0, end), nullptr, false);
    received_.erase(0, end + 1);
    if (line.is_discarded()) continue;
    reports.push_back(
        {uri_, version_, line.at("diagnostics"), line.at("files").get<std::vector<std::string>>()});
  }
  return reports;
}

}  // namespace daedalus::lsp
