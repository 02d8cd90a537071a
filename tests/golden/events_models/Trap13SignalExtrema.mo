// Trap 13: extrema of u = sin(t) + t/10 by whens on a filter that follows it, pre of a continuous input, and terminal(). The first extrema are at the zeros of
// cos(t) + 1/10. The filter is fast, and an extremum is seen when it meets u: later by about its time constant; the recorded values are exact at u = x.
model Trap13SignalExtrema
  parameter Real T = 1e-3;
  Real u = sin(time) + time / 10, x(start = 0, fixed = true);
  Integer maxima(start = 0, fixed = true), minima(start = 0, fixed = true);
  discrete Real highest(start = -10, fixed = true), lowest(start = 10, fixed = true), last(start = 0, fixed = true);
equation
  T * der(x) = u - x;
  when u <= x then
    maxima = pre(maxima) + 1;
    highest = max(pre(highest), x);
  end when;
  when u >= x then
    minima = pre(minima) + 1;
    lowest = min(pre(lowest), x);
  end when;
  when terminal() then
    last = u;
  end when;
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-9));
end Trap13SignalExtrema;
