// Origin: our own. A pendulum is released from the horizontal, and its rod breaks at the lowest point: index 3 before, free flight after.
model BreakableRod
  parameter Real g = 9.81;
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
  Boolean whole(start = true, fixed = true);
  discrete Real t_break(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = g - F*y;
  0 = if whole then x^2 + y^2 - 1 else F;
  when x < 0 then
    whole = false;
    t_break = time;
  end when;
  annotation(experiment(StopTime = 1.5, Interval = 0.02, Tolerance = 1e-8));
end BreakableRod;
