// A LinearSystem for people, and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "daedalus/model/linear_system.h"

namespace daedalus::model {

// Matrices that are too wide for a screen are named with their sizes only.
std::string LinearSystemText(const LinearSystem& system);

// docs/howto/linearize.md explains the fields.
nlohmann::ordered_json LinearSystemJson(const LinearSystem& system);

// Matrices A, B, C, D (and E), and the names as texts, as a MAT file of version 4.
std::string LinearSystemMat(const LinearSystem& system);

}  // namespace daedalus::model
