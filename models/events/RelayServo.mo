// Origin: Tsypkin's problem (Ya. Z. Tsypkin, Relay Control Systems, 1984) for the plant 1/(s (s + 1)). By symmetry the speed at a switch is
// -+tanh(tau/2) and the hysteresis is eps = tau/2 - tanh(tau/2), for a half period tau. The model starts on the limit cycle with tau = 2.
model RelayServo "A motor under a relay with hysteresis, on its limit cycle"
  parameter Real tau = 2 "Half period";
  parameter Real eps = tau / 2 - tanh(tau / 2) "Half of the hysteresis";
  Real y(start = -eps, fixed = true) "Angle";
  Real v(start = -tanh(tau / 2), fixed = true) "Speed";
  discrete Real u(start = 1, fixed = true) "The relay";
  Integer switches(start = 0, fixed = true);
  discrete Real t_last(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = u - v;
  when y > eps then
    u = -1;
  elsewhen y < -eps then
    u = 1;
  end when;
  when change(u) then
    switches = pre(switches) + 1;
    t_last = time;
  end when;
  annotation(experiment(StopTime = 21, Interval = 0.1, Tolerance = 1e-8));
end RelayServo;
