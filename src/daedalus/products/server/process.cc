#include "daedalus/products/server/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace daedalus::server {
namespace {

constexpr std::size_t kBlock = 1 << 16;
constexpr std::chrono::milliseconds kReapAgain(20);
constexpr std::chrono::seconds kGrace(2);

struct PipeEnds {
  int read = -1, write = -1;
};

bool Open(PipeEnds& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe = {ends[0], ends[1]};
  return true;
}

// In the child: never returns.
[[noreturn]] void Become(const std::vector<std::string>& command, const std::string& folder,
                         const PipeEnds (&pipes)[3]) {
  ::setpgid(0, 0);  // signals of the terminal are for the server, which then ends its children
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(pipes[0].read, STDIN_FILENO);
  ::dup2(pipes[1].write, STDOUT_FILENO);
  ::dup2(pipes[2].write, STDERR_FILENO);
  // Sockets of the server would stay open as long as the child.
  const int num_descriptors = static_cast<int>(std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 65536L));
  for (int descriptor = STDERR_FILENO + 1; descriptor < num_descriptors; ++descriptor) ::close(descriptor);
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(127);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int ExitCodeOf(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Expected<std::shared_ptr<Process>, std::string> Process::Start(boost::asio::io_context& io,
                                                               const std::vector<std::string>& command,
                                                               const std::string& folder, Handlers handlers) {
  PipeEnds pipes[3];
  const auto close_all = [&] {
    for (const PipeEnds& pipe : pipes) {
      if (pipe.read >= 0) ::close(pipe.read);
      if (pipe.write >= 0) ::close(pipe.write);
    }
  };
  const bool have_pipes = Open(pipes[0]) && Open(pipes[1]) && Open(pipes[2]);
  const pid_t pid = have_pipes ? ::fork() : -1;
  if (pid < 0) {
    const int reason = errno;
    close_all();
    return Failure{"a process cannot be started: " + std::generic_category().message(reason)};
  }
  if (pid == 0) Become(command, folder, pipes);
  ::setpgid(pid, pid);  // here too: a signal may be sent before the child has run
  ::close(pipes[0].read);
  ::close(pipes[1].write);
  ::close(pipes[2].write);
  const int ours[3] = {pipes[0].write, pipes[1].read, pipes[2].read};
  std::shared_ptr<Process> process(new Process(io, pid, ours, std::move(handlers)));
  process->Read(process->out_, process->out_buffer_, &Handlers::out);
  process->Read(process->err_, process->err_buffer_, &Handlers::err);
  return process;
}

Process::Process(boost::asio::io_context& io, pid_t pid, const int (&pipes)[3], Handlers handlers)
    : pid_(pid),
      in_(io, pipes[0]),
      out_(io, pipes[1]),
      err_(io, pipes[2]),
      reaping_(io),
      killing_(io),
      handlers_(std::move(handlers)),
      out_buffer_(kBlock, '\0'),
      err_buffer_(kBlock, '\0') {}

Process::~Process() {
  if (pid_ <= 0) return;
  Signal(SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Process::Read(Pipe& pipe, std::string& buffer,
                   std::function<void(std::string_view)> Handlers::* receive) {
  pipe.async_read_some(boost::asio::buffer(buffer),
                       [self = shared_from_this(), &pipe, &buffer, receive](
                           const boost::system::error_code& error, std::size_t size) {
                         if (!error) {
                           if (self->handlers_.*receive)
                             (self->handlers_.*receive)(std::string_view(buffer).substr(0, size));
                           return self->Read(pipe, buffer, receive);
                         }
                         if (--self->num_open_ == 0) self->Reap();
                       });
}

// The pipes are closed, so the end is near. A handler of SIGCHLD would be one for the whole program.
void Process::Reap() {
  int status = 0;
  const pid_t done = ::waitpid(pid_, &status, WNOHANG);
  if (done == 0) {
    reaping_.expires_after(kReapAgain);
    return reaping_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
      if (!error) self->Reap();
    });
  }
  pid_ = -1;
  killing_.cancel();
  boost::system::error_code ignored;
  in_.close(ignored);
  const Handlers handlers = std::exchange(handlers_, {});
  if (handlers.ended) handlers.ended(done < 0 ? 127 : ExitCodeOf(status));
}

void Process::Write(std::string bytes) {
  if (!in_.is_open()) return;
  to_write_.push_back(std::move(bytes));
  if (to_write_.size() == 1) WriteNext();
}

void Process::WriteNext() {
  boost::asio::async_write(in_, boost::asio::buffer(to_write_.front()),
                           [self = shared_from_this()](const boost::system::error_code& error, std::size_t) {
                             self->to_write_.pop_front();
                             if (error) self->to_write_.clear();
                             if (!self->to_write_.empty()) self->WriteNext();
                           });
}

void Process::CloseInput() {
  boost::system::error_code ignored;
  in_.close(ignored);
}

void Process::Signal(int signal) {
  if (pid_ > 0) ::kill(-pid_, signal);
}

void Process::Finish() {
  CloseInput();
  killing_.expires_after(kGrace);
  killing_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error) self->Signal(SIGKILL);
  });
}

}  // namespace daedalus::server
