// Origin: Test Set for IVP Solvers, Van der Pol with mu = 1000 in unscaled time, 0 <= t <= 2000: slow arcs
// and jumps of a millisecond.
model VanDerPolStiff "Van der Pol oscillator, stiff"
  parameter Real mu = 1000 "Strength of the damping";
  Real y1(start = 2, fixed = true) "Deflection";
  Real y2(start = 0, fixed = true, nominal = 1e-3) "Velocity, of order 1/mu on the slow arcs";
equation
  der(y1) = y2 "Velocity";
  der(y2) = mu * (1 - y1 ^ 2) * y2 - y1 "Nonlinear damping and spring";
  annotation(experiment(StartTime = 0, StopTime = 2000, Interval = 2, Tolerance = 1e-8));
end VanDerPolStiff;
