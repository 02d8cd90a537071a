// An amplifier with positive feedback that is written without events: its loop has two solutions at the limits, keeps the one that it has, and flips where that ends.
model Multivibrator
  parameter Real limit = 15, gain = 15000, tau = 0.02;
  Real c(start = -1, fixed = true) "voltage of the capacitor", out(start = 15);
equation
  out = smooth(0, noEvent(if gain * (out / 2 - c) > limit then limit else if gain * (out / 2 - c) < -limit then -limit else gain * (out / 2 - c)));
  tau * der(c) = out - c;
  annotation(experiment(StopTime = 0.2, Interval = 0.001, Tolerance = 1e-8));
end Multivibrator;
