// The input of a lag changes at every sample.
model ManySamples
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, 0.001) then
    u = 1 - pre(u);
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end ManySamples;
