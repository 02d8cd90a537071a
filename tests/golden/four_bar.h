// A four-bar linkage in motion whose bars come to lie on one line, 1 + 3 = 2 + 2: a position where its
// solutions cross.
#pragma once

namespace daedalus {

inline constexpr const char* kFourBarInLine = R"(model FourBar
  parameter Real d = 3, a1 = 1, a2 = 2, a3 = 2;
  Real a(start = 0.5, fixed = true), b(start = 0.5), c(start = 1.2), wa(start = 1, fixed = true), wc, lx, ly;
equation
  der(a) = wa;
  der(c) = wc;
  a1*cos(a) + a2*cos(b) = d + a3*cos(c);
  a1*sin(a) + a2*sin(b) = a3*sin(c);
  der(wa) = a1*(lx*sin(a) - ly*cos(a));
  der(wc) = -a3*(lx*sin(c) - ly*cos(c));
  0 = lx*sin(b) - ly*cos(b);
end FourBar;
)";

}  // namespace daedalus
