// The first step of a state graph: `active = true` at the start says nothing of pre(active), which nobody uses, but of what is passed
// on to it, pre(next); and that is also pre(passed), by another initial equation. The token goes on at 1.
model Trap27InitialStep
  Boolean active, passed, next, old, second(start = false, fixed = true);
  Real x(start = 0, fixed = true) "For how long the first step was active";
initial equation
  active = true;
  pre(next) = pre(passed);
  pre(old) = pre(passed);
equation
  active = passed;
  passed = pre(next);
  next = active and not time >= 1;
  when not active then
    second = true;
  end when;
  old = pre(old);
  der(x) = if active then 1 else 0;
  annotation (experiment(StopTime = 2));
end Trap27InitialStep;
