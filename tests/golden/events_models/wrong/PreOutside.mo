model PreOutside
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = pre(x);
end PreOutside;
