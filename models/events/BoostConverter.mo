// Origin: the step-up converter in continuous conduction (e.g. R. W. Erickson, D. Maksimovic, Fundamentals of Power Electronics, ch. 2-3);
// our own numbers. Between switchings it is linear with constant coefficients.
model BoostConverter "A step-up converter with coil, capacitor and load"
  parameter Real V(unit = "V") = 12 "Source";
  parameter Real L(unit = "H") = 1e-3;
  parameter Real C(unit = "F") = 1e-4;
  parameter Real R(unit = "Ohm") = 20 "Load";
  parameter Real T(unit = "s") = 1e-4 "Period";
  parameter Real d = 0.5 "Part of the period in which the switch is closed";
  Real i(unit = "A", start = 2.4, fixed = true) "Current of the coil";
  Real v(unit = "V", start = 24, fixed = true) "Voltage at the load";
  Boolean closed "The switch; the diode conducts when it is open";
  discrete Real t_on(unit = "s", start = 0, fixed = true);
equation
  when sample(0, T) then
    t_on = time;
  end when;
  closed = time < t_on + d * T;
  L * der(i) = if closed then V else V - v;
  C * der(v) = (if closed then 0 else i) - v / R;
  annotation(experiment(StopTime = 0.01, Interval = 1e-4, Tolerance = 1e-8));
end BoostConverter;
