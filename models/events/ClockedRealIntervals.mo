// Origin: our own, after Modelica 3.6, section 16.3: with an interval of type Real the next tick is as far away as the value of the tick before says. A sampled integrator with steps that double: x' = -x/4 by the explicit method of Euler.
model ClockedRealIntervals
  Real h(start = 0.125);
  Integer ticks(start = 0);
  Real t_last, x(start = 1), u;
equation
  when Clock(h) then
    h = 2*previous(h);
    ticks = previous(ticks) + 1;
    t_last = sample(time);
    x = if firstTick() then previous(x) else previous(x) - interval()/4*previous(x);
  end when;
  u = hold(x);
  annotation(experiment(StopTime = 4, Interval = 0.0625));
end ClockedRealIntervals;
