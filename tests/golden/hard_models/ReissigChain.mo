// The same, one pair more.
model ReissigChain
  Real x1,x2(start=1,fixed=true),x3,x4(start=0,fixed=true),x5,x6(start=1,fixed=true),x7;
equation
  der(x2)+der(x3)-x1 = -sin(time)-exp(-time)-sin(time);
  der(x2)+der(x3)-x2 = -sin(time)-exp(-time)-cos(time);
  der(x4)+der(x5)-x3 = 2*time+cos(time)-exp(-time);
  der(x4)+der(x5)-x4 = 2*time+cos(time)-time^2;
  der(x6)+der(x7)-x5 = -exp(-time)-2*sin(2*time)-sin(time);
  der(x6)+der(x7)-x6 = -exp(-time)-2*sin(2*time)-exp(-time);
  x7 = cos(2*time);
  annotation(experiment(StopTime = 1));
end ReissigChain;
