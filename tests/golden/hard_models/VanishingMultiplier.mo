// A singular matrix that turns with time: every factor vanishes at some time.
model VanishingMultiplier
  Real x(start=1,fixed=true),y;
equation
  cos(time)*(cos(time)*der(x)+sin(time)*der(y)) + sin(time)*(sin(time)*x - cos(time)*y) = cos(time)*(-cos(time)*exp(-time)+sin(time)*cos(time)) + sin(time)*(sin(time)*exp(-time)-cos(time)*sin(time));
  sin(time)*(cos(time)*der(x)+sin(time)*der(y)) - cos(time)*(sin(time)*x - cos(time)*y) = sin(time)*(-cos(time)*exp(-time)+sin(time)*cos(time)) - cos(time)*(sin(time)*exp(-time)-cos(time)*sin(time));
  annotation(experiment(StopTime = 5));
end VanishingMultiplier;
