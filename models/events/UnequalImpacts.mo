// Origin: two masses between walls, the impact law of Newton; our own numbers. A light ball between a heavy one and a wall: with the ratio 100 of the
// masses and elastic impacts the balls and the wall meet 31 times, the first digits of pi (G. Galperin, Regul. Chaotic Dyn. 8 (2003) 375).
model UnequalImpacts "A heavy ball, a light one and a wall: 31 elastic impacts"
  parameter Real m(unit = "kg") = 1, M(unit = "kg") = 100;
  Real x(unit = "m", start = 1, fixed = true) "The light one";
  Real y(unit = "m", start = 2, fixed = true) "The heavy one";
  Real u(unit = "m/s", start = 0, fixed = true), v(unit = "m/s", start = -1, fixed = true);
  Real energy(unit = "J") = (m * u ^ 2 + M * v ^ 2) / 2;
  Integer hits(start = 0, fixed = true);
equation
  der(x) = u;
  der(y) = v;
  der(u) = 0;
  der(v) = 0;
  when x >= y and u > v then
    hits = pre(hits) + 1;
    reinit(u, ((m - M) * pre(u) + 2 * M * pre(v)) / (m + M));
    reinit(v, ((M - m) * pre(v) + 2 * m * pre(u)) / (m + M));
  elsewhen x <= 0 and u < 0 then
    hits = pre(hits) + 1;
    reinit(u, -pre(u));
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-10));
end UnequalImpacts;
