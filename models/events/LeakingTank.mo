// Origin: Torricelli's law, from the texts on fluid mechanics; our own numbers. From a level h1 to h2 it takes (A/a) sqrt(2/g) (sqrt(h1) - sqrt(h2)). A valve
// opens and closes at two levels; while it is open the inlet fills at a constant rate against nothing (the outlet is shut).
model LeakingTank "A tank that empties by Torricelli's law and is filled again, between two levels"
  parameter Real A(unit = "m2") = 1 "Area of the tank", a(unit = "m2") = 0.01 "Area of the outlet", g(unit = "m/s2") = 9.81;
  parameter Real low(unit = "m") = 0.25, high(unit = "m") = 1, q(unit = "m3/s") = 0.02 "Inlet";
  Real h(unit = "m", start = high, fixed = true) "Level";
  Boolean filling(start = false, fixed = true);
  discrete Real t_low(unit = "s", start = 0, fixed = true), t_high(unit = "s", start = 0, fixed = true);
equation
  A * der(h) = if filling then q else -a * sqrt(2 * g * h);
  when h < low then
    filling = true;
    t_low = time;
    t_high = pre(t_high);
  elsewhen h > high then
    filling = false;
    t_low = pre(t_low);
    t_high = time;
  end when;
  annotation(experiment(StopTime = 200, Interval = 1, Tolerance = 1e-8));
end LeakingTank;
