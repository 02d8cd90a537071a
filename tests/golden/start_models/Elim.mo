model Elim "initial equations on eliminated variables"
  Real x(start = 1), y, z, w;
initial equation
  w = 10;
equation
  y = 2*x; z = y; w = z^2 + z;
  der(x) = -x;
end Elim;
