// A sum of derivatives twice, with a factor that changes at an event: it lies before and after.
model SwitchedSum
  Real x(start=0), y(start=1), z(start=1);
equation
  (if time > 1 then 2*(der(x)+der(y)) else der(x)+der(y)) + x = (if time > 1 then 2 else 1)*(cos(time)-sin(time)) + sin(time);
  der(x) + der(y) + y = cos(time)-sin(time)+cos(time);
  der(z) + x - y + z = sin(time)-cos(time);
  annotation(experiment(StopTime = 2));
end SwitchedSum;
