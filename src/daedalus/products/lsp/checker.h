// Runs checks in a child process, made by fork. The child sees all trees that were already read, cannot
// change anything here, and can be stopped at any time.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/products/lsp/workspace.h"

namespace daedalus::lsp {

struct CheckReport {
  std::string uri;
  std::int64_t version = 0;
  Json diagnostics;
  std::vector<std::string> files;  // files on the disk that the check has read
};

class Checker {
 public:
  Checker() = default;
  ~Checker() { Cancel(); }
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  // Ends the check that is running.
  void Start(Workspace& workspace, const Document& document);
  void Cancel();
  bool IsRunning() const { return child_ > 0; }
  // What poll() waits for; -1 if no check runs.
  int descriptor() const { return pipe_; }
  // Reports that have arrived. At the end of the check IsRunning becomes false.
  std::vector<CheckReport> Receive();

 private:
  void Finish();

  pid_t child_ = -1;
  int pipe_ = -1;
  std::string uri_;
  std::int64_t version_ = 0;
  std::string received_;
};

}  // namespace daedalus::lsp
