// A matrix of rank 2 of 3 made of states; the combination divides by zero at the start, and the derivative array takes over.
model StateDependentRank
  Real x(start=1,fixed=true),y(start=0,fixed=true),z(start=1);
equation
  x*(der(x)+y*der(z)) + (der(y)+der(z)) = exp(-time)*(-exp(-time)+sin(time)*exp(time))+cos(time)+exp(time);
  y*(der(x)+y*der(z)) + 2*(der(y)+der(z)) = sin(time)*(-exp(-time)+sin(time)*exp(time))+2*(cos(time)+exp(time));
  z*(der(x)+y*der(z)) - (der(y)+der(z)) + x + z = exp(time)*(-exp(-time)+sin(time)*exp(time))-(cos(time)+exp(time))+exp(-time)+exp(time);
  annotation(experiment(StopTime = 0.5));
end StateDependentRank;
