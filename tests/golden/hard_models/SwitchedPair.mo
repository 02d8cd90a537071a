// Which derivatives stand in a sum that occurs twice changes at an event.
model SwitchedPair
  Real x(start=0), y(start=1), z(start=1);
equation
  der(x) + (if time < 1 then der(y) else der(z)) + x = cos(time)+ (if time < 1 then -sin(time) else -exp(-time)) + sin(time);
  2*der(x) + 2*(if time < 1 then der(y) else der(z)) + y+z = 2*cos(time)+ 2*(if time < 1 then -sin(time) else -exp(-time)) + cos(time)+exp(-time);
  der(z) - der(y) + z = -exp(-time)+sin(time) + exp(-time);
  annotation(experiment(StopTime = 2));
end SwitchedPair;
