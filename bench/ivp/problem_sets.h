// The two sets of problems: those on which constants of our integrators were tuned, and those that were held
// out (problems/held_out/held_out.h). They are reported apart.
#pragma once

#include <string>
#include <vector>

namespace daedalus::bench {

// The forms of one problem compete with each other: the index is the solver's choice.
struct Family {
  std::string name;
  std::vector<std::string> forms;
};

inline std::vector<Family> TestSet() {
  return {{"robertson", {"robertson"}},
          {"vdpol", {"vdpol"}},
          {"hires", {"hires"}},
          {"chemakzo", {"chemakzo"}},
          {"transamp", {"transamp"}},
          {"pollu", {"pollu"}},
          {"e5", {"e5_dae"}},
          {"ringmod", {"ringmod"}},
          {"gear1970", {"gear1970"}},
          {"nand", {"nand"}},
          {"pump", {"pump"}},
          {"andrews", {"andrews", "andrews_i1"}},
          {"caraxis", {"caraxis", "caraxis_i1"}},
          {"pendulum", {"pendulum", "pendulum_i2", "pendulum_i1", "pendulum_ggl"}},
          {"wheelset", {"wheelset"}},
          {"fekete", {"fekete"}},
          {"tba", {"tba"}}};
}

inline std::vector<Family> HeldOutSet() {
  return {{"kepler", {"kepler"}},
          {"arenstorf", {"arenstorf"}},
          {"pleiades", {"pleiades"}},
          {"lorenz", {"lorenz"}},
          {"oregonator", {"oregonator"}},
          {"brusselator", {"brusselator"}},
          {"cusp", {"cusp"}},
          {"medakzo", {"medakzo"}},
          {"ascher_petzold", {"ascher_petzold"}},
          {"knife_edge", {"knife_edge", "knife_edge_i1"}},
          {"slider_crank", {"slider_crank", "slider_crank_i2", "slider_crank_i1"}}};
}

}  // namespace daedalus::bench
