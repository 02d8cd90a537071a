// Origin: our own. A drift that grows with time: the relay holds x at 0 until the drift is as strong as the relay, which is at 2 exactly. Behind it x = (t - 2)^2/4.
model LeavingASurface
  Real x(start = 0.25, fixed = true);
equation
  der(x) = (if x > 0 then -1 else 1) + 0.5*time;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end LeavingASurface;
