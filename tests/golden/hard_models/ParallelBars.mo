// Three equal parallel bars carry three masses that two rods join: one of the five constraints follows from the others while the bars are parallel. All masses swing as one pendulum, whose
// angle is integrated beside: err = 0.
model ParallelBars
  constant Real g = 9.81;
  parameter Real m = 2;
  Real x[3](start = {0.6, 1.6, 2.6}), y[3](each start = -0.8), vx[3], vy[3], lam[3], mu[2];
  Real phi(start = asin(0.6), fixed = true), w(start = 0, fixed = true), err;
equation
  der(x) = vx;
  der(y) = vy;
  for i in 1:3 loop
    (x[i] - (i - 1))^2 + y[i]^2 = 1;
  end for;
  (x[2] - x[1])^2 + (y[2] - y[1])^2 = 1;
  (x[3] - x[2])^2 + (y[3] - y[2])^2 = 1;
  m*der(vx[1]) = -lam[1]*x[1] - mu[1]*(x[1] - x[2]);
  m*der(vy[1]) = -lam[1]*y[1] - mu[1]*(y[1] - y[2]) - m*g;
  m*der(vx[2]) = -lam[2]*(x[2] - 1) - mu[1]*(x[2] - x[1]) - mu[2]*(x[2] - x[3]);
  m*der(vy[2]) = -lam[2]*y[2] - mu[1]*(y[2] - y[1]) - mu[2]*(y[2] - y[3]) - m*g;
  m*der(vx[3]) = -lam[3]*(x[3] - 2) - mu[2]*(x[3] - x[2]);
  m*der(vy[3]) = -lam[3]*y[3] - mu[2]*(y[3] - y[2]) - m*g;
  der(phi) = w;
  der(w) = -g*sin(phi);
  err = x[3] - 2 - sin(phi);
initial equation
  x[1] = 0.6;
  vx[1] = 0;
  annotation(experiment(StopTime = 5));
end ParallelBars;
