// What flows into a component, or out of a model, where connections of stream connectors meet? (Modelica 3.6,
// 15.2 and appendix D.)
//
// A stream variable h belongs to a flow variable m of the same connector; h is the value that the carried
// quantity has if it leaves the component there. What enters is a mixture of what the others send. A
// connection set of stream variables is a volume of size zero, with inside connectors m_j.c (N of them) and
// outside connectors c_k (M of them). For a member t of the set, as a Slot (connection_sets.h), let
//
//   Outflow(t) = -m     and  Value(t) = h             if t is an inside connector
//   Outflow(t) = +m     and  Value(t) = inStream(h)   if t is an outside connector: this is the level above
//
// so that what t sends into the set is max(Outflow(t), 0), with the value Value(t). The balance of the
// quantity, under the assumption that member s receives, gives the mixture for s out of all other members t:
//
//   Mixture(s) = sum of max(Outflow(t), 0) Value(t) / sum of max(Outflow(t), 0)                          (1)
//
// which has two uses:
//
//   inStream(h) = Mixture(Slot::Inside(h))      wherever it is asked for                                 (2)
//   h = Mixture(Slot::Outside(h))               an equation for each outside connector of a set          (3)
//
// (1) is 0/0 if no member sends, so positiveMax(x, sum) replaces max(x, 0). It is x for flows that are not
// small, and the denominator never vanishes. Often no formula is needed at all. The forms of Mixture(s),
// after the implementation that 15.2 recommends:
//
//   kOwn    h itself     s is inside, and alone (N = 1, M = 0) or no other member ever sends
//   kZero   0            the same, for an outside s
//   kOne    Value(t)     one other member (N = 2, M = 0; N = 1, M = 1; N = 0, M = 2), or one that ever sends
//   kMixed  (1)          with positiveMax(Outflow(t), sum of max(Outflow(u), 0) over all u in `from`)
//
// A member never sends if its flow has a minimum >= 0 (an inside connector) or a maximum <= 0 (an outside
// one). So sensors and one-way components drop out of the mixture for all others, and with them a nonlinear
// system.
//
// inStream of an outside connector leads to the set one level up, and so on; where it is alone there, it is
// its own value (kOwn). Only inner and outer elements can make a cycle, which the caller detects.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::connect {

// The flow that carries a stream variable.
struct StreamFlow {
  bool never_negative = false;  // min >= 0: the component never sends
  bool never_positive = false;  // max <= 0: nothing is ever sent from outside the model to what is in it
};

enum class StreamForm : std::uint8_t { kOwn, kZero, kOne, kMixed };

struct StreamMixture {
  StreamForm form = StreamForm::kOwn;
  std::vector<Slot> from;  // the members t: one, two or more; none of kOwn and kZero
};

// The members of each connection set that ever send something, if it is a set of stream variables. `flows`:
// by variable, used where that is a stream variable. Linear.
Grouped<Slot> FindSenders(const ConnectionSets& sets, std::span<const StreamFlow> flows);

// Mixture(slot), of a stream variable. Linear in the senders of its set.
StreamMixture MixtureFor(Slot slot, const ConnectionSets& sets, const Grouped<Slot>& senders);

}  // namespace daedalus::connect
