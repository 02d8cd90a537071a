model WishLoop "the start value of a current decides about the charge, through a nonlinear loop"
  Real q, u, i(start = 0.5);
equation
  der(q) = i;
  u = q/2+0.1*q^3;
  u+ i + 0.2*i^3 = 4;
end WishLoop;
