// A ModelDescription for programs. docs/howto/describe-a-model.md explains the fields.
#pragma once

#include <nlohmann/json.hpp>

#include "daedalus/base/source.h"
#include "daedalus/model/description.h"

namespace daedalus::model {

// `sources`: the texts that the places of the description point into.
nlohmann::ordered_json DescriptionJson(const ModelDescription& description, const Sources& sources);

}  // namespace daedalus::model
