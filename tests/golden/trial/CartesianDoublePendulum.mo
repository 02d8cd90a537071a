// Origin: two unit masses on two rods of length 1, from horizontal rest. Its energy is constant.
model CartesianDoublePendulum "A double pendulum in Cartesian coordinates"
  constant Real g = 9.81;
  Real x[2](start = {1, 2}), y[2](start = {0, 0}), vx[2], vy[2], f[2], energy;
equation
  der(x) = vx;
  der(y) = vy;
  x[1]^2 + y[1]^2 = 1;
  (x[2] - x[1])^2 + (y[2] - y[1])^2 = 1;
  der(vx[1]) = -f[1]*x[1] + f[2]*(x[2] - x[1]);
  der(vy[1]) = -f[1]*y[1] + f[2]*(y[2] - y[1]) - g;
  der(vx[2]) = -f[2]*(x[2] - x[1]);
  der(vy[2]) = -f[2]*(y[2] - y[1]) - g;
  energy = (vx*vx + vy*vy)/2 + g*(y[1] + y[2]) + 30;
initial equation
  y = {0, 0};
  vy = {0, 0};
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end CartesianDoublePendulum;
