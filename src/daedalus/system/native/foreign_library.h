// Functions of other libraries, as the annotations of an external clause name them (Modelica 3.6, section
// 12.9.4).
//
//   Library = "X"        libX.so in one of the directories (below linux64 first, where libraries keep one for
//                        each machine), or where the system looks; a libX.a is made into a shared one
//   Include = "text"     C source or the name of a header; compiled with the system's `cc` where no library
//                        has the function
//
// Opened libraries stay open, and each text is compiled once, so that its functions share its variables.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"

namespace daedalus::native {

struct ForeignSource {
  std::string symbol;
  std::vector<std::string> libraries, library_directories;
  std::string include;
  std::vector<std::string> include_directories;
};

class ForeignLibraries {
 public:
  // The address of the function; the error is a sentence fragment.
  Expected<void*, std::string> Find(const ForeignSource& source);

  // Held during each call: foreign functions need not be thread-safe.
  std::mutex& mutex() { return mutex_; }

 private:
  Expected<void*, std::string> Open(const std::string& name, const ForeignSource& source);
  Expected<void*, std::string> Compile(const ForeignSource& source, const std::vector<std::string>& archives);

  std::mutex mutex_;
  std::map<std::string, void*> opened_;    // by name and directories
  std::map<std::string, void*> compiled_;  // by text and archives
};

}  // namespace daedalus::native
