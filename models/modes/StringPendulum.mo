// Origin: our own. A mass on a string, pushed at the lowest point with v^2 = 3.5 g l. The string goes slack at 30 degrees above the horizontal, the mass flies along a
// parabola for 4 v cos(30 degrees)/g with the v of there, and the string takes the radial part of its velocity with a jerk.
model StringPendulum
  parameter Real g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1), vx(start = sqrt(3.5*g), fixed = true), vy(start = 0), F;
  Boolean taut(start = true, fixed = true);
  discrete Real t_slack(start = 0, fixed = true), t_taut(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  0 = if taut then x^2 + y^2 - 1 else F;
  when F < 0 then
    taut = false;
    t_slack = time;
  elsewhen x^2 + y^2 > 1 then
    taut = true;
    t_taut = if pre(taut) then pre(t_taut) else time;
  end when;
  annotation(experiment(StopTime = 1.6, Interval = 0.02, Tolerance = 1e-8));
end StringPendulum;
