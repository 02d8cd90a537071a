// Origin: our own. Counters behind each conversion of clocks. n counts the ticks of 1/10 s; the sums are over all ticks of a clock that is three times slower,
// twice as fast, half an interval later, and back again.
model ClockedCounters
  Integer n(start = 0), slow(start = 0), fast(start = 0), late(start = 0), again(start = 0);
  Integer shifted(start = 7);
  Integer n_held, slow_held, fast_held, late_held, again_held;
  Boolean odd(start = false), odd_held;
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
    odd = not previous(odd);
  end when;
  slow = previous(slow) + subSample(n, 3);
  fast = previous(fast) + superSample(n, 2);
  shifted = shiftSample(n, 1, 2);
  late = previous(late) + shifted;
  again = previous(again) + backSample(shifted, 1, 2);
  n_held = hold(n);
  slow_held = hold(slow);
  fast_held = hold(fast);
  late_held = hold(late);
  again_held = hold(again);
  odd_held = hold(odd);
  annotation(experiment(StopTime = 1.03, Interval = 0.01));
end ClockedCounters;
