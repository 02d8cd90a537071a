// Origin: crank 1, coupler 2, rocker 1.8 on a base of 2.2, three rigid bars with 9 coordinates and 8 joint equations (Grashof: 1 + 2.2 < 2 + 1.8, the crank turns). Its energy is constant.
model FourBarLinkage "A four-bar linkage in Cartesian coordinates"
  constant Real g = 9.81, a = 1, b = 2, c = 1.8, d = 2.2;
  Real x[3](start = {0.5, 1.6, 2.1}), y[3](start = {0, 0.6, 0.8}), p[3](start = {0, 0.9, 1.9});
  Real vx[3], vy[3], w[3], f[8], energy;
equation
  der(x) = vx;
  der(y) = vy;
  der(p) = w;
  x[1] - a/2*cos(p[1]) = 0;
  y[1] - a/2*sin(p[1]) = 0;
  x[1] + a/2*cos(p[1]) = x[2] - b/2*cos(p[2]);
  y[1] + a/2*sin(p[1]) = y[2] - b/2*sin(p[2]);
  x[2] + b/2*cos(p[2]) = x[3] + c/2*cos(p[3]);
  y[2] + b/2*sin(p[2]) = y[3] + c/2*sin(p[3]);
  x[3] - c/2*cos(p[3]) = d;
  y[3] - c/2*sin(p[3]) = 0;
  der(vx[1]) = f[1] + f[3];
  der(vy[1]) = f[2] + f[4] - g;
  a^2/12*der(w[1]) = a/2*(f[1]*sin(p[1]) - f[2]*cos(p[1]) - f[3]*sin(p[1]) + f[4]*cos(p[1]));
  der(vx[2]) = f[5] - f[3];
  der(vy[2]) = f[6] - f[4] - g;
  b^2/12*der(w[2]) = b/2*(-f[3]*sin(p[2]) + f[4]*cos(p[2]) - f[5]*sin(p[2]) + f[6]*cos(p[2]));
  der(vx[3]) = f[7] - f[5];
  der(vy[3]) = f[8] - f[6] - g;
  c^2/12*der(w[3]) = c/2*(f[5]*sin(p[3]) - f[6]*cos(p[3]) + f[7]*sin(p[3]) - f[8]*cos(p[3]));
  energy = (vx*vx + vy*vy + (a^2*w[1]^2 + b^2*w[2]^2 + c^2*w[3]^2)/12)/2 + g*sum(y);
initial equation
  p[1] = 0.3;
  w[1] = 8;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end FourBarLinkage;
