// Trap 10: an integrator that is limited, started in steady state by other equations at the start (initial()), with a limiter in the loop. y starts at the limit 1 where the steady
// state of the unlimited loop would be 1.5; from 1 on the drive is 0.5 and it falls: y = 0.5 + 0.5 exp(-(t - 1)).
model Trap10LimitedStart
  parameter Real y_max = 1;
  Real y(start = 0.2), u, limited;
equation
  u = if time < 1 then 1.5 else 0.5;
  limited = if u > y_max then y_max else if u < -y_max then -y_max else u;
  der(y) = if initial() then 0 else if y > y_max and limited > y then 0 else limited - y;
initial equation
  y = limited;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap10LimitedStart;
