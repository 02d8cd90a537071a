// The structure tells the truth until an event, and lies behind it, where the constraint holds already.
model LiesLater
  Real x(start=0,fixed=true), y(start=1,fixed=true);
equation
  der(x) + der(y) + x = cos(time)-sin(time)+sin(time);
  der(x) + (if time < 1 then 2 else 1)*der(y) + 2*y = cos(time) - (if time < 1 then 2 else 1)*sin(time) + 2*cos(time);
  annotation(experiment(StopTime = 2));
end LiesLater;
