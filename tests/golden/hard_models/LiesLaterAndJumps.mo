// The structure lies behind an event, and the states jump onto the constraint: x + y goes on.
model LiesLaterAndJumps
  Real x(start=0,fixed=true), y(start=0,fixed=true);
equation
  der(x) + der(y) + x = 0;
  der(x) + (if time < 1 then 2 else 1)*der(y) + 2*y = 1;
  annotation(experiment(StopTime = 2));
end LiesLaterAndJumps;
