// Ports in a row: what flows is the same in all of them, and between the first and the last it has the quality of where it comes from.
// From 1 to 2 nothing flows, and the equations alone leave s and t open.
model SemiLinearChain "The rules of semiLinear for a chain of ports"
  parameter Real a = 3 "At the side from which a positive flow comes";
  parameter Real b = 5 "At the other side";
  Real x = if time < 1 then 1 elseif time < 2 then 0 else -1 "What flows";
  Real y "What it carries";
  Real s "Between the first and the second port";
  Real t "Between the second and the third port";
  Real z(start = 0, fixed = true) "What has arrived";
equation
  y = semiLinear(x, a, s);
  -y = semiLinear(-x, t, s) "The same seen from the other side";
  y = semiLinear(x, t, b);
  der(z) = y;
  annotation(experiment(StartTime = 0, StopTime = 3, Interval = 0.5));
end SemiLinearChain;
