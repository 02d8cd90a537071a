// A pump without a volume between a source and a pipe: what it carries is upstream by the sign of the flow. As long as nothing flows, nothing determines the enthalpies at its ports, and the matrix of
// all equations is singular; when the flow begins they must have values at once.
model FlowAtRest
  parameter Real h_source = 293.15, begin = 0.2;
  Real f = if time < begin then 0 else time - begin "the flow";
  Real h_a, h_b, h_pump, H_a, H_b;
  Real h(start = 293.15, fixed = true) "in the pipe, which is heated";
equation
  H_a = if f >= 0 then f * h_a else f * h_pump;
  -H_a = if -f >= 0 then -f * h_a else -f * h_source;
  H_b = if -f >= 0 then -f * h_b else -f * h_pump;
  -H_b = if f >= 0 then f * h_b else f * h;
  H_a + H_b = 0;
  der(h) = -H_b - f * h + 1;
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end FlowAtRest;
