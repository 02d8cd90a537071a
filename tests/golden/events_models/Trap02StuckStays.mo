// Trap 2: after it has come to rest, v is rounding noise and must not start the motion again, whatever the force below the friction does. Thrown
// with 1, stopped at 1 with v = 1 - t; then a force of 0.9 sin(50 t).
model Trap02StuckStays
  Real s(start = 0, fixed = true), v(start = 1, fixed = true), f;
  Real force = if time < 1.5 then 0 else 0.9 * sin(50 * time);
  Boolean sliding(start = true, fixed = true);
  Integer changes(start = 0, fixed = true);
equation
  der(s) = v;
  der(v) = force - f;
  f = if sliding then 1 else force;
  sliding = pre(sliding) and v > 0 or not pre(sliding) and force > 1;
  when change(sliding) then
    changes = pre(changes) + 1;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end Trap02StuckStays;
