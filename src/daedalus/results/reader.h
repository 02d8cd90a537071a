// Reads result files, ours and those of other tools.
//
// `.csv`  first column `time`; quoted or plain names; LF or CRLF. An incomplete last line (a run that was
//         killed, or is still going on) is dropped with a warning.
// `.mat`  MAT version 4 trajectories, `binTrans` and `binNormal`, any number type, either byte order.
// Times must not decrease. Every error names the file and the place in it.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/trajectory.h"

namespace daedalus::results {

// Chooses the format by the extension of `path`.
Result<Trajectory> ReadResult(const std::string& path);

// The two formats from memory; `name` is how messages call the text.
Result<Trajectory> ReadCsv(const std::string& name, std::string_view text);
Result<Trajectory> ReadMat(const std::string& name, std::string_view bytes);

}  // namespace daedalus::results
