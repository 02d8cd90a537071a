// Accelerations enter by their sum alone, within nonlinear functions.
model SumOfAccelerations
  Real x(start=0,fixed=true),y,vx,vy;
equation
  der(x)=vx; der(y)=vy;
  (der(vx)+der(vy))^3+der(vx)+der(vy) + x = (-sin(time)-cos(time))^3-sin(time)-cos(time)+sin(time);
  exp(der(vx)+der(vy)) + y*(1+x) = exp(-sin(time)-cos(time)) + cos(time)*(1+sin(time));
initial equation vx=1;
  annotation(experiment(StopTime = 0.5));
end SumOfAccelerations;
