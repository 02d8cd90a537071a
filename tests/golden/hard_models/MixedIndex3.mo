// A chain of three (index 3) and three states, mixed by dense constant matrices so that no structure is left: E x' = A x + f with E of rank 5. z = Q x are the variables before mixing.
model MixedIndex3
  constant Real P[6, 6] = {{sin(1.3*i*j) + (if i == j then 2 else 0) for j in 1:6} for i in 1:6};
  constant Real Q[6, 6] = {{cos(i + 2.1*j*i) + (if i == j then 2 else 0) for j in 1:6} for i in 1:6};
  constant Real N[6, 6] = {{0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1}};
  constant Real J[6, 6] = {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, -1, 0, 0}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, -1, 0}};
  Real x[6], z[6];
equation
  P*N*Q*der(x) = P*J*Q*x + P*{0, 0, -sin(time), 0, 0, 0};
  z = Q*x;
initial equation
  z[4] = 1;
  z[5] = 1;
  z[6] = 0;
  annotation(experiment(StopTime = 5));
end MixedIndex3;
