// Origin: the oldest problem of the kind: J. P. Den Hartog, "Forced vibrations with combined Coulomb and viscous friction", Trans. ASME 53 (1931). A mass under a periodic force that is little more than its friction, which is written as the sign of the speed: it sticks twice in each period.
model DryFriction
  parameter Real a = 1.2 "amplitude of the force, in units of the friction";
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Real friction;
equation
  der(x) = v;
  der(v) = a*sin(time) + friction;
  friction = if v > 0 then -1 elseif v < 0 then 1 else 0;
  annotation(experiment(StopTime = 6, Interval = 0.05, Tolerance = 1e-8));
end DryFriction;
