model RunSizes
  function coefficients
    input Integer n;
    output Real c[n];
  algorithm
    c := 1:n;
  end coefficients;
  function polynomial
    input Real u;
    input Integer n;
    output Real y;
  protected
    Real c[:];
  algorithm
    c := coefficients(n);
    while size(c, 1) > 1 loop
      c := cat(1, c[1:end - 2], {c[end - 1] + u * c[end]});
    end while;
    y := c[1];
  end polynomial;
  Integer n(start = 3, fixed = true);
  Real x(start = 1, fixed = true);
  Real y;
  Real dy;
equation
  der(x) = 1;
  when time > 0.5 then
    n = 5;
  end when;
  y = polynomial(x, n);
  dy = der(y);
  annotation(experiment(StopTime = 1));
end RunSizes;
