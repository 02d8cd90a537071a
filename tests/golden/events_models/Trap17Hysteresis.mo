// Trap 17: y = not pre(y) and u > high or pre(y) and u >= low. The relation that is masked must be armed when it is needed; u = sin(t) passes
// 0.5 upwards at pi/6 and -0.5 downwards at 7 pi/6.
model Trap17Hysteresis
  parameter Real low = -0.5, high = 0.5;
  Real u = sin(time), x(start = 0, fixed = true);
  Boolean y(start = false, fixed = true);
  discrete Real t_on(start = 0, fixed = true), t_off(start = 0, fixed = true);
equation
  y = not pre(y) and u > high or pre(y) and u >= low;
  der(x) = if y then 1 else 0;
  when y then
    t_on = time;
  end when;
  when not y then
    t_off = time;
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end Trap17Hysteresis;
