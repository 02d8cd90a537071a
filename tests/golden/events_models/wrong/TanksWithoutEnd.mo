model TanksWithoutEnd "An inlet is moved between two tanks infinitely often up to (x1 + x2)/(v1 + v2 - w) = 10"
  parameter Real w = 0.9, v1 = 0.6, v2 = 0.5;
  Real x1(start = 1, fixed = true), x2(start = 1, fixed = true);
  Boolean first(start = true, fixed = true);
equation
  der(x1) = (if first then w else 0) - v1;
  der(x2) = (if first then 0 else w) - v2;
  when x2 <= 0 then
    first = false;
  elsewhen x1 <= 0 then
    first = true;
  end when;
  annotation(experiment(StopTime = 12));
end TanksWithoutEnd;
