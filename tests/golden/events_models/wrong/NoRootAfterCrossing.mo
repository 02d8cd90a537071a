model NoRootAfterCrossing "y^2 = -1 has no real solution, whatever the relation is"
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -1;
  y^2 = if x > 0.5 then 1 else -1;
end NoRootAfterCrossing;
