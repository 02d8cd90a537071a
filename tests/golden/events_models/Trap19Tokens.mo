// Trap 19: a token that moves one step a round, through twenty steps at one instant; the pre values are unknowns of the start. At time 1 it leaves the first step and is in the last in the same event.
model Trap19Tokens
  parameter Integer n = 20;
  Boolean active[n](each start = false), newActive[n](each start = false);
  Boolean fire[n];
  discrete Real t_end(start = 0, fixed = true);
initial equation
  pre(newActive[1]) = true;
  for k in 2:n loop
    pre(newActive[k]) = false;
  end for;
equation
  active = pre(newActive);
  fire[1] = active[1] and time >= 1;
  for k in 2:n - 1 loop
    fire[k] = active[k];
  end for;
  fire[n] = false;
  newActive[1] = active[1] and not fire[1];
  for k in 2:n loop
    newActive[k] = active[k] and not fire[k] or fire[k - 1];
  end for;
  when active[n] then
    t_end = time;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap19Tokens;
