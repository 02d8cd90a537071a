// Origin: Test Set for IVP Solvers, ROBER: Robertson's kinetics with the third rate equation replaced by the
// conservation of mass, index 1, over eleven decades of time. The nominal values follow the end of the
// reaction, where y2 is 8e-14: the absolute tolerance must lie far below that.
model Robertson "Robertson's chemical kinetics as a DAE"
  parameter Real k1 = 0.04 "Rate of the slow reaction";
  parameter Real k2 = 1e4 "Rate of the fast reaction";
  parameter Real k3 = 3e7 "Rate of the very fast reaction";
  Real y1(start = 1, fixed = true, nominal = 1e-6) "First species, a state";
  Real y2(start = 0, fixed = true, nominal = 1e-10) "Second species, a state";
  Real y3(start = 0) "Third species, algebraic";
equation
  der(y1) = -k1 * y1 + k2 * y2 * y3 "First rate equation";
  der(y2) = k1 * y1 - k2 * y2 * y3 - k3 * y2 ^ 2 "Second rate equation";
  0 = y1 + y2 + y3 - 1 "Conservation of mass";
  annotation(experiment(StartTime = 0, StopTime = 1e11, Interval = 1e8, Tolerance = 1e-7));
end Robertson;
