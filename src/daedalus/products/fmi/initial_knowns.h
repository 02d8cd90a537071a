// On what do the unknowns of the initial problem depend? FMI lists it for each of them (InitialUnknown, FMI
// 3.0, section 2.4.8; FMI 2.0.4, section 2.2.8): on start values that are exact, on inputs, parameters and
// time.
//
// If all states start with exact values, and neither initial equations nor events decide anything, the
// initial problem is the causal form at the start. Then the answer is that of its blocks, with their
// parameters. Otherwise start values can be dropped or found by iteration, and an unknown may depend on all
// of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/products/fmi/common_xml.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmi {

// By the place in Interface::variables. An unknown that is not there may depend on everything.
using InitialKnowns = std::map<std::uint32_t, std::vector<Known>>;

inline std::optional<std::vector<Known>> InitialKnownsOf(const InitialKnowns& knowns, std::uint32_t place) {
  const auto at = knowns.find(place);
  return at == knowns.end() ? std::nullopt : std::optional(at->second);
}

InitialKnowns FindInitialKnowns(const Interface& shown, const compile::GivenModel& given);

}  // namespace daedalus::fmi
