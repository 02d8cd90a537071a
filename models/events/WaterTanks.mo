// Origin: the two tanks of J. Lygeros and others (IEEE Trans. Automatic Control 48 (2003) 2), in which one inlet is moved to the tank that has fallen to its mark. It
// is moved infinitely often up to (x1 + x2)/(v1 + v2 - w) = 10, the levels measured from the marks; this run ends before.
model WaterTanks "An inlet that serves two leaking tanks in turn, ever faster"
  parameter Real w(unit = "m/s") = 0.9, v1(unit = "m/s") = 0.6, v2(unit = "m/s") = 0.5 "Rates of inlet and leaks";
  Real x1(unit = "m", start = 1, fixed = true), x2(unit = "m", start = 1, fixed = true) "Levels above the marks";
  Boolean first(start = true, fixed = true) "The inlet serves the first tank";
  Integer moves(start = 0, fixed = true);
  discrete Real t_last(unit = "s", start = 0, fixed = true);
equation
  der(x1) = (if first then w else 0) - v1;
  der(x2) = (if first then 0 else w) - v2;
  when x2 <= 0 then
    first = false;
  elsewhen x1 <= 0 then
    first = true;
  end when;
  when change(first) then
    moves = pre(moves) + 1;
    t_last = time;
  end when;
  annotation(experiment(StopTime = 8, Interval = 0.05, Tolerance = 1e-8));
end WaterTanks;
