within Parts.Examples;
model MixingTap "Hot and cold water meet: the mixture by their enthalpies"
  Fluid.Boundary hot(p = 3e5, T = 333.15), cold(p = 3e5, T = 283.15), basin;
  Fluid.Valve hot_tap(K = 1e-4, dp_small = 10), cold_tap(K = 2e-4, dp_small = 10);
  Blocks.Constant half(k = 0.5), open(k = 1);
  Fluid.Pipe spout(G = 1e-6);
  Fluid.Thermometer thermometer;
equation
  connect(half.y, hot_tap.opening);
  connect(open.y, cold_tap.opening);
  connect(hot.port, hot_tap.a);
  connect(cold.port, cold_tap.a);
  connect(hot_tap.b, spout.a);
  connect(cold_tap.b, spout.a);
  connect(spout.a, thermometer.port);
  connect(spout.b, basin.port);
  annotation(experiment(StopTime = 1));
end MixingTap;
