#include "daedalus/system/native/foreign_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

extern char** environ;  // NOLINT: what a child process inherits

namespace daedalus::native {
namespace {

// What modelica_utilities.cc defines, for C texts that include it by its name (Modelica 3.6, section 12.9.6).
constexpr std::string_view kUtilitiesHeader = R"(#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>
void ModelicaMessage(const char*);
void ModelicaFormatMessage(const char*, ...);
void ModelicaVFormatMessage(const char*, va_list);
void ModelicaWarning(const char*);
void ModelicaFormatWarning(const char*, ...);
void ModelicaVFormatWarning(const char*, va_list);
void ModelicaError(const char*) __attribute__((noreturn));
void ModelicaFormatError(const char*, ...) __attribute__((noreturn));
void ModelicaVFormatError(const char*, va_list) __attribute__((noreturn));
char* ModelicaAllocateString(size_t);
char* ModelicaAllocateStringWithErrorReturn(size_t);
char* ModelicaDuplicateString(const char*);
char* ModelicaDuplicateStringWithErrorReturn(const char*);
#endif
)";

namespace fs = std::filesystem;

// A directory of our own that vanishes with the object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "daedalus-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Runs a program without a shell; its messages go to the file. The exit status, -1 where it could not be
// started.
int RunProgram(std::vector<std::string> words, const std::string& messages) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string FirstLines(const std::string& file) {
  constexpr int kMostLines = 6;
  std::ifstream in(file);
  std::string line, out;
  for (int i = 0; i < kMostLines && std::getline(in, line); ++i) out += (i > 0 ? "\n" : "") + line;
  return out;
}

// Libraries keep what they have for each machine below its name (section 13.2.3).
std::vector<fs::path> PlacesOf(const ForeignSource& source) {
  std::vector<fs::path> places;
  for (const std::string& directory : source.library_directories) {
    places.push_back(fs::path(directory) / "linux64");
    places.emplace_back(directory);
  }
  return places;
}

std::optional<std::string> FindFile(const ForeignSource& source, const std::string& file) {
  for (const fs::path& place : PlacesOf(source)) {
    std::error_code ignored;
    if (fs::is_regular_file(place / file, ignored)) return (place / file).string();
  }
  return std::nullopt;
}

std::string KeyOf(const std::vector<std::string>& texts) {
  std::string key;
  for (const std::string& text : texts) key += fmt::format("{}:{}", text.size(), text);
  return key;
}

}  // namespace

Expected<void*, std::string> ForeignLibraries::Open(const std::string& name, const ForeignSource& source) {
  const std::string key = name + '\n' + KeyOf(source.library_directories);
  if (const auto known = opened_.find(key); known != opened_.end()) return known->second;
  const std::string file = fmt::format("lib{}.so", name);
  const std::string path = FindFile(source, file).value_or(file);
  void* const handle = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  if (handle == nullptr) {
    const char* const why = ::dlerror();
    return Failure{fmt::format("the library `{}` cannot be opened: {}", name, why != nullptr ? why : path)};
  }
  return opened_[key] = handle;
}

Expected<void*, std::string> ForeignLibraries::Compile(const ForeignSource& source,
                                                       const std::vector<std::string>& archives) {
  const std::string key = source.include + '\n' + KeyOf(archives) + KeyOf(source.include_directories);
  if (const auto known = compiled_.find(key); known != compiled_.end()) return known->second;
  const ScratchFolder folder;
  if (folder.path().empty()) return Failure{std::string("no directory can be made to compile C in")};
  const std::string text = folder.path() / "include.c", library = folder.path() / "foreign.so",
                    messages = folder.path() / "messages";
  std::ofstream(text) << source.include << '\n';
  std::ofstream(folder.path() / "ModelicaUtilities.h") << kUtilitiesHeader;
  // size_t is known without further words: sizes of arrays are of it.
  std::vector<std::string> words = {"cc",       "-shared", "-fPIC", "-O2", "-include",
                                    "stddef.h", "-o",      library, text};
  for (const std::string& directory : source.include_directories) words.push_back("-I" + directory);
  words.push_back("-I" + folder.path().string());
  words.emplace_back("-Wl,--whole-archive");
  words.insert(words.end(), archives.begin(), archives.end());
  words.emplace_back("-Wl,--no-whole-archive");
  words.emplace_back("-lm");
  const int status = RunProgram(std::move(words), messages);
  if (status < 0) return Failure{std::string("its C text cannot be compiled: there is no C compiler `cc`")};
  if (status > 0) return Failure{fmt::format("its C text cannot be compiled: {}", FirstLines(messages))};
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return Failure{fmt::format("its C text cannot be loaded: {}", ::dlerror())};
  return compiled_[key] = handle;
}

Expected<void*, std::string> ForeignLibraries::Find(const ForeignSource& source) {
  std::vector<std::string> archives;
  std::optional<std::string> why;
  const auto look_up = [&](void* handle) { return ::dlsym(handle, source.symbol.c_str()); };
  for (const std::string& name : source.libraries) {
    const auto library = Open(name, source);
    if (library) {
      if (void* const found = look_up(*library)) return found;
    } else if (const auto archive = FindFile(source, fmt::format("lib{}.a", name))) {
      archives.push_back(*archive);
    } else if (!why) {
      why = library.error();
    }
  }
  if (!source.include.empty() || !archives.empty()) {
    const auto compiled = Compile(source, archives);
    if (compiled) {
      if (void* const found = look_up(*compiled)) return found;
    } else if (!why) {
      why = compiled.error();
    }
  }
  if (why) return Failure{*why};
  if (void* const found = look_up(RTLD_DEFAULT)) return found;
  return Failure{std::string(
      source.libraries.empty() && source.include.empty()
          ? "it names no library (`Library`) and no text (`Include`), and the C library has no such function"
          : "neither its libraries nor its C text have a function of this name")};
}

}  // namespace daedalus::native
