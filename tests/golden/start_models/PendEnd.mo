model PendEnd "pendulum fixed at the end of its range, over-specified but consistent"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), vx(start = 0, fixed = true), vy(start = 0, fixed = true), F;
equation
  der(x) = vx; der(y) = vy;
  der(vx) = -F*x; der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end PendEnd;
