// Origin: our own, after A. F. Filippov, "Differential Equations with Discontinuous Righthand Sides" (1988). Both values of the relay drive x to 0. It gets there at 1/2 and stays, with the share 2/3 of the value for x > 0.
model Relay
  Real x(start = 0.5, fixed = true);
  Real cost(start = 0, fixed = true);
equation
  der(x) = if x > 0 then -1 else 2;
  der(cost) = if x > 0 then 3 else 0;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end Relay;
