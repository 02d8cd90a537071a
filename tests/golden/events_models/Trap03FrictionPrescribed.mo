// Trap 3: friction where the motion is prescribed, phi = sin(t). Where w is zero the friction is stuck for a moment, and its torque is not determined by the
// motion: that combination is only passed through. The work of the friction is the way, 4 a turn.
model Trap03FrictionPrescribed
  Real phi = sin(time), w = cos(time), tau;
  Integer mode(start = 1, fixed = true);
  Real work(start = 0, fixed = true);
equation
  mode = if w > 0 then 1 else if w < 0 then -1 else 0;
  tau = mode;
  der(work) = tau * w;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end Trap03FrictionPrescribed;
