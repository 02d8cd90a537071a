// Origin: the mass on a moving belt, held by a spring, with Coulomb friction (stick-slip; e.g. K. Popp, P. Stelter, Phil. Trans. R. Soc.
// Lond. A 332 (1990) 89); our own numbers. Stick: the mass moves with the belt until the spring has the force Fs. Slip: a
// circle in the plane of (x - Fd/c, v/w), left at the speed of the belt and met again after the angle 2 pi - 2 atan(delta w/V) with
// delta = (Fs - Fd)/c. Sticking then takes 2 delta/V.
model StickSlip "A mass on a belt, held by a spring: stick and slip with an exact period"
  constant Real pi = 3.141592653589793;
  parameter Real m(unit = "kg") = 1 "Mass";
  parameter Real c(unit = "N/m") = 4 "Stiffness of the spring";
  parameter Real V(unit = "m/s") = 0.5 "Speed of the belt";
  parameter Real Fs(unit = "N") = 3 "Friction that the mass can stick with";
  parameter Real Fd(unit = "N") = 2 "Friction while it slips";
  Real x(unit = "m", start = Fs / c, fixed = true) "Stretch of the spring";
  Real v(unit = "m/s", start = V, fixed = true) "Velocity of the mass";
  Real friction(unit = "N") "Force of the belt on the mass";
  Boolean sticking(start = false, fixed = true);
  Integer slips(start = 0, fixed = true);
  discrete Real t_stick(unit = "s", start = 0, fixed = true) "When it stuck last";
  discrete Real t_slip(unit = "s", start = 0, fixed = true) "When it began to slip last";
equation
  der(x) = v;
  m * der(v) = friction - c * x;
  friction = if sticking then c * x else Fd;
  when v >= V then
    sticking = true;
    t_stick = time;
    t_slip = pre(t_slip);
    slips = pre(slips);
    reinit(v, V);
  elsewhen c * x >= Fs then
    sticking = false;
    t_stick = pre(t_stick);
    t_slip = time;
    slips = pre(slips) + 1;
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end StickSlip;
