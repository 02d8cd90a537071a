// What a run costs, for people and for programs: stages, parts of the integration, lines, blocks, functions
// and causes of events, with the places in the user's text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/base/source.h"
#include "daedalus/run/run_report.h"

namespace daedalus::driver {

// `most`: rows of each table.
std::string ProfileText(const run::RunReport& report, const Sources& sources, std::size_t most);
nlohmann::ordered_json ProfileJson(const run::RunReport& report, const Sources& sources);

}  // namespace daedalus::driver
