// Trap 4: a mass between stops, which already lies at a stop when it starts (initial() in the condition). The force is t - 1: it leaves the lower stop at 1, v = (t - 1)^2/2,
// s = (t - 1)^3/6 and rests at the upper one, s = 1, at 1 + 6^(1/3).
model Trap04MassWithStop
  Real s(start = 0, fixed = true), v(start = 0, fixed = true);
  Real force = time - 1;
  Boolean low, high;
  discrete Real t_leave(start = 0, fixed = true), t_stop(start = 0, fixed = true);
equation
  low = initial() and s <= 0 and force <= 0 or pre(low) and force <= 0 or s < 0;
  high = s > 1 or pre(high) and force >= 0;
  der(s) = v;
  der(v) = if low or high then 0 else force;
  when not low then
    t_leave = time;
  end when;
  when high then
    t_stop = time;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end Trap04MassWithStop;
