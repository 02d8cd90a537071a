// Trap 18: a timer and an on-delay: vector whens with initial(), u, not u; the next instant is assigned in the same event that arms it. u is true in [0, 1) and from 1.5 on, with the delay 0.7 y is
// true in [0.7, 1) and from 2.2 on.
model Trap18OnDelay
  parameter Real delay_time = 0.7;
  Boolean u = time < 1 or time >= 1.5;
  Boolean y(start = false, fixed = true), waiting(start = false, fixed = true);
  discrete Real t_next(start = 1e60, fixed = true), entry(start = 0, fixed = true);
  Real timer, x(start = 0, fixed = true);
  Integer edges(start = 0, fixed = true);
algorithm
  when {initial(), u, not u} then
    if u then
      waiting := true;
      t_next := time + delay_time;
      entry := time;
    else
      waiting := false;
      t_next := 1e60;
    end if;
    edges := pre(edges) + 1;
  end when;
  y := waiting and time >= t_next;
equation
  timer = if u then time - entry else 0;
  der(x) = if y then 1 else 0;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap18OnDelay;
