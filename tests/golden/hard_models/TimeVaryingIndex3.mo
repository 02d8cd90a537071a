// Linear, time-varying, index 3, nothing free.
model TimeVaryingIndex3
  Real x,y,z;
equation
  x + time*y + time^2*z = sin(time)+time*cos(time)+time^2*exp(-time);
  der(x) + time*der(y) + time^2*der(z) + 2*y + 3*time*z= cos(time)-time*sin(time)-time^2*exp(-time)+2*cos(time)+3*time*exp(-time);
  der(y) + time*der(z) + 4*z = -sin(time)-time*exp(-time)+4*exp(-time);
  annotation(experiment(StopTime = 3));
end TimeVaryingIndex3;
