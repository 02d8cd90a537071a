// The tables of ../shared/data/ivp-testset, if that folder is there: what the values in the tree were taken
// from, and are checked against (ivp_tables_test.cc).
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

}  // namespace daedalus::problems
