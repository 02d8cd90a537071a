model Nanometres "An oscillation and a decay whose values are small in their units"
  parameter Real A = 1e-9;
  Real x(start = A, fixed = true), v(start = 0, fixed = true), q(start = A, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(q) = -q;
  annotation(experiment(StopTime = 20, Tolerance = 1e-6, Interval = 0.1));
end Nanometres;
