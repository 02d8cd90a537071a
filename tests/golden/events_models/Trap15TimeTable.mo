// Trap 15: a table over time with a jump (two rows of one abscissa), whose next instant is known when the last one has passed: `{time >= pre(t_next), initial()}`, and two rows in one event.
// Points (0, 0), (1, 1), (1, 3), (2, 3), (2.5, 0); the last value is kept.
model Trap15TimeTable
  parameter Real t[5] = {0, 1, 1, 2, 2.5}, v[5] = {0, 1, 3, 3, 0};
  Integer row(start = 0, fixed = true) "the last one that has been passed";
  discrete Real t_next(start = t[1], fixed = true);
  Integer events(start = 0, fixed = true);
  Real y, x(start = 0, fixed = true);
equation
  when {time >= pre(t_next), initial()} then
    events = pre(events) + 1;
    row = sum(if time >= t[k] then 1 else 0 for k in 1:5);
    t_next = min(if time >= t[k] then 1e60 else t[k] for k in 1:5);
  end when;
  y = if row >= 5 then v[5] else sum(if row == k then v[k] + (v[k + 1] - v[k]) * (time - t[k]) / max(t[k + 1] - t[k], 1e-9) else 0 for k in 1:4);
  der(x) = y;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap15TimeTable;
