// See robertson.mo. The points of the line with both its ends are u and v; the unknowns of the problem alternate between them.
model Brusselator
  constant Real pi = 3.141592653589793;
  constant Integer N = 40;
  Real y[2 * N](start = {if mod(k, 2) == 1 then 1 + sin(pi * (k + 1) / (N + 1)) else 3 for k in 1:2 * N}, each fixed = true);
  Real u[N + 2], v[N + 2];
equation
  u[1] = 1;
  u[N + 2] = 1;
  v[1] = 3;
  v[N + 2] = 3;
  for i in 1:N loop
    u[i + 1] = y[2 * i - 1];
    v[i + 1] = y[2 * i];
    der(y[2 * i - 1]) = 1 + u[i + 1] ^ 2 * v[i + 1] - 4 * u[i + 1] + (N + 1) ^ 2 / 50 * (u[i] - 2 * u[i + 1] + u[i + 2]);
    der(y[2 * i]) = 3 * u[i + 1] - u[i + 1] ^ 2 * v[i + 1] + (N + 1) ^ 2 / 50 * (v[i] - 2 * v[i + 1] + v[i + 2]);
  end for;
end Brusselator;
