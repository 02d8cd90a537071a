// Two brakes hold one shaft: both say that it does not turn, and neither how much it takes. Released at 1 and 2, the shaft turns with
// w = cos(2) - cos(t).
model TwoBrakes
  Real w(start = 0, fixed = true), first, second;
  Boolean firstLocked = time < 1, secondLocked = time < 2;
equation
  der(w) = sin(time) - first - second;
  0 = if firstLocked then der(w) else first;
  0 = if secondLocked then der(w) else second;
  annotation(experiment(StopTime = 3, Interval = 0.5, Tolerance = 1e-8));
end TwoBrakes;
