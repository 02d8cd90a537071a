#include "e2e/run_binary.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace daedalus::e2e {
namespace {

std::string ReadAll(const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return {};  // a device may have no end
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

[[noreturn]] void RunChild(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                           const std::filesystem::path& io) {
  const auto redirect = [](const std::filesystem::path& path, int flags, int to) {
    const int fd = ::open(path.c_str(), flags, 0600);
    if (fd < 0 || ::dup2(fd, to) < 0) ::_exit(99);
  };
  redirect(io / "in", O_RDONLY, 0);
  redirect(io / "out", O_WRONLY | O_CREAT | O_TRUNC, 1);
  redirect(io / "err", O_WRONLY | O_CREAT | O_TRUNC, 2);
  if (::chdir(folder.c_str()) != 0) ::_exit(99);
  std::vector<char*> argv;
  static std::string binary = DAEDALUS_BINARY;
  argv.push_back(binary.data());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(binary.c_str(), argv.data());
  ::_exit(99);
}

}  // namespace

void EndToEnd::SetUp() {
  std::string name = (std::filesystem::temp_directory_path() / "daedalus_e2e_XXXXXX").string();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  folder_ = name;
  std::filesystem::create_directory(folder_.string() + "_io");
}

void EndToEnd::TearDown() {
  std::filesystem::remove_all(folder_);
  std::filesystem::remove_all(folder_.string() + "_io");
}

pid_t EndToEnd::Start(const std::vector<std::string>& arguments, const std::string& standard_input) const {
  const std::filesystem::path io = folder_.string() + "_io";
  std::ofstream(io / "in", std::ios::binary) << standard_input;
  const pid_t child = ::fork();
  if (child == 0) RunChild(arguments, folder_, io);
  return child;
}

Outcome EndToEnd::Finish(pid_t child) const {
  const std::filesystem::path io = folder_.string() + "_io";
  int status = 0;
  ::waitpid(child, &status, 0);
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, ReadAll(io / "out"), ReadAll(io / "err")};
}

Outcome EndToEnd::Daedalus(const std::vector<std::string>& arguments,
                           const std::string& standard_input) const {
  return Finish(Start(arguments, standard_input));
}

Outcome EndToEnd::DaedalusWithSignal(const std::vector<std::string>& arguments, int signal,
                                     double seconds) const {
  const pid_t child = Start(arguments, "");
  ::usleep(static_cast<useconds_t>(1e6 * seconds));
  ::kill(child, signal);
  return Finish(child);
}

Outcome EndToEnd::DaedalusWithSignalOnceWritten(const std::vector<std::string>& arguments, int signal,
                                                const std::string& file, int times) const {
  const pid_t child = Start(arguments, "");
  const auto has_content = [&] {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(folder_ / file, missing);
    return !missing && size > 2000;
  };
  for (int trial = 0; trial < 6000 && !has_content(); ++trial) ::usleep(10'000);
  for (int i = 0; i < times; ++i) {
    if (i > 0) ::usleep(1'000);
    ::kill(child, signal);
  }
  return Finish(child);
}

std::string EndToEnd::Write(const std::string& name, const std::string& content) const {
  std::ofstream(folder_ / name, std::ios::binary) << content;
  return PathOf(name);
}

std::string EndToEnd::Read(const std::string& name) const {
  return ReadAll(folder_ / name);
}

}  // namespace daedalus::e2e
