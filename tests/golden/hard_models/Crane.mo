// Trolley, rope and load on a given path: index 5.
model Crane
  parameter Real g=10;
  Real s(start=0),r(start=1),th(start=0),x,z,ax,az,T(start=10),F,tau,der_x,der_z,ds,dr;
equation
  x = s + r*sin(th); z = r*cos(th);
  x = sin(time)^4; z = 1 + 0.1*sin(time)^4;
  ax = der(der_x); der_x = der(x); az=der(der_z); der_z=der(z);
  ax = -T*sin(th); az = g - T*cos(th);
  der(ds) = F + T*sin(th); ds = der(s);
  der(dr) = tau - T; dr = der(r);
  annotation(experiment(StopTime = 1));
end Crane;
