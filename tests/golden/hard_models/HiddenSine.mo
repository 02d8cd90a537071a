// A sum of derivatives within two nonlinear functions.
model HiddenSine
  Real x(start=0,fixed=true),y,z;
equation
  sin(der(x)+der(y)) + z = sin(cos(time)-sin(time)) + exp(-time);
  der(x)+der(y) + x = cos(time)-sin(time)+sin(time);
  (der(x)+der(y))^3 + y + x= (cos(time)-sin(time))^3 + cos(time)+sin(time);
  annotation(experiment(StopTime = 0.7));
end HiddenSine;
