// Origin: deadbeat control of a double integrator (e.g. K. J. Astrom, B. Wittenmark, Computer-Controlled Systems): with
// u = -(x/T^2 + 3 v/(2 T)), held for T, any motion is at rest after two samples.
model SampledDoubleIntegrator "A mass under a sampled controller that stops it in two samples"
  parameter Real T(unit = "s") = 0.5 "Period of the samples";
  Real x(unit = "m", start = 1, fixed = true);
  Real v(unit = "m/s", start = -0.3, fixed = true);
  discrete Real u(unit = "m/s2", start = 0, fixed = true);
  Integer samples(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = u;
  when sample(0, T) then
    u = -(x / T ^ 2 + 3 * v / (2 * T));
    samples = pre(samples) + 1;
  end when;
  annotation(experiment(StopTime = 1.9, Interval = 0.05, Tolerance = 1e-8));
end SampledDoubleIntegrator;
