model AllKinds
  function root input Real u; output Real y; protected Real last = 0; algorithm
    y := u;
    while abs(y - last) > 1e-14*y loop
      last := y;
      y := (y + u/y)/2;
    end while;
  end root;
  function nearest input Real u; input Real grid[:]; output Real y; protected Integer i = 1; algorithm
    while i < size(grid, 1) and grid[i + 1] <= u loop
      i := i + 1;
    end while;
    y := grid[i];
  end nearest;
  function rows input Real u; output Real y; protected Real a[3] = {1, 2, 3}; Real m[2, 3]; Integer k; algorithm
    k := 2 + integer(abs(sin(u)) + 0.5);
    a[k] := 10*u;
    m[1, :] := a;
    m[k - 1, :] := 2*m[1, :];
    m[2, :] := m[1, :] + a;
    m[2, k] := m[2, k] + 0.5;
    y := m[2, 1] + 100*m[2, 2] + 10000*m[2, 3];
  end rows;
  function power input Real u; input Integer n; output Real y; algorithm
    if n <= 0 then
      y := 1;
      return;
    end if;
    y := u*power(u, n - 1);
  end power;
  function even input Real u; output Real y; algorithm
    if u < 1 then y := u; else y := 2*odd(u - 1); end if;
  end even;
  function odd input Real u; output Real y; algorithm
    if u < 1 then y := 10*u; else y := 3*even(u - 1); end if;
  end odd;
  function split input Real u; output Integer whole; output Real rest; algorithm
    whole := 0;
    rest := u;
    while rest >= 1 loop
      rest := rest - 1;
      whole := whole + 1;
    end while;
  end split;
  function several input Real u; output Real y; protected Integer n; Real r; Real s = 0; algorithm
    (n, r) := split(u);
    for i in 1:n loop
      s := s + i*r;
    end for;
    y := s + mod(n, 2) + div(n, 2);
  end several;
  record P Real a; Real b[2]; end P;
  function choose input P p[2]; input Real u; output P q; protected Integer k = 1; P r[2]; algorithm
    while k < u/4 and k < 2 loop
      k := k + 1;
    end while;
    r := p;
    r[k].b[k] := 7*u;
    q := r[k];
  end choose;
  partial function Scalar input Real u; output Real y; end Scalar;
  function shifted extends Scalar; input Real p; algorithm y := u^2 - p; end shifted;
  function zero input Scalar f; input Real a; input Real b; output Real x; protected Real low = a; Real high = b; algorithm
    while high - low > 1e-14 loop
      x := (low + high)/2;
      if f(x) > 0 then high := x; else low := x; end if;
    end while;
    x := (low + high)/2;
  end zero;
  Real x(start = 1, fixed = true), y[9], z(start = 1);
  P p;
equation
  der(x) = 0.1*root(x) + 0.01*even(x);
  y[1] = root(x + time);
  y[2] = nearest(x, {0, 1, time, 2.5, 4});
  y[3] = rows(time);
  y[4] = power(x, integer(time));
  y[5] = even(x + time);
  y[6] = several(x + 2*time);
  y[7] = zero(function shifted(p = x), 0, 5);
  y[8] = odd(time);
  y[9] = der(y[1]);
  p = choose({P(1, {2, x}), P(x, {5, 6})}, time);
  root(z) = 1 + x;
  annotation(experiment(StopTime = 7, Tolerance = 1e-8));
end AllKinds;
