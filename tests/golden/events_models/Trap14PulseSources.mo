// Trap 14: a pulse and a saw tooth whose instants are written differently but are equal: (pre(count) + 1)*period beside T_start + period with T_start = time. One event each, merged and armed again.
model Trap14PulseSources
  parameter Real period = 0.1, width = 0.03;
  Integer count(start = 0, fixed = true), same(start = 0, fixed = true), edges(start = 0, fixed = true);
  discrete Real T_start(start = 0, fixed = true), T_other(start = 0, fixed = true);
  Real pulse, saw, x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  when time >= (pre(count) + 1) * period then
    count = pre(count) + 1;
    T_start = time;
  end when;
  when sample(period, period) then
    same = count;
    T_other = time;
  end when;
  pulse = if time >= T_start and time < T_start + width then 1 else 0;
  saw = (time - T_start) / period;
  der(x) = pulse;
  der(z) = saw;
  when pulse > 0.5 then
    edges = pre(edges) + 1;
  end when;
  annotation(experiment(StopTime = 2.05, Interval = 0.05, Tolerance = 1e-8));
end Trap14PulseSources;
