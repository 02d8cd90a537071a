// Origin: Modelica 3.6, section 16.3, the example of a clock whose intervals are computed: each one is a tenth longer than the one before. It ticks at 0, 3/10, 7/10, 12/10, ..., and a slower clock at every second of these instants.
model ClockedCounterIntervals
  Integer next(start = 2);
  Integer ticks(start = 0), slow(start = 0);
  Real t_last, dt, t_slow;
equation
  when Clock(next, 10) then
    next = previous(next) + 1;
    ticks = previous(ticks) + 1;
    t_last = sample(time);
    dt = interval();
  end when;
  slow = subSample(ticks, 2);
  t_slow = subSample(t_last, 2);
  annotation(experiment(StopTime = 4, Interval = 0.05));
end ClockedCounterIntervals;
