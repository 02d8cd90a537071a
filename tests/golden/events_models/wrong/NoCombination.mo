model NoCombination "From time 0.5 on neither value of b agrees with itself"
  Real x(start = 0, fixed = true), y;
  Boolean b;
equation
  der(x) = 1;
  b = y > 0;
  y = if b then x - 1.5 else x - 0.5;
end NoCombination;
