// A slow flow in a periodic square on a staggered grid: the divergences of all cells add up to zero, so one of the 144 constraints says what the
// others say, and the pressure is determined but for a constant. Shear waves decay, each mode of the grid by itself; a force that is a gradient changes the pressure alone.
model PeriodicStokes
  constant Real pi = 3.141592653589793;
  parameter Integer n = 12;
  parameter Real h = 2*pi/n;
  Real u[n,n](start = {{sin(j*h) for j in 1:n} for i in 1:n}) "to the right of a cell";
  Real v[n,n](start = {{sin(i*h) for j in 1:n} for i in 1:n}) "above a cell";
  Real p[n,n];
  Real potential[n,n] = {{(1 + time)*sin(i*h)*cos(2*j*h) for j in 1:n} for i in 1:n};
  Real difference = p[3,2] - p[1,1];
equation
  for i in 1:n loop
    for j in 1:n loop
      der(u[i,j]) = (u[mod(i,n)+1,j] + u[mod(i-2,n)+1,j] + u[i,mod(j,n)+1] + u[i,mod(j-2,n)+1] - 4*u[i,j])/h^2
        - (p[mod(i,n)+1,j] - p[i,j])/h + (potential[mod(i,n)+1,j] - potential[i,j])/h;
      der(v[i,j]) = (v[mod(i,n)+1,j] + v[mod(i-2,n)+1,j] + v[i,mod(j,n)+1] + v[i,mod(j-2,n)+1] - 4*v[i,j])/h^2
        - (p[i,mod(j,n)+1] - p[i,j])/h + (potential[i,mod(j,n)+1] - potential[i,j])/h;
      u[i,j] - u[mod(i-2,n)+1,j] + v[i,j] - v[i,mod(j-2,n)+1] = 0;
    end for;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end PeriodicStokes;
