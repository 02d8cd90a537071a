// Origin: our own. A clock that ticks where a swing passes through rising: at sin(2 pi t) = 1/2, that is at 1/12, 13/12, ...
model ClockedByEvents
  Real s(start = 0, fixed = true), c(start = 1, fixed = true);
  constant Real w = 6.283185307179586;
  Integer n(start = 0), half(start = 0);
  Real dt, first_dt(start = 0), t_last, level;
  Clock rising = Clock(s > 0.5, 0.25);
equation
  der(s) = w*c;
  der(c) = -w*s;
  when rising then
    n = previous(n) + 1;
    dt = interval();
    first_dt = if firstTick() then dt else previous(first_dt);
    t_last = sample(time);
    level = sample(s);
  end when;
  half = subSample(n, 2);
  annotation(experiment(StopTime = 5, Interval = 0.1, Tolerance = 1e-9));
end ClockedByEvents;
