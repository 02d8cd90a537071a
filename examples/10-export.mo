model Controller "A PI controller with limits, sampled by its step"
  input Real wanted, measured;
  output Real u;
  parameter Real k = 2 "gain", T = 0.5 "time of the integral part", u_max = 10;
  Real integral(start = 0, fixed = true);
  Real raw = k*(wanted - measured + integral);
equation
  T*der(integral) = if abs(raw) < u_max then wanted - measured else 0;
  u = max(-u_max, min(u_max, raw));
end Controller;
