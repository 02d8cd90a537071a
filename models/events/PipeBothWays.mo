// Origin: our own numbers. What is carried along a pipe, first forwards, then backwards (spatialDistribution): at 2 the flow turns, x = t and then
// 2 - (t - 2)/2. Forwards out1 is the contents of the start, 5, up to 1, then in0 = t of one second ago. Backwards out0 is what
// went in before, w = x, until at 4 what has come in at the other end since, in1 = 10, is there.
//   h = integral of out1: 5 at 1, 5.5 at 2, 15.5 at 3;  g = integral of out0: 2 at 2, 5 at 4, 15 at 5
// The second pipe has a jump inside at the start and is carried by x = t^2: its out1 is 1 up to sqrt(1/2), 0 up to 1, then t^2.
model PipeBothWays
  Real x(start = 0, fixed = true), v, out0, out1, h(start = 0, fixed = true), g(start = 0, fixed = true);
  Real q(start = 0, fixed = true), front, back;
equation
  v = if time < 2 then 1 else -0.5;
  der(x) = v;
  (out0, out1) = spatialDistribution(time, 10, x, v >= 0, {0, 1}, {5, 5});
  der(h) = out1;
  der(g) = out0;
  (front, back) = spatialDistribution(1 + time^2, 0, time^2, true, {0, 0.5, 0.5, 1}, {0, 0, 1, 1});
  der(q) = back;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end PipeBothWays;
