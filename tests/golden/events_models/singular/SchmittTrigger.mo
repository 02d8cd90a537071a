// An inverting amplifier with positive feedback and nothing else: without states, it is computed from point to point, and flips where
// the solution that it has ends, at other inputs on the way up than on the way down.
model SchmittTrigger
  parameter Real limit = 15, gain = 15000;
  Real u "input", out(start = 15);
equation
  u = 10 * sin(2 * 3.14159265358979 * time);
  out = smooth(0, noEvent(if gain * (out / 2 - u) > limit then limit else if gain * (out / 2 - u) < -limit then -limit else gain * (out / 2 - u)));
  annotation(experiment(StopTime = 1, Interval = 0.005, Tolerance = 1e-8));
end SchmittTrigger;
