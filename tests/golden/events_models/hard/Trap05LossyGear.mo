// Trap 5: a gear that loses a tenth of the power, whichever way it goes: the relation asks for the torque that the loop solves for. Both inertias are 1, the
// ratio is 1, the drive is cos(t) on one side: driving while tau w > 0, J w' = cos(t) - tau, w' = eta tau or tau/eta.
model Trap05LossyGear
  parameter Real eta = 0.9;
  Real w(start = 0, fixed = true), tau "into the gear", out "out of it";
  Real drive = cos(time);
  Boolean driving;
  discrete Real t_change(start = 0, fixed = true);
equation
  der(w) = drive - tau;
  der(w) = out;
  driving = tau * w >= 0;
  out = if driving then eta * tau else tau / eta;
  when not driving then
    t_change = time;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap05LossyGear;
