// Origin: a sampled proportional-integral controller on a lag (e.g. K. J. Astrom, B. Wittenmark, Computer-Controlled Systems); our own numbers. At the samples
// the loop is a linear recursion, which the expected values repeat.
model SampledPi "A lag under a sampled proportional-integral controller"
  parameter Real T(unit = "s") = 1 "Lag", Ts(unit = "s") = 0.2 "Period of the samples", k = 2, ki = 3, wanted = 1;
  Real y(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), integral(start = 0, fixed = true);
equation
  T * der(y) = u - y;
  when sample(0, Ts) then
    integral = pre(integral) + Ts * (wanted - y);
    u = k * (wanted - y) + ki * integral;
  end when;
  annotation(experiment(StopTime = 5.1, Interval = 0.1, Tolerance = 1e-9));
end SampledPi;
