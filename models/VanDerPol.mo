// Origin: the Van der Pol oscillator of the Test Set for IVP Solvers, with the mild mu = 5 instead of 1000;
// VanDerPolStiff.mo is the original.
model VanDerPol "Van der Pol oscillator, mild"
  parameter Real mu = 5 "Strength of the damping";
  Real y1(start = 2, fixed = true) "Deflection";
  Real y2(start = 0, fixed = true) "Velocity";
equation
  der(y1) = y2 "Velocity";
  der(y2) = mu * (1 - y1 ^ 2) * y2 - y1 "Nonlinear damping and spring";
  annotation(experiment(StartTime = 0, StopTime = 30, Interval = 0.05, Tolerance = 1e-8));
end VanDerPol;
