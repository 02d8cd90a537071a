// The structure lies until an event, and tells the truth behind it.
model LiesAtFirst
  Real x(start=0,fixed=true), y(start=1);
  parameter Real te=1;
equation
  der(x) + der(y) + x = cos(time)-sin(time)+sin(time);
  der(x) + (if time < te then 1 else 2)*der(y) + 2*y = cos(time) - (if time < te then 1 else 2)*sin(time) + 2*cos(time);
  annotation(experiment(StopTime = 2));
end LiesAtFirst;
