// Trap 9: an infinite start value of a discrete variable must not poison what is computed from it. The arc has min(V0 + slope (t - t_switch), Vmax) from the
// opening at 1 on, until the current is zero; L di/dt = V - R i - arc.
model Trap09SwitchWithArc
  parameter Real V = 10, R = 1, V0 = 5, slope = 20, Vmax = 30, inf = 1e60;
  discrete Real t_switch(start = -inf, fixed = true);
  Boolean open = time >= 1, quenched(start = false, fixed = true);
  Real i(start = 10, fixed = true), arc;
  discrete Real t_quenched(start = inf, fixed = true);
equation
  arc = if not open then 0 else min(V0 + slope * (time - t_switch), Vmax);
  0.5 * der(i) = if quenched then 0 else V - R * i - arc;
  when open then
    t_switch = time;
  end when;
  when i < 0 then
    quenched = true;
    t_quenched = time;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap09SwitchWithArc;
