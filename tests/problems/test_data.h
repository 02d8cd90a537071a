// The tables of ../shared/data/ivp-testset, if that folder is there.
#pragma once

#include <string_view>
#include <vector>

namespace daedalus::problems {

struct StartValues {
  std::vector<double> y;
  std::vector<double> yp;
};

// The rows of initial.csv for this problem, in order; empty when there are none, or no file.
StartValues ReadStart(std::string_view problem);

// The published end values (reference.csv) in order of the unknowns; empty when there are none.
std::vector<double> ReadReference(std::string_view problem);

// The same, with the tighter values of reference_extra.csv wherever it has one.
std::vector<double> ReadBetterReference(std::string_view problem);

// The digits that the peers of peers.csv had at this relative tolerance, on any form of the problem
// ("pendulum", "pendulum_i1", ...); empty when there are none.
std::vector<double> ReadPeerDigits(std::string_view problem, double relative);

}  // namespace daedalus::problems
