model Closed "closed reactor: total conserved, steady state has a singular Jacobian without the total"
  Real A(start = 1), B(start = 0.2), C(start = 0.1), tot;
initial equation
  der(A) = 0; der(B) = 0; tot = 2;
equation
  der(A) = -2*A^2 + 1*B;
  der(B) = 2*A^2 - B - 3*B + 1.5*C;
  der(C) = 3*B - 1.5*C;
  tot = A + B + C;
end Closed;
