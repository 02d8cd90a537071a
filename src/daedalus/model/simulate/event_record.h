// A record of one event, for people: `--log-events`.
//
//   event at time = 0.45152364: h <= 0 becomes true (Ball.mo:9)
//     n: 0 -> 1
//     v: -4.4294469 -> 3.1006128 (Ball.mo:12)
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/model/compile/jump_system.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

struct EventRecord {
  struct Change {
    HeldId leaf;
    double before = 0, after = 0;
  };
  double time = 0;
  std::vector<HeldId> crossed;  // relations that were crossed; they may have their old value again
  std::vector<Change> changes;  // of relations and discrete variables
  std::vector<hybrid::NewState> states;
  std::vector<SampleId> samples;     // samples that are due
  std::vector<compile::Jump> jumps;  // where the equations have changed
  struct Slide {
    ExprId left, right;  // of the surface (hybrid/surface.h)
    OriginId origin;
    bool begins = false;  // true: sliding begins; false: it ends
  };
  std::vector<Slide> slides = {};
};

// The first line of the text, without the time: "h <= 0 becomes true (Ball.mo:9)".
std::string CausesOfEvent(const System& system, const Sources& sources, const EventRecord& record);
// The text, with a newline after each line. Internal variables are left out.
std::string DescribeEvent(const System& system, const Sources& sources, const EventRecord& record);

}  // namespace daedalus::simulate
