// The systems of the sources, as named_system.h writes them. One row an equation, in the order of the text.
#pragma once

#include <gtest/gtest.h>

#include "structure/named_system.h"

namespace daedalus::structure {

// Cellier & Kofman (7.1): an RLC circuit without algebraic loop.
inline NamedSystem Circuit71() {
  return {
      "u0 i0 u1 i1 u2 i2 uL iL uC iC",
      {"u0", "u1 i1", "u2 i2", "uL iL'", "iC uC'", "u0 u1 uC", "uL u1 u2", "uC u2", "i0 i1 iL", "i1 i2 iC"}};
}
// (7.52): inductor and capacitor exchanged; the constraint hides in a loop.
inline NamedSystem Circuit752() {
  return {
      "u0 i0 u1 i1 u2 i2 uL iL uC iC",
      {"u0", "u1 i1", "u2 i2", "uL iL'", "iC uC'", "u0 u1 uL", "uC u1 u2", "uL u2", "i0 i1 iC", "i1 i2 iL"}};
}
// (7.53): the same with node potentials; the constraint is visible.
inline NamedSystem Circuit753() {
  return {"u0 i0 u1 i1 u2 i2 uL iL uC iC v0 v1 v2",
          {"u0", "u0 v1 v0", "u1 i1", "u1 v1 v2", "u2 i2", "u2 v2 v0", "uL iL'", "uL v2 v0", "iC uC'",
           "uC v1 v0", "v0", "i0 i1 iC", "i1 i2 iL"}};
}
// (7.54): two capacitors in parallel.
inline NamedSystem Circuit754() {
  return {"u0 uR i0 i1 u1 i2 u2", {"u0", "uR i0", "i1 u1'", "i2 u2'", "u0 uR u1", "u2 u1", "i0 i1 i2"}};
}
// (7.74): the Cartesian pendulum.
inline NamedSystem Pendulum774() {
  return {"x y vx vy F", {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "x* y*"}};
}
// (7.78): with the angle.
inline NamedSystem Pendulum778() {
  return {"x y vx vy F phi", {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "x phi*", "y phi*"}};
}
// [H7.8]: the control temperature of an isomerization, from the wanted concentration.
inline NamedSystem Reactor78() {
  return {"C T R Tc", {"C' C R", "T' T R Tc", "R T* C*", "C"}};
}
// Campbell's problem 1, and the shuttle, problem 2.
inline NamedSystem CampbellCircle() {
  return {"x1 x2 x3", {"x1' x2 x1* x3*", "x2' x1 x2* x3*", "x1* x2*"}};
}
inline NamedSystem CampbellShuttle() {
  return {
      "H xi lambda V gamma A beta",
      {"H' V* gamma*", "xi' V* gamma* A* H* lambda*", "lambda' V* H* gamma* A*", "V' H* V* gamma* lambda* A*",
       "gamma' H* V* beta* gamma* lambda* A*", "A' H* V* beta* gamma* A* lambda*", "H* V*"}};
}

}  // namespace daedalus::structure
