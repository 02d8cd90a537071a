// Origin: fall with a drag proportional to speed, from the mechanics texts; our own numbers. The parachute opens at a speed, and the run ends by terminate() at
// the ground.
model Parachute "A fall in which a parachute opens at a speed, ended by the model itself at the ground"
  parameter Real g(unit = "m/s2") = 9.81, k1(unit = "1/s") = 0.1, k2(unit = "1/s") = 2 "Drag before and after";
  parameter Real v_open(unit = "m/s") = 40, h0(unit = "m") = 400;
  Real h(unit = "m", start = h0, fixed = true), v(unit = "m/s", start = 0, fixed = true) "Height, and speed downwards";
  Boolean open(start = false, fixed = true);
  discrete Real t_open(unit = "s", start = 0, fixed = true), h_open(unit = "m", start = 0, fixed = true);
  discrete Real t_ground(unit = "s", start = 0, fixed = true);
equation
  der(h) = -v;
  der(v) = g - (if open then k2 else k1) * v;
  when v >= v_open then
    open = true;
    t_open = time;
    h_open = h;
  end when;
  when h <= 0 then
    t_ground = time;
    terminate("the ground");
  end when;
  annotation(experiment(StopTime = 100, Interval = 0.5, Tolerance = 1e-8));
end Parachute;
