// The exit codes, which are a contract.
#pragma once

namespace daedalus::cli {

enum ExitCode : int {
  kDone = 0,
  kModelWrong = 1,  // also: compare found a difference, or a file could not be written
  kWrongCommandLine = 2,
  kSimulationStopped = 3,  // the results up to there are written and valid
  kInterrupted = 130,      // by SIGINT; the results up to there are written and valid
  kTerminated = 143,       // by SIGTERM; the results up to there are written and valid
};

}  // namespace daedalus::cli
