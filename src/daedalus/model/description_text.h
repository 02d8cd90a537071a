// A ModelDescription for people:
//
//   Pendulum: a pendulum
//   experiment: start 0, stop 10
//
//   variables and parameters, without derivatives:
//     name  start        unit    kind
//     phi   0.5 (guess)  rad     state               angle
//     l     1            m       parameter           length
//
//   2 states, as they are chosen at the start:
//     phi   its derivative depends on w
//     ...
#pragma once

#include <string>

#include "daedalus/base/source.h"
#include "daedalus/model/description.h"

namespace daedalus::model {

// `sources`: the texts to which the places in the description refer.
std::string DescriptionText(const ModelDescription& description, const Sources& sources);

}  // namespace daedalus::model
