// documentation/index.html of an FMU: what it is, and a table of its variables.
#pragma once

#include <string>

#include "daedalus/products/fmi/description_xml.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

std::string DescriptionPage(const Interface& shown, const FmuFacts& facts);

}  // namespace daedalus::fmi
