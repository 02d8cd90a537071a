// G. Reissig, W. Martinson, P. Barton, SIAM J. Sci. Comput. 21 (2000) 1987-1990: index 1, by structure 2.
model Reissig
  Real x1,x2(start=1,fixed=true),x3,x4(start=0,fixed=true),x5;
equation
  der(x2)+der(x3)-x1 = -sin(time)-exp(-time)-sin(time);
  der(x2)+der(x3)-x2 = -sin(time)-exp(-time)-cos(time);
  der(x4)+der(x5)-x3 = 2*time-2*sin(2*time)-exp(-time);
  der(x4)+der(x5)-x4 = 2*time-2*sin(2*time)-time^2;
  x5 = cos(2*time);
  annotation(experiment(StopTime = 1));
end Reissig;
