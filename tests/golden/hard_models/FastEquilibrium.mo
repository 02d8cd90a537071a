// A fast reaction in equilibrium, a slow one behind it: index 2.
model FastEquilibrium
  Real a(start=1),b(start=0.5),c(start=0,fixed=true),r;
equation
  der(a)=-r; der(b)=r-b; der(c)=b; a=2*b;
initial equation a+b=1.5;
  annotation(experiment(StopTime = 1));
end FastEquilibrium;
