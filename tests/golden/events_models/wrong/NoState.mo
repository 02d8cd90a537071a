model NoState
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = 2 * x;
  when x > 0.3 then
    reinit(y, 0);
  end when;
end NoState;
