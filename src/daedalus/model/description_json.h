// A ModelDescription for programs. docs/howto/describe-a-model.md explains the fields.
#pragma once

#include <nlohmann/json.hpp>

#include "daedalus/base/source.h"
#include "daedalus/model/description.h"

namespace daedalus::model {

// `sources`: the texts to which the places in the description refer.
nlohmann::ordered_json DescriptionJson(const ModelDescription& description, const Sources& sources);

}  // namespace daedalus::model
