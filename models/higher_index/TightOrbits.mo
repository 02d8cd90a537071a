// Origin: Campbell, problem 1 (tight orbits): index 2. The sign of the second equation is illegible in our
// text and fixed by the solution: with L = 1, from x = (1, 0, 0), x1 = cos(sqrt(b) t), x2 = sin(sqrt(b) t) /
// sqrt(b), x3 = 0. The corners of the orbit become sharper as b grows; the paper uses b = 10 and b = 100. One
// initial value is free.
model TightOrbits "Motion on an ellipse with a multiplier: index 2"
  parameter Real b = 10 "Square of the angular frequency";
  parameter Real L = 1 "Size of the ellipse";
  Real x1(start = 1) "First coordinate, bound by the constraint";
  Real x2(start = 0, fixed = true) "Second coordinate";
  Real x3(start = 0) "Multiplier";
equation
  der(x1) = -b * x2 - x1 * x3 "Problem 1, first equation";
  der(x2) = x1 - b * x2 * x3 "Problem 1, second equation";
  0 = x1 ^ 2 + b * x2 ^ 2 - L "Problem 1, the constraint";
  annotation(experiment(StartTime = 0, StopTime = 30, Interval = 0.05, Tolerance = 1e-8));
end TightOrbits;
