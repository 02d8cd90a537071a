// `daedalus analyze --events`: what can happen in a model, before anything does.
//
//   2 relations are watched during the run:
//     h <= 0                                    Ball.mo:7
//     pre(v) < -0.01                            Ball.mo:8
//   1 relation changes at an instant that is known beforehand:
//     time < 0.5                                Ball.mo:5
//   3 discrete variables, in the order in which an event computes them:
//     flying := if $when1 and not pre($when1) then ... else pre(flying)
//   1 state gets a new value:
//     v := -0.7*pre(v)                          Ball.mo:9
#pragma once

#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/system/system.h"

namespace daedalus::analyze {

// Describes a flat model. Fails if the discrete equations do not determine the discrete variables.
Result<std::string> DescribeEvents(System system, const Sources& sources);

}  // namespace daedalus::analyze
