// Origin: our own numbers. A mass runs against a spring that only pushes: it is in contact for half a period, pi sqrt(m/c), and leaves
// with the speed that it came with.
model BufferedMass "A mass that runs to and fro between two buffers"
  parameter Real m(unit = "kg") = 2, c(unit = "N/m") = 800, way(unit = "m") = 3 "Half of the way between the buffers";
  Real x(unit = "m", start = 0, fixed = true), v(unit = "m/s", start = 1.5, fixed = true);
  Real f(unit = "N") "Of the buffers";
  Integer contacts(start = 0, fixed = true);
  discrete Real t_leave(unit = "s", start = 0, fixed = true) "When it last left a buffer";
equation
  der(x) = v;
  m * der(v) = f;
  f = if x > way then -c * (x - way) elseif x < -way then -c * (x + way) else 0;
  when {x > way, x < -way} then
    contacts = pre(contacts) + 1;
  end when;
  when {x < way, x > -way} then
    t_leave = time;
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end BufferedMass;
