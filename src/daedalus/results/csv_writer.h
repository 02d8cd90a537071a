// The CSV format of result files (writer.h).
#pragma once

#include <memory>
#include <string>

#include "daedalus/results/writer.h"

namespace daedalus::results {

std::unique_ptr<ResultWriter> MakeCsvWriter(const std::string& path, const Schema& schema);

}  // namespace daedalus::results
