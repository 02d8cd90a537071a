model TwoWhens
  Real x(start = 0, fixed = true);
  discrete Real m(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.3 then
    m = 1;
  end when;
  when x > 0.6 then
    m = 2;
  end when;
end TwoWhens;
