model Tank "A tank that is filled from outside"
  parameter Real A(unit = "m2") = 2 "area";
  input Real inflow(unit = "m3/s", start = 0.1) "into the tank";
  Real level(unit = "m", start = 0.5, fixed = true);
equation
  A*der(level) = inflow - 0.1*sqrt(level);
  annotation(experiment(StopTime = 30));
end Tank;
