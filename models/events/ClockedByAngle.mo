// Origin: our own. A clock that ticks whenever an angle has moved by 1 since its last tick: its condition depends on what is held of it. At 2 rad/s that is every 1/2 s.
model ClockedByAngle
  Real phi(start = 0, fixed = true), offset(start = 0), t_last;
  Integer n(start = 0);
equation
  der(phi) = 2;
  when Clock(phi - hold(offset) > 1) then
    offset = sample(phi);
    n = previous(n) + 1;
    t_last = sample(time);
  end when;
  annotation(experiment(StopTime = 2.3, Interval = 0.1, Tolerance = 1e-9));
end ClockedByAngle;
