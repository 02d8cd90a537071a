// Origin: our own. The switch closes where both capacitors have the same voltage: nothing jumps, and one state is left.
model CapacitorsMeet
  Real v1(start = 4, fixed = true), v2(start = 1, fixed = true), i;
  Boolean closed(start = false, fixed = true);
equation
  1*der(v1) = -i - 1;
  2*der(v2) = i;
  0 = if closed then v1 - v2 else i;
  when v1 <= v2 then
    closed = true;
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end CapacitorsMeet;
