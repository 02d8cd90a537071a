// Origin: the step-down converter in discontinuous conduction (e.g. R. W. Erickson, D. Maksimovic, Fundamentals of Power Electronics,
// ch. 5), into a battery. In each period the current rises to (V - U) d T/L and is zero again at the time d T V/U of the period.
model BuckDiscontinuous "A step-down converter into a battery, whose current ends before the period does"
  parameter Real V(unit = "V") = 24 "Source";
  parameter Real U(unit = "V") = 12 "Battery";
  parameter Real L(unit = "H") = 1e-3;
  parameter Real T(unit = "s") = 1e-3 "Period";
  parameter Real d = 0.25 "Part of the period in which the switch is closed";
  Real i(unit = "A", start = 0, fixed = true) "Current of the coil";
  Real charge(unit = "C", start = 0, fixed = true) "Into the battery";
  Boolean closed "The switch";
  Boolean conducting "The coil has current";
  Integer period(start = -1, fixed = true);
  discrete Real t_on(unit = "s", start = 0, fixed = true), t_zero(unit = "s", start = 0, fixed = true);
  discrete Real peak(unit = "A", start = 0, fixed = true);
equation
  when sample(0, T) then
    period = pre(period) + 1;
    t_on = time;
  end when;
  closed = time < t_on + d * T;
  conducting = closed or i > 0;
  L * der(i) = if closed then V - U else if conducting then -U else 0;
  der(charge) = i;
  when not closed then
    peak = i;
  end when;
  when not conducting then
    t_zero = time;
  end when;
  annotation(experiment(StopTime = 0.0098, Interval = 5e-5, Tolerance = 1e-8));
end BuckDiscontinuous;
