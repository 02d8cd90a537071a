model FastSource "Without states: a loop driven by a fast source, and a jump"
  Real u, a(start = 1), b;
equation
  u = sin(1e6 * time) + (if time > 0.5 then 1 else 0);
  a + b ^ 3 = u;
  b = a + 1;
  annotation(experiment(StopTime = 1));
end FastSource;
