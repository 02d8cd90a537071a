model Tank "Water runs into a tank and out of a hole at its bottom"
  parameter Real A(unit = "m2", min = 0.01) = 0.5 "area of the tank";
  parameter Real a(unit = "m2", min = 0) = 0.001 "area of the hole";
  parameter Real q(unit = "m3/s") = 0.002 "inflow";
  constant Real g(unit = "m/s2") = 9.81;
  Real h(unit = "m", start = 1, fixed = true) "level";
  Real v(unit = "m/s") "speed of the outflow";
equation
  v = sqrt(2*g*h);
  A*der(h) = q - a*v;
  annotation(experiment(StopTime = 4000));
end Tank;
