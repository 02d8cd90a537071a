// IDA as its users have it, with its own vectors and linear solvers (ivp/peer_ida.h), on a model: the
// residual and the exact Jacobian are the machine code that the model's own residual form runs with.
// `--method ida` of a model is another thing: there IDA gets our vectors and our factorizations.
#pragma once

#include <optional>

#include "inline/racer.h"
#include "ivp/peer.h"

namespace daedalus::bench {

// The racer is one in the residual form.
std::optional<Run> RunStockIda(Racer& racer, double tolerance, PeerMatrix matrix);

}  // namespace daedalus::bench
