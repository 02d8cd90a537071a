#include "daedalus/products/imported/vanishing_folder.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

extern char** environ;  // NOLINT: what a child process inherits

namespace daedalus::imported {

namespace fs = std::filesystem;

namespace {

// Makes the folder, prints its name, waits until the other process has closed its end of the pipe, and
// removes the folder.
constexpr const char* kScript =
    "trap '' PIPE; d=$(mktemp -d \"$0\") || exit 1; echo \"$d\"; read x; rm -rf -- \"$d\"";

struct Pipe {
  int from = -1, to = -1;
  bool Open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    from = ends[0];
    to = ends[1];
    return true;
  }
};

// A line, without its end.
std::string ReadLine(int file) {
  std::string out;
  char c = 0;
  for (;;) {
    const ssize_t count = ::read(file, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || c == '\n') return out;
    out += c;
  }
}

// It runs in its own session, so an interrupt from the terminal does not reach it.
pid_t StartGuardian(const Pipe& lifeline, const Pipe& answer, std::string name) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, lifeline.from, 0);
  posix_spawn_file_actions_adddup2(&actions, answer.to, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string shell = "sh", option = "-c", script = kScript;
  char* arguments[] = {shell.data(), option.data(), script.data(), name.data(), nullptr};
  pid_t child = -1;
  if (::posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return child;
}

}  // namespace

Result<std::unique_ptr<VanishingFolder>> VanishingFolder::Make() {
  std::error_code failed;
  const std::string name = (fs::temp_directory_path(failed) / "daedalus-fmu-XXXXXX").string();
  Pipe lifeline, answer;
  std::unique_ptr<VanishingFolder> out(new VanishingFolder);
  if (!failed && lifeline.Open() && answer.Open()) {
    out->guardian_ = StartGuardian(lifeline, answer, name);
    out->lifeline_ = std::exchange(lifeline.to, -1);
    ::close(std::exchange(answer.to, -1));
    if (out->guardian_ > 0) out->path_ = ReadLine(answer.from);
  }
  for (const int end : {lifeline.from, lifeline.to, answer.from, answer.to}) {
    if (end >= 0) ::close(end);
  }
  if (!out->path_.empty()) return out;
  return Fail(Error(Code::kCannotWriteFile, {}, "cannot make a folder `{}` for the files of an FMU", name));
}

VanishingFolder::~VanishingFolder() {
  if (lifeline_ >= 0) ::close(lifeline_);
  while (guardian_ > 0 && ::waitpid(guardian_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace daedalus::imported
