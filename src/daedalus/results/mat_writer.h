// The MAT format of result files (writer.h, mat_layout.h).
//
// data_2 stands last, and its header counts the points that are complete: a block of points is appended first
// and counted afterwards, by overwriting the four bytes of the count. A process killed in between leaves
// uncounted bytes behind the last matrix. Readers that take the matrices in order or by name never reach
// them; those that insist on loading everything up to the end of the file must be asked for the six names.
#pragma once

#include <memory>
#include <string>

#include "daedalus/results/writer.h"

namespace daedalus::results {

std::unique_ptr<ResultWriter> MakeMatWriter(const std::string& path, const Schema& schema);

}  // namespace daedalus::results
