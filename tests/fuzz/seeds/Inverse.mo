model Inverse
  function cube input Real u; input Real k; output Real y; algorithm
    y := k*u^3 + u;
    annotation(Inline = false, inverse(u = cubeRoot(k, y = y)));
  end cube;
  function cubeRoot input Real k; input Real y; output Real u; protected Real last = 1e9; Integer n = 0; algorithm
    u := y/(1 + abs(k));
    while abs(u - last) > 1e-14*(1 + abs(u)) and n < 100 loop
      last := u;
      u := u - (k*u^3 + u - y)/(3*k*u^2 + 1);
      n := n + 1;
    end while;
    annotation(inverse(y = cube(u, k)));
  end cubeRoot;
  parameter Real k = 3;
  Real x, y(start = 1, fixed = true), v;
equation
  der(y) = 1;
  y = cube(2*x + 1, k);
  cubeRoot(3, v) = y;
  annotation(experiment(StopTime = 1));
end Inverse;
