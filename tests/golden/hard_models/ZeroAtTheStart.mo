// A coefficient of the constraint that is zero at the start.
model ZeroAtTheStart
  Real x(start=1,fixed=true),y;
equation
  der(x)+sin(time)*der(y) = -exp(-time)+sin(time)*cos(time); x+sin(time)*y=exp(-time)+sin(time)^2;
  annotation(experiment(StopTime = 1));
end ZeroAtTheStart;
