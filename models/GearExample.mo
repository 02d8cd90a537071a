// Origin: Gear (1970), (26)-(28): Krogh's stiff system in y1..y4, coupled to four algebraic equations. The
// first equation of (27) stands here in its integrated form (28), which holds with the given start;
// higher_index/GearImplicitExample.mo has it as printed, with the same solution. The matrix b is symmetric,
// b = U diag(beta) U with beta = (1000, 800, -10, 0.001) and U a reflection, so that Gear's closed form
// solves (26). Gear's r and s are unknowns here, which makes ten equations of his eight.
model GearExample "Gear's differential-algebraic test system"
  parameter Real b11 = 447.50025 "Diagonal of b";
  parameter Real b12 = -452.49975 "Element (1, 2) of b";
  parameter Real b13 = -47.49975 "Element (1, 3) of b";
  parameter Real b14 = -52.50025 "Element (1, 4) of b";
  parameter Real b23 = 52.50025 "Element (2, 3) of b";
  parameter Real b24 = 47.49975 "Element (2, 4) of b";
  parameter Real b34 = 452.49975 "Element (3, 4) of b";
  Real y1(start = -1, fixed = true) "First of Krogh's variables";
  Real y2(start = -1, fixed = true) "Second of Krogh's variables";
  Real y3(start = -1, fixed = true) "Third of Krogh's variables";
  Real y4(start = -1, fixed = true) "Fourth of Krogh's variables";
  Real y5(start = 1) "Fifth variable, algebraic";
  Real y6(start = 1) "Sixth variable, algebraic";
  Real v1(start = -2) "First linear variable";
  Real v2(start = -3) "Second linear variable";
  Real r(start = -2) "Half the sum of y1..y4";
  Real s(start = 2) "Half the sum of the squares of (r - y)";
equation
  r = (y1 + y2 + y3 + y4) / 2 "(26), r";
  s = ((r - y1) ^ 2 + (r - y2) ^ 2 + (r - y3) ^ 2 + (r - y4) ^ 2) / 2 "(26), s";
  0 = der(y1) - s + (r - y1) ^ 2 + b11 * y1 + b12 * y2 + b13 * y3 + b14 * y4 "(26), i = 1";
  0 = der(y2) - s + (r - y2) ^ 2 + b12 * y1 + b11 * y2 + b23 * y3 + b24 * y4 "(26), i = 2";
  0 = der(y3) - s + (r - y3) ^ 2 + b13 * y1 + b23 * y2 + b11 * y3 + b34 * y4 "(26), i = 3";
  0 = der(y4) - s + (r - y4) ^ 2 + b14 * y1 + b24 * y2 + b34 * y3 + b11 * y4 "(26), i = 4";
  0 = y5 + y1 * y6 "(28), F5";
  0 = 2 * y6 + y6 ^ 3 - y1 + v1 - 1 - exp(-time) "(27), F6";
  0 = v1 - v2 + y1 * y6 "(27), F7";
  0 = v1 + v2 + 5 * y1 * y2 "(27), F8";
  annotation(experiment(StartTime = 0, StopTime = 1000, Interval = 2, Tolerance = 1e-8));
end GearExample;
