// Origin: our own. Algebraic loops at ticks: y + y^3 = 2, 10, 30, 68, ... has y = 1, 2, 3, 4, ...; a and b are the halves of a sum and a difference.
model ClockedLoops
  Integer n(start = 0);
  Real y(start = 1), a, b, sum(start = 0);
  Real y_held;
equation
  when Clock(1, 2) then
    n = previous(n) + 1;
    y + y^3 = n + n^3;
    a + b = y;
    a - b = previous(sum);
    sum = previous(sum) + a;
  end when;
  y_held = hold(y);
  annotation(experiment(StopTime = 3.1, Interval = 0.1, Tolerance = 1e-9));
end ClockedLoops;
